import RoadMap

/// One thing that the tags of a way say about all of it.
struct RoadFact: Hashable {
    var kind: AttributeKind
    var value: UInt64
    var directions: DirectionSet
    var provenance: Provenance
}

/// What the tags of a way say about every link that is cut from it. Many ways share the same.
struct RoadTraits: Hashable {
    var directions: DirectionSet
    var facts: [RoadFact] = []
    /// What they say besides where the road is in a built-up area that is drawn.
    var builtUpFacts: [RoadFact] = []
    var texts: [RoadText] = []
    /// When it is closed, where it is not always open.
    var closures: [TimedClosure] = []
}

/// Why a way of the input is not in the map.
public enum DroppedWay: String, CaseIterable, Sendable {
    /// A footway, cycleway, path, steps … or a pedestrian zone that names no cars.
    case notForCars = "not-for-cars"
    /// A track that is neither paved nor tagged as open to cars.
    case track = "tracks"
    /// A road that is being built or only planned.
    case notBuilt = "not-built"
    /// A road that `access` or a more specific key closes to cars.
    case closed = "closed-to-cars"
    /// A road that only buses or taxis may drive.
    case publicTransport = "public-transport-only"
    /// An access for emergency vehicles.
    case emergency = "emergency-access"
    /// A square or another area without a line to drive along.
    case area = "areas"
    /// A ferry of which nothing says that it takes cars.
    case ferry = "ferries"
    /// A way without two different nodes.
    case noLine = "fewer-than-two-nodes"
    /// A way that another file, or the same file before, has too.
    case duplicate = "duplicates"
    /// A way of which the input holds no two consecutive nodes.
    case missingNodes = "nodes-missing"

    private static let numbers = Dictionary(
        uniqueKeysWithValues: zip(allCases, allCases.indices))

    /// Its place among all.
    var number: Int { Self.numbers[self, default: 0] }
}

/// What becomes of a way.
enum WayJudgement: Equatable {
    case road(RoadTraits)
    case dropped(DroppedWay)
}

/// Decides from its tags whether a way is a road for cars, and what is known of it.
func judge(
    _ tags: Tags,
    under law: Jurisdiction,
    noting remarks: inout TagRemarks
) -> WayJudgement {
    guard let highway = tags[.highway] else {
        return tags[.route] == "ferry" ? judgeFerry(tags) : .dropped(.notForCars)
    }
    if highway == "construction" || highway == "proposed" {
        return .dropped(.notBuilt)
    }
    if highway == "busway" || highway == "bus_guideway" {
        return .dropped(.publicTransport)
    }
    if highway == "emergency_access" || highway == "escape" || highway == "emergency_bay" {
        return .dropped(.emergency)
    }
    guard let (roadClass, isLink) = RoadClass.stated(by: highway) else {
        return .dropped(.notForCars)
    }
    if tags[.area] == "yes" { return .dropped(.area) }

    let stated: [CarAccess?] = [
        CarAccess.stated(in: tags, .forward), CarAccess.stated(in: tags, .backward),
    ]
    switch roadClass {
    case .pedestrian where !CarAccess.namesCars(in: tags):
        return .dropped(.notForCars)
    case .track where stated == [nil, nil] && !isFirm(tags):
        return .dropped(.track)
    case .service where tags[.service] == "emergency_access" && stated == [nil, nil]:
        return .dropped(.emergency)
    default: break
    }

    var directions = drivingDirections(tags, roadClass, isLink: isLink)
    var restricted: DirectionSet = []
    for (access, direction) in zip(stated, [DirectionSet.forward, .backward]) {
        if access == .closed { directions.remove(direction) }
        if access == .restricted { restricted.insert(direction) }
    }
    if directions.isEmpty {
        let isPublic = CarAccess.admitsPublicTransport(tags)
        return .dropped(isPublic ? .publicTransport : .closed)
    }
    var traits = RoadTraits(directions: directions)
    traits.texts = roadTexts(tags, directions)
    traits.closures = timedClosures(tags, noting: &remarks)
    let road = RoadKind(roadClass: roadClass, isLink: isLink, directions: directions)
    traits.facts = facts(
        tags,
        road,
        restricted: restricted.intersection(directions),
        under: law,
        noting: &remarks
    )
    traits.builtUpFacts = builtUpFacts(tags, road, under: law, beside: traits.facts)
    return .road(traits)
}

