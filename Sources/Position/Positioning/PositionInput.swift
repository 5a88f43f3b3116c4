/// The formats of position input.
public enum PositionFormat: Sendable, Hashable {
    /// Sentences of NMEA 0183.
    case nmea
    /// gpsd's JSON protocol.
    case gpsd
    /// Track points of GPX.
    case gpx
    /// Values separated by comma, semicolon or tab, with a header.
    case csv

    /// The number of bytes at the start of an input that have to show its format.
    static let headLimit = 65_536

    /// The format by the first bytes of an input; `nil` where they do not show it (yet).
    ///
    /// A line that begins with `{` makes it gpsd JSON, even after sentences (gpsd passes them
    /// through). Otherwise `$` with an address and a comma makes it NMEA, anywhere in a line,
    /// because logs begin with noise and banners. A first line with a column for the latitude makes
    /// it CSV. An input that begins with
    /// `<` is XML, and GPX if it has a `<gpx`.
    public static func detect(_ head: Span<UInt8>) -> PositionFormat? {
        if beginsWithBracket(head) { return contains(head, "<gpx") ? .gpx : nil }
        var sawSentence = false
        var isHeader = false
        var sawLine = false
        var start = 0
        while start < head.count {
            var end = start
            while end < head.count, head[end] != 0x0A { end += 1 }
            let hasReturn = end > start && head[end - 1] == 0x0D
            let line = head.extracting(start..<(hasReturn ? end - 1 : end))
            if line.count > 0, line[0] == UInt8(ascii: "{") { return .gpsd }
            if !sawSentence { sawSentence = hasSentence(line) }
            if !sawLine, CSVFields.hasContent(line) {
                sawLine = true
                isHeader = CSVColumns.isHeader(line)
            }
            start = end + 1
        }
        if isHeader { return .csv }
        return sawSentence ? .nmea : nil
    }

    private static func beginsWithBracket(_ head: Span<UInt8>) -> Bool {
        var index = 0
        // After blanks and a byte order mark.
        while index < head.count, head[index] <= 0x20 || head[index] >= 0x80 { index += 1 }
        return index < head.count && head[index] == UInt8(ascii: "<")
    }

    private static func hasSentence(_ line: Span<UInt8>) -> Bool {
        var index = 0
        while index + 6 < line.count {
            if line[index] == UInt8(ascii: "$") {
                var end = index + 1
                while end < line.count, end < index + 6, isAddress(line[end]) { end += 1 }
                if end == index + 6, line[end] == UInt8(ascii: ",") { return true }
            }
            index += 1
        }
        return false
    }

    private static func isAddress(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
    }

    private static func contains(_ line: Span<UInt8>, _ text: String) -> Bool {
        let length = text.utf8.count
        var index = 0
        while index + length <= line.count {
            if line.holds(text, at: index..<index + length) { return true }
            index += 1
        }
        return false
    }
}

/// Reads positions in any format, for inputs without a stated format: standard input, a file.
public struct PositionInput: Sendable {
    private enum Reader: Sendable {
        case undecided
        case nmea(NMEAReader)
        case gpsd(GPSDReader)
        case gpx(GPXReader)
        case csv(CSVReader)
        case unreadable
    }

    private var reader = Reader.undecided
    /// The bytes before the format was known.
    private var head: [UInt8] = []

    /// The format, `nil` before it is known.
    public var format: PositionFormat? {
        switch reader {
        case .nmea: return .nmea
        case .gpsd: return .gpsd
        case .gpx: return .gpx
        case .csv: return .csv
        case .undecided, .unreadable: return nil
        }
    }

    /// The numbers of used and rejected input so far; `nil` before the format is known.
    public var tally: InputTally? {
        switch reader {
        case .nmea(let reader): return reader.counts.inputTally
        case .gpsd(let reader): return reader.counts.inputTally
        case .gpx(let reader): return reader.counts.inputTally
        case .csv(let reader): return reader.counts.inputTally
        case .undecided, .unreadable: return nil
        }
    }

