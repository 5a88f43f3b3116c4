import Quantities

/// Reads gpsd's JSON protocol, from its socket or from a log of it.
///
/// ```swift
/// var reader = GPSDReader()
/// socket.write(GPSDReader.watchCommand)          // once gpsd has greeted us with VERSION
/// reader.ingest(chunk.span) { output in … }
/// ```
/// TPV reports become fixes; two reports of the same moment become one, the first, because its place
/// is the same and it came earlier. Sentences that gpsd passes through in between (`raw`, and the
/// `.chk` files of its tests) and comments are skipped. Source: gpsd_json(5).
public struct GPSDReader: Sendable {
    /// What was read and what was left out, and why.
    public struct Counts: Sendable, Hashable {
        /// Lines of JSON.
        public var reports = 0
        /// Of these, those of classes that are not used.
        public var unused = 0
        /// TPV reports of another device than the one asked for.
        public var otherDevice = 0
        /// TPV reports of a moment already reported.
        public var repeated = 0
        /// TPV reports that became a fix.
        public var fixes = 0
        /// TPV reports that say there is none.
        public var noFixes = 0
        /// Lines that are not JSON: sentences passed through, comments.
        public var foreign = 0
        /// Lines beyond the length limit.
        public var tooLong = 0
        /// Lines that are broken or hold what they should not.
        public var malformed = 0
        /// Errors that gpsd reported.
        public var errors = 0
    }

    /// What to send to gpsd so that it reports, line end included.
    public static let watchCommand = "?WATCH={\"enable\":true,\"json\":true};\n"

    private var lines = LineAssembler(limit: GPSDLine.limit)
    private var content: Content

    /// What was read and what was left out, and why.
    public var counts: Counts { content.counts }

    /// The version of the protocol that gpsd greeted with, `nil` before it did.
    public var protocolVersion: (major: Int, minor: Int)? { content.version }

    /// A reader at the start of a connection or a log.
    /// - Parameter device: The device whose reports are wanted, as gpsd names it (`/dev/ttyUSB0`);
    ///   `nil` takes those of all.
    public init(device: String? = nil) {
        content = Content(device: device)
    }

    /// Reads on.
    public mutating func ingest(_ bytes: Span<UInt8>, _ sink: (PositionOutput) -> Void) {
        ingestMarked(bytes) { output, _ in sink(output) }
    }

    /// Ends the input: a last line without a line end is read.
    public mutating func finish(_ sink: (PositionOutput) -> Void) {
        finishMarked { output, _ in sink(output) }
    }

    mutating func ingestMarked(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
        var index = 0
        while index < bytes.count {
            guard let piece = lines.next(in: bytes, from: &index) else { return }
            switch piece {
            case .inChunk(let range): content.read(bytes.extracting(range), lines.line, sink)
            case .inBuffer: readBuffer(sink)
            case .tooLong: content.reportTooLong(lines.line, sink)
            }
        }
    }

    mutating func finishMarked(_ sink: MarkedSink) {
        switch lines.last() {
        case .inBuffer: readBuffer(sink)
        case .tooLong: content.reportTooLong(lines.line, sink)
        case .inChunk, nil: break
        }
    }

    private mutating func readBuffer(_ sink: MarkedSink) {
        let line = lines.buffer
        content.read(line.span, lines.line, sink)
    }

    /// What the lines say, apart from how they are put together.
    private struct Content: Sendable {
        let device: String?
        var counts = Counts()
        var version: (major: Int, minor: Int)?
        var lastTime: Int64?

        init(device: String?) { self.device = device }

        mutating func reportTooLong(_ line: Int, _ sink: MarkedSink) {
            counts.tooLong += 1
            let kind = InputProblem.Kind.tooLong(limit: GPSDLine.limit)
            sink(.problem(InputProblem(kind, line: line, column: 1)), SourceMark(line: line))
        }

        mutating func read(_ bytes: Span<UInt8>, _ line: Int, _ sink: MarkedSink) {
            guard bytes.count > 0 else { return }
            switch bytes[0] {
            case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "\\"):
                counts.foreign += 1
                return
            default: break
            }
            do throws(JSONObjectScanner.Failure) {
                let members = try GPSDLine(bytes)
                counts.reports += 1
                try read(members, bytes, line, sink)
            } catch {
                counts.malformed += 1
                let problem = InputProblem(error.kind, line: line, column: error.offset + 1)
                sink(.problem(problem), SourceMark(line: line))
            }
        }

        private mutating func read(
            _ members: GPSDLine,
            _ bytes: Span<UInt8>,
            _ line: Int,
            _ sink: MarkedSink
        ) throws(JSONObjectScanner.Failure) {
            guard let reportClass = members.reportClass else {
                counts.unused += 1
                return
            }
            if bytes.holds("TPV", at: reportClass) {
                if let device, let range = members.device, !bytes.holds(device, at: range) {
                    counts.otherDevice += 1
                    return
                }
                report(try members.event(bytes), line, sink)
            } else if bytes.holds("VERSION", at: reportClass) {
                if let major = members.integer(bytes, members.major),
                    let minor = members.integer(bytes, members.minor)
                {
                    version = (major, minor)
                }
            } else if bytes.holds("ERROR", at: reportClass) {
                counts.errors += 1
                let message = members.message.map { bytes.text($0) } ?? "an error"
                let column = (members.message?.lowerBound ?? 0) + 1
                let problem = InputProblem(.gpsdError(message), line: line, column: column)
                sink(.problem(problem), SourceMark(line: line))
            } else {
                // DEVICES, WATCH, SKY and the rest say nothing about the place.
                counts.unused += 1
            }
        }

        private mutating func report(_ event: PositionEvent, _ line: Int, _ sink: MarkedSink) {
            switch event {
            case .fix(let fix):
                if let time = fix.time?.nanoseconds {
                    if time == lastTime {
                        counts.repeated += 1
                        return
                    }
                    lastTime = time
                }
                counts.fixes += 1
            case .noFix: counts.noFixes += 1
            }
            let time = event.time.map { Nanoseconds($0.nanoseconds) }
            sink(.event(event), SourceMark(time: time, line: line))
        }
    }
}
