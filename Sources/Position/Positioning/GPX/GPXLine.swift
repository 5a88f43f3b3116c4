public import Geodesy

/// The line that a GPX file draws (GPX 1.0 and 1.1, Topografix): the points of its routes in their
/// order, or where it has no route those of its tracks.
///
/// Times and all other values of the points are skipped. The first point that cannot be read ends
/// the line, since no part of a line may be missing.
public struct GPXLine: Sendable {
    /// A point and its line in the file, counted from 1.
    public struct Point: Sendable, Hashable {
        /// The place.
        public let place: Coordinate
        /// The line of the file.
        public let line: Int
    }

    /// The points, in driving order.
    public private(set) var points: [Point] = []
    /// Whether they are points of a route: the way between two points is not drawn.
    public private(set) var isRoute = false

    /// Reads a file.
    public init(_ bytes: Span<UInt8>) throws(InputProblem) {
        var markup = XMLScanner()
        var index = 0
        while let piece = markup.next(in: bytes, from: &index) {
            guard piece == .tag else {
                throw InputProblem(.brokenXML, line: markup.line, column: markup.column)
            }
            let tag = XMLTag(markup.tag.span)
            guard tag.isOpening else { continue }
            let isRoute = markup.tag.span.holds("rtept", at: tag.name)
            guard isRoute || markup.tag.span.holds("trkpt", at: tag.name) else { continue }
            let place = try GPXPoint(markup.tag.span, tag, line: markup.line).place()
            if isRoute, !self.isRoute {
                self.isRoute = true
                points.removeAll()
            }
            if isRoute == self.isRoute { points.append(Point(place: place, line: markup.line)) }
        }
        if markup.isInside {
            throw InputProblem(.brokenXML, line: markup.line, column: markup.column)
        }
    }
}
