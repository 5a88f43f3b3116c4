import Geodesy
import Quantities
import RoadMap

/// One entry of an overlay: the roads that it selects, and the facts that replace those of the data there.
public struct OverlayEntry: Sendable {
    /// The roads of an entry.
    enum Selection: Sendable {
        /// A way, or the part between two places.
        case way(Int64, from: End?, to: End?)
        /// Roads along a line.
        case line(Shape)
        /// Roads inside an area.
        case area(RingArea)
        /// The nearest road; of a sign, with the driving direction that it is for.
        case point(Coordinate, bearing: Double?)
    }

    /// An end of a part of a way.
    enum End: Sendable, Hashable {
        /// A distance from the first node, metres.
        case along(Double)
        /// The nearest place of the way.
        case place(Coordinate)
    }

    /// The name of the file.
    public let file: String
    /// The number of the entry in its file, from 1.
    public let number: Int
    /// The line of the file in which it begins, from 1.
    public let line: Int
    /// Its `id`, if it has one.
    public let id: String?
    let selection: Selection
    /// The only way that it may select; `nil` for every way.
    let way: Int64?
    /// Along the way, or along the drawn line.
    let directions: DirectionSet
    let facts: [OverlayFact]
    let validFrom: UTCTime?
    let validUntil: UTCTime?

    /// Whether its validity has a bound, so that it needs a moment.
    public var isTimed: Bool { validFrom != nil || validUntil != nil }

    /// Its facts as properties.
    var factsText: String {
        facts.map { fact in
            switch fact {
            case .limit(let value, let basis):
                "limit \(value ?? "null")" + (basis.map { ", basis \($0)" } ?? "")
            case .conditionalLimit(let value): "conditional_limit \(value ?? "null")"
            case .closed(let isClosed): "closed \(isClosed)"
            case .closedAt(let condition): "closed \(condition)"
            case .oneWay(let value): "oneway \(value)"
            case .roadClass(let value): "class \(value)"
            case .sign(let text): "sign \(text)"
            case .roadWorks: "road_works"
            }
        }.joined(separator: ", ")
    }

    /// Its name in messages.
    public var title: String {
        "\(file): entry \(number)\(id.map { " (\($0))" } ?? "")"
    }
}
