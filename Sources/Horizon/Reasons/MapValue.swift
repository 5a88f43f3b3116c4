import Quantities
public import RoadMap
public import Routing

/// The source of a value of the map, as far as the map file records it.
public enum ValueSource: String, Sendable, Hashable, CaseIterable {
    /// A tag of the source.
    case tag
    /// A sign beside the road, by a tag.
    case sign
    /// A correction of the map.
    case overlay
    /// The sign of a zone, by a tag.
    case zone
    /// The law for a kind of road that a tag names.
    case law
    /// A marking on the road, by a tag.
    case marking
    /// Seen on the drives of many cars.
    case observed
    /// The default of the country's law: the source states no value.
    case legalDefault = "legal-default"
    /// Concluded from other tags, or from areas such as land use.
    case derived
    /// The drawn line of the road.
    case line
    /// The elevation of the ground.
    case elevation
}

/// A doubt about a value.
public enum ValueDoubt: String, Sendable, Hashable {
    /// It contradicts the road's class or the neighbouring roads, and is sent all the same.
    case doubtful
    /// It contradicts the road's class or the neighbouring roads, and is not sent.
    case rejected
}

/// A value of the map at a place, with its source.
public struct MapValue {
    /// The value.
    public enum Content {
        /// An attribute of a link. Its range counts from the start node of the link.
        case attribute(Attribute)
        /// A profile at the place: value and error in the unit of the kind, driven in the direction of the place;
        /// the error is `nil` if the map has none.
        case profile(ProfileKind, value: Double, error: Double?)
    }

    /// The value.
    public let content: Content
    /// The source.
    public let source: ValueSource
    /// A doubt about it; `nil` without one.
    public let doubt: ValueDoubt?
    /// The condition under which it holds; `nil` always.
    public let condition: Condition?
}

/// All values of the map at a place in a driving direction.
public struct PlaceValues {
    /// The place.
    public let place: LinkPlace
    /// The link.
    public let link: Link
    /// The values, attributes in the order of the file, then profiles. A value that the map does not know is not here.
    public private(set) var values: [MapValue] = []
    /// The day of the last edit of the way, days since 1970; `nil` if unknown.
    public private(set) var lastEdit: Int?

    /// Reads the values of a link at a place.
    public init(at place: LinkPlace, on map: RoadMap) throws(MapError) {
        self.place = place
        link = try map.link(place.link.link)
        let along = link.offset(place.offset, in: place.link.direction)
        var attributes: [(attribute: Attribute, conditions: [Condition])] = []
        var isLastTaken = false
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .condition || attribute.kind == .previousWay {
                if isLastTaken, attribute.kind == .condition,
                    let condition = Condition(attributeValue: attribute.value)
                {
                    attributes[attributes.count - 1].conditions.append(condition)
                }
                return
            }
            isLastTaken =
                attribute.directions.contains(place.link.direction)
                && attribute.from.metres <= along && along <= attribute.to.metres
            if isLastTaken { attributes.append((attribute, [])) }
        }
        for (attribute, conditions) in attributes {
            if attribute.kind == .lastEdit { lastEdit = Int(exactly: attribute.value) }
            let conditions: [Condition?] = conditions.isEmpty ? [nil] : conditions
            for condition in conditions { values.append(MapValue(attribute, condition)) }
        }
        try addProfiles(at: along, on: map)
    }

    /// Adds the profiles, without those of errors.
    private mutating func addProfiles(at along: Metres, on map: RoadMap) throws(MapError) {
        let kinds: [(ProfileKind, error: ProfileKind?, ValueSource)] = [
            (.curvature, .curvatureError, .line), (.slope, .slopeError, .elevation),
            (.altitude, .altitudeError, .elevation), (.ellipsoidalHeight, nil, .elevation),
        ]
        for (kind, errorKind, source) in kinds {
            guard let value = try Self.value(of: kind, of: link, at: along, on: map) else {
                continue
            }
            let isReversed = kind.isDirected && place.link.direction == .backward
            let error: Double? =
                if let errorKind {
                    try Self.value(of: errorKind, of: link, at: along, on: map)
                } else { nil }
            values.append(
                MapValue(
                    content: .profile(kind, value: isReversed ? -value : value, error: error),
                    source: source, doubt: nil, condition: nil))
        }
    }

    /// The value of a profile at a place; `nil` if it is unknown there.
    private static func value(
        of kind: ProfileKind, of link: Link, at along: Metres, on map: RoadMap
    ) throws(MapError) -> Double? {
        var before: ProfileSpot?
        var found: Double?
        try map.forEachSpot(of: kind, along: link) { (spot, beginsPiece) in
            defer { before = spot }
            guard found == nil else { return }
            if spot.offset.metres.value == along.value { return found = Double(spot.value) }
            guard !beginsPiece, let before, before.offset.metres <= along,
                along < spot.offset.metres
            else { return }
            let share = (along - before.offset.metres) / (spot.offset - before.offset).metres
            found = Double(before.value) + share * Double(spot.value - before.value)
        }
        return found
    }
}

extension MapValue {
    fileprivate init(_ attribute: Attribute, _ condition: Condition?) {
        let isLimit = attribute.kind == .speedLimit || attribute.kind == .particularSpeedLimit
        let rule = isLimit ? SpeedLimitRule(attributeValue: attribute.value) : nil
        doubt =
            rule?.isRejected == true ? .rejected : rule?.isImplausible == true ? .doubtful : nil
        self.condition = condition
        content = .attribute(attribute)
        switch (attribute.provenance, rule?.source) {
        case (.legalDefault, _): source = .legalDefault
        case (.overlay, _): source = .overlay
        case (.observed, _): source = .observed
        case (_, .sign?): source = .sign
        case (_, .zone?): source = .zone
        case (_, .marking?): source = .marking
        case (_, .law?): source = .law
        case (.derived, _): source = .derived
        case (.tagged, _): source = .tag
        }
    }
}
