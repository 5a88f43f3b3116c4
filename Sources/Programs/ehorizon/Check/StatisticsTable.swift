import ADASISv2
import JSONWriting
import ProtocolChecker
import Quantities
import TextFiles

/// The statistics of senders, side by side.
struct StatisticsTable {
    /// The bit rate of the bus, bit/s; `nil` where it is not given.
    let bitRate: Int?
    private var columns: [(name: String, statistics: SenderStatistics)] = []

    init(bitRate: Int?) { self.bitRate = bitRate }

    mutating func add(_ name: String, _ statistics: SenderStatistics) {
        columns.append((name, statistics))
    }

    /// The figures, a line each, with a column for each log. A figure that a log does not give is `–`.
    var text: String {
        var rows = [["figure"] + columns.map(\.name)]
        for row in general {
            rows.append(
                [row.name] + columns.map { Self.cell(row.value($0.statistics), row.places) })
        }
        for kind in MessageKind.standard {
            let kinds = columns.map { column in column.statistics.kinds.first { $0.kind == kind } }
            guard kinds.contains(where: { $0 != nil }) else { continue }
            for row in Self.rows(of: kind) {
                rows.append(
                    ["\(kind.name) \(row.name)"]
                        + kinds.map { Self.cell($0.flatMap(row.value), row.places) })
            }
        }
        let widths = (0...columns.count).map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + blanks : blanks + cell
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }

    /// One object a line for each log.
    var json: String {
        var writer = JSONWriter()
        for (name, statistics) in columns {
            writer.beginObject()
            writer.text("log", name)
            for row in general {
                writer.number(row.key, row.value(statistics), places: row.places)
            }
            writer.beginArray("messages")
            for kind in statistics.kinds {
                writer.beginObject()
                writer.text("message", kind.kind.name)
                for row in Self.rows(of: kind.kind) {
                    writer.number(row.key, row.value(kind), places: row.places)
                }
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
            writer.endLine()
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func cell(_ value: Double?, _ places: Int) -> String {
        value.map { decimalText($0, places: places) } ?? "–"
    }

    private struct Row<Source>: Sendable {
        let name: String
        let key: String
        var places = 0
        let value: @Sendable (Source) -> Double?
    }

    /// The figures of a log; with a bit rate the load too.
    private var general: [Row<SenderStatistics>] {
        guard let bitRate = bitRate.map(Double.init) else { return Self.always }
        return Self.always + [
            Row(name: "load %, mean", key: "load_percent", places: 2) {
                Self.perSecond($0.bits, $0).map { $0 / bitRate * 100 }
            },
            Row(name: "load %, most", key: "most_load_percent", places: 2) {
                Double($0.mostBitsPerSecond) / bitRate * 100
            },
        ]
    }

    private static let always: [Row<SenderStatistics>] = [
        Row(name: "duration s", key: "duration_s", places: 1) { $0.duration.seconds },
        Row(name: "frames", key: "frames") { Double($0.frames) },
        Row(name: "frames per second, mean", key: "frames_per_second", places: 1) {
            perSecond($0.frames, $0)
        },
        Row(name: "frames per second, most", key: "most_frames_per_second") {
            Double($0.mostFramesPerSecond)
        },
        Row(name: "bits per second, mean", key: "bits_per_second") { perSecond($0.bits, $0) },
        Row(name: "bits per second, most", key: "most_bits_per_second") {
            Double($0.mostBitsPerSecond)
        },
        Row(name: "reach m, median", key: "reach_median_m") { $0.reach.median },
        Row(name: "reach m, most", key: "reach_most_m") { $0.reach.maximum },
        Row(name: "paths, median", key: "paths_median") { $0.paths.median },
        Row(name: "paths, most", key: "paths_most") { $0.paths.maximum },
    ]

    private static func perSecond(_ number: Int, _ statistics: SenderStatistics) -> Double? {
        let seconds = statistics.duration.seconds
        return seconds > 0 ? Double(number) / seconds : nil
    }

    private static func rows(of kind: MessageKind) -> [Row<SenderStatistics.Kind>] {
        var rows: [Row<SenderStatistics.Kind>] = [
            Row(name: "frames", key: "frames") { Double($0.frames) }
        ]
        rows += [
            Row(name: "interval ms, least", key: "interval_least_ms", places: 1) {
                $0.intervals.minimum
            },
            Row(name: "interval ms, mean", key: "interval_mean_ms", places: 1) {
                $0.intervals.mean
            },
        ]
        rows += Self.rows(of: "interval", in: "ms") { $0.intervals }
        rows += [
            Row(name: "interval ms, standard deviation", key: "interval_deviation_ms", places: 1) {
                $0.intervals.deviation
            }
        ]
        guard kind != .position, kind != .metaData else { return rows }
        rows += [
            Row(name: "new", key: "new") { Double($0.new) },
            Row(name: "updates", key: "updates") { Double($0.updates) },
            Row(name: "retransmissions", key: "retransmissions") { Double($0.retransmissions) },
        ]
        return rows + Self.rows(of: "repetition", in: "s") { $0.repetition }
    }

    /// Median, 95 % and most of a time.
    private static func rows(
        of name: String, in unit: String,
        _ times: @escaping @Sendable (SenderStatistics.Kind) -> Distribution
    ) -> [Row<SenderStatistics.Kind>] {
        [
            Row(name: "\(name) \(unit), median", key: "\(name)_median_\(unit)", places: 1) {
                times($0).median
            },
            Row(name: "\(name) \(unit), 95 %", key: "\(name)_95_\(unit)", places: 1) {
                times($0).quantile(0.95)
            },
            Row(name: "\(name) \(unit), most", key: "\(name)_most_\(unit)", places: 1) {
                times($0).maximum
            },
        ]
    }
}
