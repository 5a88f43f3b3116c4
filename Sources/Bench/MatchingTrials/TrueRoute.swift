public import Geodesy

import Quantities

/// The roads that a vehicle really drove: segments between neighbouring nodes of the map, in driving order.
///
/// A match is scored by whole segments: the route mismatch fraction of Newson and Krumm 2009
/// (doi:10.1145/1653771.1653818), and the share of fixes on the right road in the right direction.
public struct TrueRoute {
    /// A segment from one node to the next.
    public struct Segment: Hashable {
        /// Where it begins.
        public var start: Coordinate
        /// Where it ends.
        public var end: Coordinate

        /// A segment between two places.
        public init(_ start: Coordinate, _ end: Coordinate) {
            self.start = start
            self.end = end
        }

        /// The same segment driven the other way.
        var reversed: Segment { Segment(end, start) }

        /// The segment without its direction: one of both ways.
        var undirected: Segment {
            (start.latitudeE7, start.longitudeE7) < (end.latitudeE7, end.longitudeE7) ? self : reversed
        }
    }

    /// The segments, in driving order.
    public let segments: [Segment]
    private let directed: Set<Segment>
    private let undirected: Set<Segment>
    private let nodes: Set<Coordinate>
    /// Within this distance of a node of the route, metres, each segment there is right.
    private static let nodeRadius = 5.0
    /// Segments whose distances from a place differ by less are equally near, metres.
    private static let sameDistance = 0.05

    /// A route of its segments. Between segments that do not meet, the truth is unknown.
    public init(_ segments: [Segment]) {
        self.segments = segments
        directed = Set(segments)
        undirected = Set(segments.map(\.undirected))
        nodes = Set(segments.flatMap { [$0.start, $0.end] })
    }

    /// The route in a text with one segment a line: longitude and latitude of its start and of its end, in units
    /// of 10⁻⁷ degrees, separated by spaces. `nil` where a line is none.
    public init?(text: String) {
        var segments: [Segment] = []
        for line in text.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int32($0) }
            guard numbers.count == 4,
                let start = Coordinate(latitudeE7: numbers[1], longitudeE7: numbers[0]),
                let end = Coordinate(latitudeE7: numbers[3], longitudeE7: numbers[2])
            else { return nil }
            segments.append(Segment(start, end))
        }
        self.init(segments)
    }

    /// The length of the route, each segment counted once, metres.
    public var length: Double {
        undirected.reduce(0) { $0 + $1.start.distance(to: $1.end).value }
    }

    /// The length of the segments of the route that lines do not have, and of the segments of the lines that the
    /// route does not have, metres.
    public func mismatch(of lines: [[Coordinate]]) -> (missed: Double, added: Double) {
        var matched: Set<Segment> = []
        for line in lines {
            for (start, end) in zip(line, line.dropFirst()) where start != end {
                matched.insert(Segment(start, end).undirected)
            }
        }
        func length(_ segments: Set<Segment>) -> Double {
            segments.reduce(0) { $0 + $1.start.distance(to: $1.end).value }
        }
        return (length(undirected.subtracting(matched)), length(matched.subtracting(undirected)))
    }

    /// Whether a place on the line of a road, which is driven from its first point to its last, is on the route in
    /// its direction.
    public func isRight(_ place: Coordinate, on line: [Coordinate]) -> Bool {
        let frame = LocalFrame(around: place)
        let parts = zip(line, line.dropFirst()).map { start, end in
            (
                segment: Segment(start, end),
                distance: Self.project(Segment(start, end), in: frame).distance
            )
        }
        guard let nearest = parts.map(\.distance).min() else { return false }
        for part in parts where part.distance <= nearest + Self.sameDistance {
            if directed.contains(part.segment) { return true }
            if directed.contains(part.segment.reversed) { continue }
            for node in [part.segment.start, part.segment.end] where nodes.contains(node) {
                if frame.project(node).length <= Self.nodeRadius { return true }
            }
        }
        return false
    }

    /// Whether the route reaches a fix: its nearest place on the route is none of the loose ends.
    public func reaches(_ fix: Coordinate) -> Bool {
        let frame = LocalFrame(around: fix)
        var nearest = (distance: Double.infinity, fraction: 0.0, index: -1)
        for (index, segment) in segments.enumerated() {
            let (distance, fraction) = Self.project(segment, in: frame)
            if distance < nearest.distance { nearest = (distance, fraction, index) }
        }
        let index = nearest.index
        guard index >= 0 else { return false }
        let beginsLoosely = index == 0 || segments[index - 1].end != segments[index].start
        let endsLoosely =
            index + 1 == segments.count || segments[index].end != segments[index + 1].start
        return !(beginsLoosely && nearest.fraction <= 0 || endsLoosely && nearest.fraction >= 1)
    }

    /// The distance of the origin of a frame from a segment, metres, and how far along the segment the nearest
    /// place of its line lies: 0 at the start, 1 at the end, and beyond both.
    private static func project(
        _ segment: Segment, in frame: LocalFrame
    ) -> (distance: Double, fraction: Double) {
        let start = frame.project(segment.start)
        let along = frame.project(segment.end) - start
        let fraction = along.lengthSquared > 0 ? -start.dot(along) / along.lengthSquared : 0
        return ((start + along * min(max(fraction, 0), 1)).length, fraction)
    }
}
