import Quantities

/// Reads the track points of a GPX file (GPX 1.0 and 1.1, Topografix).
///
/// ```
/// <trkpt lat="42.50632" lon="1.52107"><ele>1021.5</ele><time>2024-11-22T17:12:44Z</time></trkpt>
/// ```
/// Of a point `lat`, `lon`, `time`, `ele`, `fix`, `hdop` and, from GPX 1.0 or any extension,
/// `speed` in m/s and `course` are read. A time without a zone is UTC, as GPX has it. A point without a time
/// has no place in a drive and is rejected. Waypoints and routes are skipped. Another value that
/// cannot be used is unknown, and reported. Elements of any name space count by their name alone.
public struct GPXReader: Sendable {
    /// The numbers of used and rejected input.
    public struct Counts: Sendable, Hashable {
        /// Track points.
        public var points = 0
        /// Points that became a fix.
        public var fixes = 0
        /// Points without a fix.
        public var noFixes = 0
        /// Points left out.
        public var malformed = 0
        /// Values left out of points that were used.
        public var values = DroppedValues()
        /// Places at which the XML is broken.
        public var brokenXML = 0
    }

    private var markup = XMLScanner()
    private var point: GPXPoint?
    private var tally = Counts()

    /// The numbers of used and rejected input.
    public var counts: Counts { tally }

    /// A reader at the start of an input.
    public init() {}

    /// Reads the next bytes.
    public mutating func ingest(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
        var index = 0
        while index < bytes.count {
            switch markup.next(in: bytes, from: &index) {
            case .tag: readTag(sink)
            case .broken: broken(sink)
            case nil: return
            }
        }
    }

    /// Ends the input.
    public mutating func finish(_ sink: MarkedSink) {
        if markup.isInside || point != nil { broken(sink) }
        point = nil
    }

    private mutating func broken(_ sink: MarkedSink) {
        tally.brokenXML += 1
        let problem = InputProblem(.brokenXML, line: markup.line, column: markup.column)
        sink(.problem(problem), SourceMark(line: markup.line))
    }

    private mutating func readTag(_ sink: MarkedSink) {
        let tag = XMLTag(markup.tag.span)
        if markup.tag.span.holds("trkpt", at: tag.name) {
            if tag.isOpening {
                point = GPXPoint(markup.tag.span, tag, line: markup.line)
            }
            if tag.isClosing, let point {
                end(point, sink)
                self.point = nil
            }
            return
        }
        guard var point, tag.isClosing, !tag.isOpening else { return }
        defer { self.point = point }
        let dropped = point.take(
            markup.text.span, of: tag.name, in: markup.tag.span, at: (markup.line, markup.column))
        guard let dropped else { return }
        tally.values.count(dropped.field)
        sink(.problem(dropped.problem), SourceMark(line: dropped.problem.line))
    }

    private mutating func end(_ point: GPXPoint, _ sink: MarkedSink) {
        tally.points += 1
        do throws(InputProblem) {
            let event = try point.event()
            switch event {
            case .fix: tally.fixes += 1
            case .noFix: tally.noFixes += 1
            }
            let time = event.time.map { Nanoseconds($0.nanoseconds) }
            sink(.event(event), SourceMark(time: time, line: point.line))
        } catch {
            tally.malformed += 1
            sink(.problem(error), SourceMark(line: error.line))
        }
    }
}