/// Whether a track is built so firmly that it is as good as a road.
private func isFirm(_ tags: Tags) -> Bool {
    if tags[.tracktype] == "grade1" { return true }
    return ["paved", "asphalt", "concrete"].contains { tags[.surface] == $0 }
}

private func facts(
    _ tags: Tags,
    _ road: RoadKind,
    restricted: DirectionSet,
    under law: Jurisdiction,
    noting remarks: inout TagRemarks
) -> [RoadFact] {
    let directions = road.directions
    var facts: [RoadFact] = []
    func add(
        _ kind: AttributeKind,
        _ value: UInt64,
        _ provenance: Provenance,
        _ holds: DirectionSet = .both
    ) {
        facts.append(
            RoadFact(kind: kind, value: value, directions: holds, provenance: provenance)
        )
    }
    if let functional = road.roadClass.functionalRoadClass {
        add(.functionalRoadClass, UInt64(functional.rank), .tagged)
    }
    let form = formOfWay(tags, road.roadClass, isLink: road.isLink, directions: directions)
    if let form { add(.formOfWay, UInt64(form.form.rawValue), form.provenance) }
    let limits = SpeedLimitTags(tags: tags, road: road, law: law).limits(noting: &remarks)
    for limit in limits {
        facts.append(limit.fact)
        for condition in limit.conditions {
            add(.condition, condition.attributeValue, limit.provenance, limit.directions)
        }
    }
    for count in laneCounts(tags, directions) {
        add(.lanes, UInt64(count.lanes), count.provenance, count.directions)
    }
    if let (isThere, provenance) = structure(tags[.tunnel], not: "culvert") {
        add(.tunnel, isThere ? 1 : 0, provenance)
    }
    if let (isThere, provenance) = structure(tags[.bridge]) {
        add(.bridge, isThere ? 1 : 0, provenance)
    }
    if let layer = tags[.layer].flatMap({ Int($0) }), (-20...20).contains(layer) {
        add(.layer, UInt64(layer < 0 ? -2 * layer - 1 : 2 * layer), .tagged)
    }
    if let (isDivided, provenance) = dividedRoad(tags, form: form?.form, directions: directions) {
        add(.dividedRoad, isDivided ? 1 : 0, provenance)
    }
    if let (isBuiltUp, provenance) = builtUpArea(tags) {
        add(.builtUpArea, isBuiltUp ? 1 : 0, provenance)
    }
    if !restricted.isEmpty { add(.restrictedAccess, 1, .tagged, restricted) }
    if tags[.priorityRoad] == "designated" || tags[.priorityRoad] == "yes_unposted" {
        add(.priorityRoad, 1, .tagged)
    }
    if let value = tags[.surface] {
        if let surface = RoadSurface(tag: value) {
            add(.surface, UInt64(surface.rawValue), .tagged)
        } else {
            remarks.note("surface: not understood", value)
        }
    }
    let access = Direction.allCases.map { VehicleAccess(stated: tags, $0)?.rawValue }
    for (index, holds) in [DirectionSet.forward, .backward].enumerated() {
        guard let value = access[index], !directions.isDisjoint(with: holds) else { continue }
        if directions == .both, access[0] == access[1] {
            if index == 0 { add(.vehicleAccess, value, .tagged) }
        } else {
            add(.vehicleAccess, value, .tagged, holds)
        }
    }
    facts += tollFacts(tags)
    let reference = tags[.ref] ?? tags[.internationalRef]
    if let reference, let kind = RouteNumberClass(reference: reference, in: law.code) {
        add(.routeNumberClass, UInt64(kind.rawValue), .derived)
    }
    return facts
}

/// Whether a road is in a tunnel or on a bridge. A road without the tag is not: mappers tag what is
/// there (https://wiki.openstreetmap.org/wiki/Key:tunnel, Key:bridge). A value that cannot be said of
/// a road is a mistake that leaves it open.
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
