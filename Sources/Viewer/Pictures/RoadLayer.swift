import Quantities
import RoadMap
import RoadTiles

/// What colours the roads of a picture.
public enum RoadLayer: String, Sendable, CaseIterable {
    /// The mean altitude of the link.
    case height
    /// The mean amount of the slope along the link.
    case slope
    /// The speed limit in the middle of the link.
    case limit
    /// The functional road class.
    case `class`
    /// The number of lanes.
    case lanes
    /// How many of speed limit, lanes, slope and height are known.
    case coverage

    /// The title of a legend, without the unit.
    public var title: String {
        switch self {
        case .height: "Average height"
        case .slope: "Average slope"
        case .limit: "Speed limit"
        case .class: "Functional road class"
        case .lanes: "Lanes"
        case .coverage: "Known of speed limit, lanes, slope and height"
        }
    }

    /// The value of a link; `nil` if it is unknown.
    func value(of summary: RoadSummary) -> Double? {
        switch self {
        case .height: summary.meanHeight
        case .slope: summary.meanSlope
        case .limit: Self.number(summary.limit)
        case .class: summary.roadClass.map { Double($0 - 1) }
        case .lanes: summary.lanes.map { Double($0) }
        case .coverage:
            Double(
                [
                    summary.limit != nil, summary.lanes != nil, summary.meanSlope != nil,
                    summary.meanHeight != nil,
                ].count { $0 })
        }
    }

    /// The scale of the values of a map. The range of heights is that of the map.
    func scale(of values: [Double], unit: String) -> ColourScale {
        switch self {
        case .height:
            let low = ((values.min() ?? 0) / 10).rounded(.down) * 10
            let high = max(((values.max() ?? 0) / 10).rounded(.up) * 10, low + 10)
            let marks = (0...4).map { low + ((high - low) * Double($0) / 4).rounded() }
            return ColourScale(from: low, to: high, marks: marks, unit: "m")
        case .slope: return ColourScale(from: 0, to: 12, marks: [0, 3, 6, 9, 12], unit: "%")
        case .limit:
            let marks: [Double] =
                unit == "mph" ? [10, 20, 30, 40, 50, 60, 70] : [10, 30, 50, 70, 90, 110, 130]
            return ColourScale(from: marks[0], to: marks[6], marks: marks, unit: unit)
        case .class: return ColourScale(names: (1...6).map { "class \($0)" })
        case .lanes: return ColourScale(from: 1, to: 5, marks: [1, 2, 3, 4, 5], unit: "")
        case .coverage:
            return ColourScale(from: 0, to: 4, marks: [0, 1, 2, 3, 4], unit: "of 4")
        }
    }

    /// A limit as a number of its own unit. Without a limit the brightest colour counts; a variable one is unknown.
    private static func number(_ limit: SpeedLimit?) -> Double? {
        switch limit {
        case .limited(let number, _): Double(number)
        case .unlimited: .infinity
        case .walkingPace: 0
        case .variable, nil: nil
        }
    }
}
