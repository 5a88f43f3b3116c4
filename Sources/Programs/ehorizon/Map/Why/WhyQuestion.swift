import Console
import Geodesy
import Quantities
import RoadMap
import TextFiles

/// The roads that `ehorizon map why` explains.
enum WhyQuestion {
    /// Links near a position.
    case place(Coordinate, within: Double)
    /// A link, or all links of a way.
    case link(LinkArgument)

    /// Reads a position or a link.
    init(_ text: String, within: Double) throws {
        if text.contains(",") {
            guard let place = PlaceArgument(argument: text), place.heading == nil else {
                throw UsageFailure("\(text): not LAT,LON in degrees, such as 53.53763,13.26155")
            }
            guard within > 0, within <= 1000 else {
                throw UsageFailure("--within \(within): more than 0 and up to 1000 m")
            }
            self = .place(place.coordinate, within: within)
        } else {
            self = .link(try LinkArgument(text))
        }
    }

    /// The way that it names; `nil` where only a map knows it.
    var way: Int64? { if case .link(let link) = self { link.namedWay } else { nil } }

    /// The failure where a map has no such road.
    func refusal(_ map: String, _ words: String) -> any Error {
        switch self {
        case .place(_, let within):
            Failure("\(map): no road within \(within.fixed(0)) m of \(words); try --within")
        case .link(let wanted): LinkFinder(wanted).refusal(map)
        }
    }

    /// The same question about one way.
    func of(way: Int64) -> WhyQuestion {
        guard case .link(let link) = self, link.namedWay != way else { return self }
        return .link(.way(way))
    }

    /// A link with its values in words.
    struct Road: Equatable {
        let id: StableLinkID
        let title: String
        let lines: [String]
    }

    /// The links with their values of some kinds, the nearest first.
    func values(of value: WhyValue, on map: RoadMap) throws -> [Road] {
        var found: [(distance: Double, along: Metres?, link: Link)] = []
        switch self {
        case .place(let place, let within):
            let frame = LocalFrame(around: place)
            try map.forEachLink(in: frame.box(radius: Metres(within))) {
                (link) throws(MapError) in
                var shape = Shape()
                try map.appendShape(of: link, to: &shape)
                guard let nearest = shape.nearest(in: frame),
                    nearest.distanceSquared <= within * within
                else { return }
                found.append(
                    (
                        nearest.distanceSquared.squareRoot(),
                        min(nearest.along, link.length.metres), link
                    ))
            }
        case .link(let wanted):
            var finder = LinkFinder(wanted)
            try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
                if try finder.takes(link, on: map) { found.append((0, nil, link)) }
            }
        }
        return try found.sorted { $0.distance < $1.distance }.map { _, along, link in
            let id = try map.stableID(of: link)
            let at = along.map { " at \($0.value.fixed(0)) of" } ?? ""
            let length = link.length.metres.value.fixed(0)
            return Road(
                id: id, title: "link \(id.text),\(at) \(length) m",
                lines: try Self.lines(of: link, value, at: along, on: map))
        }
    }

    private static func lines(
        of link: Link, _ value: WhyValue, at along: Metres?, on map: RoadMap
    ) throws(MapError) -> [String] {
        var lines: [String] = []
        var isTaken = false
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            let words = try AttributeText.value(of: attribute, link, on: map)
            if attribute.kind == .condition {
                if isTaken { lines[lines.count - 1] += " @ \(words)" }
                return
            }
            isTaken =
                value.kinds.contains(attribute.kind)
                && along.map { attribute.from.metres <= $0 && $0 <= attribute.to.metres } ?? true
            guard isTaken else { return }
            let range =
                attribute.from == .zero && attribute.to == link.length
                ? ""
                : ", \(attribute.from.metres.value.fixed(0)) to \(attribute.to.metres.value.fixed(0)) m"
            lines.append(
                "\(AttributeText.name(of: attribute.kind)) \(words), "
                    + "\(AttributeText.text(attribute.directions))\(range), "
                    + attribute.provenance.name)
        }
        return lines
    }
}
