import RoadMap

/// The class of a road that `highway=*` states.
enum RoadClass: String, CaseIterable, Comparable {
    case motorway, trunk, primary, secondary, tertiary, unclassified, residential
    case livingStreet = "living_street"
    case road, service, track, pedestrian

    /// In the order in which they stand above.
    static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The class that a value of `highway` states, and whether it is that of a link road (a ramp or a
    /// slip road); `nil` if it is no road for cars. Of a list the first part counts.
    static func stated(by value: String) -> (roadClass: RoadClass, isLink: Bool)? {
        let first = value.listed.first ?? ""
        if let roadClass = RoadClass(rawValue: String(first)) { return (roadClass, false) }
        guard first.hasSuffix("_link"), let main = RoadClass(rawValue: String(first.dropLast(5)))
        else { return nil }
        switch main {
        case .motorway, .trunk, .primary, .secondary, .tertiary: return (main, true)
        default: return nil
        }
    }

    /// The functional road class of ADASIS v2, 1...6; a link road has that of its road. `nil` for
    /// `highway=road`, which says that the class is unknown.
    ///
    /// Trunk roads share rank 1 with motorways, because both carry the through traffic between
    /// regions; ``FormOfWay`` distinguishes them. Rank 6 contains roads to single properties.
    var functionalRoadClass: FunctionalRoadClass? {
        switch self {
        case .motorway, .trunk: FunctionalRoadClass(rank: 1)
        case .primary: FunctionalRoadClass(rank: 2)
        case .secondary: FunctionalRoadClass(rank: 3)
        case .tertiary: FunctionalRoadClass(rank: 4)
        case .unclassified, .residential, .livingStreet: FunctionalRoadClass(rank: 5)
        case .service, .track, .pedestrian: FunctionalRoadClass(rank: 6)
        case .road: nil
        }
    }
}

/// What a road is, before its attributes.
struct RoadKind: Hashable {
    var roadClass: RoadClass
    /// A ramp or a slip road.
    var isLink: Bool
    /// The directions that cars may drive.
    var directions: DirectionSet
}

/// The form of a road with its provenance, if the tags define it.
///
/// A one-way road may be one half of a divided road or a one-way street. Without `dual_carriageway`
/// its tags do not distinguish these, so it has no form. A two-way road is one carriageway, because
/// OpenStreetMap draws the halves of a divided road as two one-way ways
/// (https://wiki.openstreetmap.org/wiki/Key:dual_carriageway).
func formOfWay(
    _ tags: Tags,
    _ roadClass: RoadClass,
    isLink: Bool,
    directions: DirectionSet
) -> (form: FormOfWay, provenance: Provenance)? {
    if isRoundabout(tags) { return (.roundabout, .tagged) }
    let isControlled = roadClass == .motorway || tags[.motorroad] == "yes"
    if isLink { return (isControlled ? .controlledAccessRamp : .ramp, .tagged) }
    if isControlled { return (.controlledAccess, .tagged) }
    switch roadClass {
    case .pedestrian: return (.pedestrianZone, .tagged)
    case .service:
        // An aisle between parking bays leads only into a car park.
        return tags[.service] == "parking_aisle"
            ? (.carParkAccess, .derived) : (.serviceRoad, .tagged)
    default: break
    }
    if tags[.frontageRoad] == "yes" || tags[.sideRoad] == "yes" { return (.parallelRoad, .tagged) }
    switch tags[.dualCarriageway] {
    case "yes": return (.multipleCarriageway, .tagged)
    case "no": return (.singleCarriageway, .tagged)
    default: return directions == .both ? (.singleCarriageway, .derived) : nil
    }
}

/// Whether it is part of a ring with one driving direction.
func isRoundabout(_ tags: Tags) -> Bool {
    tags[.junction] == "roundabout" || tags[.junction] == "circular"
}
