import RoadMap

/// Reads the attributes of a road from the tags of its way: one function for each kind of attribute.
struct RoadFactReader {
    /// The facts so far, in the order of the map file.
    private(set) var facts: [RoadFact] = []
    private let tags: Tags
    private let road: RoadKind
    /// The directions in which cars need a reason to drive.
    private let restricted: DirectionSet
    private let law: Jurisdiction
    private let form: (form: FormOfWay, provenance: Provenance)?

    init(_ tags: Tags, _ road: RoadKind, _ restricted: DirectionSet, under law: Jurisdiction) {
        self.tags = tags
        self.road = road
        self.restricted = restricted
        self.law = law
        form = formOfWay(tags, road.roadClass, isLink: road.isLink, directions: road.directions)
    }

    /// Reads all attributes. Their order is that of the map file.
    mutating func readAll(noting remarks: inout TagRemarks) {
        readClassAndForm()
        readSpeedLimits(noting: &remarks)
        readLanes()
        readStructures()
        readLayer()
        readDividedRoad()
        readBuiltUpArea()
        readRestrictedAccess()
        readPriority()
        readSurface(noting: &remarks)
        readVehicleAccess()
        facts += tollFacts(tags)
        readRouteNumberClass()
        readLighting(noting: &remarks)
    }

    private mutating func add(
        _ kind: AttributeKind, _ value: UInt64, _ provenance: Provenance,
        _ holds: DirectionSet = .both
    ) {
        facts.append(
            RoadFact(kind: kind, value: value, directions: holds, provenance: provenance))
    }

    private mutating func add(_ kind: AttributeKind, _ flag: Bool, _ provenance: Provenance) {
        add(kind, flag ? 1 : 0, provenance)
    }

    private mutating func readClassAndForm() {
        if let functional = road.roadClass.functionalRoadClass {
            add(.functionalRoadClass, UInt64(functional.rank), .tagged)
        }
        if let form { add(.formOfWay, UInt64(form.form.rawValue), form.provenance) }
    }

    private mutating func readSpeedLimits(noting remarks: inout TagRemarks) {
        for limit in SpeedLimitTags(tags: tags, road: road, law: law).limits(noting: &remarks) {
            facts += limit.facts
        }
    }

    private mutating func readLanes() {
        for count in laneCounts(tags, road.directions) {
            add(.lanes, UInt64(count.lanes), count.provenance, count.directions)
        }
    }

    private mutating func readStructures() {
        if let (isThere, provenance) = structure(tags[.tunnel], not: "culvert") {
            add(.tunnel, isThere, provenance)
        }
        if let (isThere, provenance) = structure(tags[.bridge]) {
            add(.bridge, isThere, provenance)
        }
    }

    private mutating func readLayer() {
        guard let layer = tags[.layer].flatMap({ Int($0) }), (-20...20).contains(layer) else {
            return
        }
        add(.layer, UInt64(layer < 0 ? -2 * layer - 1 : 2 * layer), .tagged)
    }

    private mutating func readDividedRoad() {
        let known = dividedRoad(tags, form: form?.form, directions: road.directions)
        if let (isDivided, provenance) = known { add(.dividedRoad, isDivided, provenance) }
    }

    private mutating func readBuiltUpArea() {
        if let (isBuiltUp, provenance) = builtUpArea(tags) {
            add(.builtUpArea, isBuiltUp, provenance)
        }
    }

    private mutating func readRestrictedAccess() {
        if !restricted.isEmpty { add(.restrictedAccess, 1, .tagged, restricted) }
    }

    private mutating func readPriority() {
        if tags[.priorityRoad] == "designated" || tags[.priorityRoad] == "yes_unposted" {
            add(.priorityRoad, 1, .tagged)
        }
    }

    private mutating func readSurface(noting remarks: inout TagRemarks) {
        guard let value = tags[.surface] else { return }
        if let surface = RoadSurface(tag: value) {
            add(.surface, UInt64(surface.rawValue), .tagged)
        } else {
            remarks.note("surface: not understood", value)
        }
    }

    private mutating func readVehicleAccess() {
        let access = Direction.allCases.map { VehicleAccess(stated: tags, $0)?.rawValue }
        for (index, holds) in [DirectionSet.forward, .backward].enumerated() {
            guard let value = access[index], !road.directions.isDisjoint(with: holds) else {
                continue
            }
            if road.directions == .both, access[0] == access[1] {
                if index == 0 { add(.vehicleAccess, value, .tagged) }
            } else {
                add(.vehicleAccess, value, .tagged, holds)
            }
        }
    }

    private mutating func readRouteNumberClass() {
        guard let reference = tags[.ref] ?? tags[.internationalRef],
            let kind = RouteNumberClass(reference: reference, in: law.code)
        else { return }
        add(.routeNumberClass, UInt64(kind.rawValue), .derived)
    }

    /// https://wiki.openstreetmap.org/wiki/Key:lit
    private mutating func readLighting(noting remarks: inout TagRemarks) {
        guard let value = tags[.lit] else { return }
        switch value {
        case "yes", "24/7", "automatic", "limited", "interval", "sunset-sunrise", "dusk-dawn":
            add(.lit, true, .tagged)
        case "no", "disused": add(.lit, false, .tagged)
        default: remarks.note("lit: not understood", value)
        }
    }
}

/// Whether a road is in a tunnel or on a bridge. A road without the tag is not, since mappers tag
/// existing structures (https://wiki.openstreetmap.org/wiki/Key:tunnel, Key:bridge). A value that
/// has no meaning for a road is a mistake, so the result is unknown.
private func structure(
    _ value: String?,
    not mistake: String? = nil
) -> (isThere: Bool, provenance: Provenance)? {
    guard let value, !value.isEmpty else { return (false, .derived) }
    if value == mistake { return nil }
    return (value != "no", .tagged)
}

/// Whether the road is one half of a divided one.
private func dividedRoad(
    _ tags: Tags,
    form: FormOfWay?,
    directions: DirectionSet
) -> (isDivided: Bool, provenance: Provenance)? {
    switch (tags[.dualCarriageway], form) {
    case ("yes", _): return (true, .tagged)
    case ("no", _): return (false, .tagged)
    case (_, .controlledAccess) where directions != .both && tags[.highway] == "motorway":
        return (true, .derived)
    case (_, .singleCarriageway): return (false, .derived)
    default: return nil
    }
}
