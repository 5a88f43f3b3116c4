import RoadMap

/// The result for a way.
enum WayJudgement: Equatable {
    case road(WayFacts)
    case dropped(DroppedWay)
}

/// Decides from its tags whether a way is a road for cars, and reads its facts.
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
    var traits = WayFacts(directions: directions)
    traits.texts = roadTexts(tags, directions)
    traits.closures = timedClosures(tags, noting: &remarks)
    let road = RoadKind(roadClass: roadClass, isLink: isLink, directions: directions)
    var reader = RoadFactReader(tags, road, restricted.intersection(directions), under: law)
    reader.readAll(noting: &remarks)
    traits.facts = reader.facts
    traits.builtUpFacts = builtUpFacts(tags, road, under: law, beside: traits.facts)
    return .road(traits)
}

/// Whether a track is built as firmly as a road.
private func isFirm(_ tags: Tags) -> Bool {
    if tags[.tracktype] == "grade1" { return true }
    return ["paved", "asphalt", "concrete"].contains { tags[.surface] == $0 }
}
