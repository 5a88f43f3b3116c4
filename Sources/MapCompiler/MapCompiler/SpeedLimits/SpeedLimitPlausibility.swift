import RoadMap

extension RoadKind {
    /// Whether a road of this class can have a limit. The bounds are our own, wide enough for the
    /// signs of all of Europe. A value outside of them is a missing or a doubled digit, a mistaken
    /// unit, or the limit of another road.
    func isPlausible(_ limit: SpeedLimit) -> Bool {
        switch limit {
        case .variable: return true
        case .unlimited:
            return [.motorway, .trunk, .primary].contains(roadClass)
        case .walkingPace: return roadClass >= .residential || roadClass == .road
        case .limited: return limit.kilometresPerHour.map(plausibleSpeeds.contains) ?? true
        }
    }

    /// In km/h.
    private var plausibleSpeeds: ClosedRange<Double> {
        switch roadClass {
        case .motorway: (isLink ? 20 : 40)...150
        case .trunk: 20...145
        case .primary: 20...130
        case .secondary, .tertiary, .unclassified, .road: 10...120
        case .residential: 5...80
        case .livingStreet, .pedestrian: 3...40
        case .service, .track: 3...90
        }
    }
}

extension SpeedLimit {
    /// The speed of a number in km/h; infinity for no limit, `nil` for other values.
    var kilometresPerHour: Double? {
        switch self {
        case .limited(let number, let unit):
            Double(number) * (unit == .milesPerHour ? 1.609344 : 1)
        case .unlimited: .infinity
        case .walkingPace, .variable: nil
        }
    }

    /// The limit as in a tag.
    var text: String {
        switch self {
        case .limited(let number, .kilometresPerHour): "\(number)"
        case .limited(let number, .milesPerHour): "\(number) mph"
        case .unlimited: "none"
        case .walkingPace: "walk"
        case .variable: "signals"
        }
    }
}