    /// The reader of gpsd's reports, if the input is of gpsd.
    public var gpsd: GPSDReader? {
        if case .gpsd(let reader) = reader { reader } else { nil }
    }

    /// An input at its start.
    /// - Parameter format: The format; with `nil` the first bytes show it.
    public init(format: PositionFormat? = nil) {
        if let format { choose(format) }
    }

    /// The reports of gpsd: of one device, or with `nil` of all.
    public init(gpsdDevice device: String?) { reader = .gpsd(GPSDReader(device: device)) }

    /// Hands on the present epoch without waiting for more; see ``NMEAReader/flush(_:)``.
    public mutating func flush(_ sink: MarkedSink) {
        guard case .nmea(var reader) = self.reader else { return }
        self.reader = .undecided
        reader.flush(sink)
        self.reader = .nmea(reader)
    }

    /// Ends a whole sentence without a line end; see ``NMEAReader/endWholeSentence(_:)``.
    public mutating func endWholeSentence(_ sink: MarkedSink) {
        guard case .nmea(var reader) = self.reader else { return }
        self.reader = .undecided
        reader.endWholeSentence(sink)
        self.reader = .nmea(reader)
    }

    /// Reads the next bytes.
    public mutating func ingest(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
        // Taken out of the enum and put back, so that its buffers are not copied.
        let taken = reader
        reader = .unreadable
        switch consume taken {
        case .undecided:
            reader = .undecided
            gather(bytes, sink)
        case .nmea(var nmea):
            nmea.ingest(bytes, sink)
            reader = .nmea(nmea)
        case .gpsd(var gpsd):
            gpsd.ingest(bytes, sink)
            reader = .gpsd(gpsd)
        case .gpx(var gpx):
            gpx.ingest(bytes, sink)
            reader = .gpx(gpx)
        case .csv(var csv):
            csv.ingest(bytes, sink)
            reader = .csv(csv)
        case .unreadable: break
        }
    }

    /// Ends the input. An input without a known format is reported as a problem.
    public mutating func finish(_ sink: MarkedSink) {
        if case .undecided = reader { decide(sink, isComplete: true) }
        let taken = reader
        reader = .unreadable
        switch consume taken {
        case .nmea(var nmea):
            nmea.finish(sink)
            reader = .nmea(nmea)
        case .gpsd(var gpsd):
            gpsd.finish(sink)
            reader = .gpsd(gpsd)
        case .gpx(var gpx):
            gpx.finish(sink)
            reader = .gpx(gpx)
        case .csv(var csv):
            csv.finish(sink)
            reader = .csv(csv)
        case .undecided, .unreadable: break
        }
    }

    private mutating func choose(_ format: PositionFormat) {
        switch format {
        case .nmea: reader = .nmea(NMEAReader())
        case .gpsd: reader = .gpsd(GPSDReader())
        case .gpx: reader = .gpx(GPXReader())
        case .csv: reader = .csv(CSVReader())
        }
    }

    private mutating func gather(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
        head.reserveCapacity(head.count + bytes.count)
        var sawLineEnd = false
        for index in bytes.indices {
            head.append(bytes[index])
            if bytes[index] == 0x0A { sawLineEnd = true }
        }
        guard sawLineEnd || head.count >= PositionFormat.headLimit else { return }
        decide(sink, isComplete: head.count >= PositionFormat.headLimit)
    }

    private mutating func decide(_ sink: MarkedSink, isComplete: Bool) {
        let gathered = head
        let end = min(gathered.count, PositionFormat.headLimit)
        guard let format = PositionFormat.detect(gathered.span.extracting(0..<end)) else {
            guard isComplete else { return }
            head = []
            reader = .unreadable
            let problem = InputProblem(.unknownFormat, line: 1, column: 1)
            sink(.problem(problem), SourceMark(line: 1))
            return
        }
        head = []
        choose(format)
        ingest(gathered.span, sink)
    }
}
