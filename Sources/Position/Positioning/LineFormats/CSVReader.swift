import Geodesy
import Quantities

/// Reads fixes from CSV.
///
/// ```
/// time,latitude,longitude,course,speed,accuracy
/// 1399392858,41.1669,-8.613234,271.5,12.3,4
/// 1399392859,41.1669,-8.613380,,,
/// ```
/// The first line names the columns, in any order, in capitals or small letters; time, latitude and
/// longitude must be there. The first one of
/// - `time`, `timestamp`, `datetime`: seconds from any origin (Unix time where it is meant to be a date), or
///   a moment of ISO 8601, `2024-05-01T12:00:00.5+02:00`, which is UTC where it does not say what it is;
/// - `latitude`, `lat` and `longitude`, `lon`, `lng`, `long`: degrees, WGS 84;
/// - `course`, `bearing`, `heading`: the course over ground, degrees from true north;
/// - `speed`: m/s;
/// - `accuracy`, `horizontal_accuracy`, `horizontalaccuracy`, `hacc`: m, one standard deviation of one axis
///
/// is read, other columns are ignored. Cells are parted by comma, semicolon or tab, as in the
/// header, and may stand in quotation marks; numbers have a decimal point, since of `1,5` nobody
/// knows whether it is one number or two. An empty cell is not known; a row without latitude and
/// longitude says that there is no fix. A course, speed or accuracy that cannot be used is unknown
/// too, and reported. Blanks around cells are ignored, empty lines too, and a byte order mark
/// before the header.
public struct CSVReader: Sendable {
    /// The numbers of used and rejected input.
    public struct Counts: Sendable, Hashable {
        /// Rows, without the header.
        public var rows = 0
        /// Rows that became a fix.
        public var fixes = 0
        /// Rows without a place.
        public var noFixes = 0
        /// Rows left out.
        public var malformed = 0
        /// Values left out of rows that were used.
        public var values = DroppedValues()
    }

    private var reader = LineReader(CSVContent())

    /// The numbers of used and rejected input.
    public var counts: Counts { reader.content.counts }

    /// A reader at the start of an input.
    public init() {}

    /// Reads the next bytes.
    public mutating func ingest(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
        reader.ingest(bytes, sink)
    }

    /// Ends the input: a last line without a line end is read.
    public mutating func finish(_ sink: MarkedSink) { reader.finish(sink) }
}

/// The content of the rows of a CSV.
struct CSVContent: LineContent {
    static let limit = 1024

    private(set) var counts = CSVReader.Counts()
    /// The columns by the header, `nil` before it was read.
    private var columns: CSVColumns?
    /// Whether the header cannot be used. Then no row is read.
    private var isHeaderBroken = false

    mutating func reportTooLong(_ line: Int, _ sink: MarkedSink) {
        counts.rows += 1
        counts.malformed += 1
        let problem = InputProblem(.tooLong(limit: Self.limit), line: line, column: 1)
        sink(.problem(problem), SourceMark(line: line))
    }

    mutating func read(_ bytes: Span<UInt8>, _ line: Int, _ sink: MarkedSink) {
        guard !isHeaderBroken, CSVFields.hasContent(bytes) else { return }
        do throws(InputProblem) {
            guard let columns else {
                columns = try CSVColumns(header: bytes, line: line) {
                    sink(.problem($0), SourceMark(line: line))
                }
                return
            }
            counts.rows += 1
            let event = try columns.event(bytes, line: line) {
                counts.values.count($0)
                sink(.problem($1), SourceMark(line: line))
            }
            switch event {
            case .fix: counts.fixes += 1
            case .noFix: counts.noFixes += 1
            }
            let time = event.time.map { Nanoseconds($0.nanoseconds) }
            sink(.event(event), SourceMark(time: time, line: line))
        } catch {
            if columns == nil { isHeaderBroken = true } else { counts.malformed += 1 }
            sink(.problem(error), SourceMark(line: line))
        }
    }
}
