/// The content of the lines of a format.
protocol LineContent: Sendable {
    /// The longest line taken, bytes.
    static var limit: Int { get }
    /// Takes a line, without its end.
    mutating func read(_ bytes: Span<UInt8>, _ line: Int, _ sink: MarkedSink)
    /// Notes that a line was longer than that.
    mutating func reportTooLong(_ line: Int, _ sink: MarkedSink)
}

/// Reads a format of lines from a stream of bytes.
struct LineReader<Content: LineContent>: Sendable {
    private var lines = LineAssembler(limit: Content.limit)
    /// The content of the lines so far.
    private(set) var content: Content

    init(_ content: Content) { self.content = content }

    mutating func ingest(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
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

    /// Reads a last line without a line end.
    mutating func finish(_ sink: MarkedSink) {
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
}
