import Geodesy
import JSONReading
import TextFiles

/// A line of the log of speed limits (docs/guide/speed-limits.md).
struct LimitLogLine {
    /// Its members; `null` is `nil`.
    private let members: [String: String?]
    /// `here`, `ahead`, `driven`, `start` or `lost`.
    let event: String
    /// The place; `nil` while the vehicle is on no path.
    let place: Coordinate?
    /// The direction of the road there, degrees.
    let bearing: Double?
    /// The limit as it was sent; `unknown` if none was sent.
    let limit: String
    /// When it was written, whole seconds since 1970; `nil` if that is not known.
    private let seconds: Int64?

    init(_ line: [UInt8]) throws(JSONReader.Failure) {
        var reader = JSONReader(line)
        try reader.open("{")
        var isFirst = true
        var members: [String: String?] = [:]
        while let key = try reader.nextMember(&isFirst) {
            if reader.isAtObject() || reader.isAtArray() {
                try reader.skip()
            } else {
                members[key] = .some(try reader.text().map(Self.printable))
            }
        }
        try reader.finish()
        guard let event = members["event"] ?? nil else {
            throw JSONReader.Failure(expected: "an event", at: line.count)
        }
        self.members = members
        self.event = event
        func number(_ key: String) -> Double? { (members[key] ?? nil).flatMap { Double($0) } }
        place = number("latitude").flatMap { latitude in
            number("longitude").flatMap { Coordinate(latitude: latitude, longitude: $0) }
        }
        bearing = number("bearing_deg")
        let written = number("time") ?? number("system_time")
        seconds = written.flatMap { Int64(exactly: $0.rounded(.down)) }
        guard (written == nil) == (seconds == nil) else {
            throw JSONReader.Failure(expected: "a time in seconds", at: 0)
        }
        let value = members["limit_word"] ?? members["limit"] ?? nil
        let isAbove = (members["limit_saturated"] ?? nil) == "above"
        limit = (isAbove ? "above-" : "") + (value ?? "unknown")
    }

    /// A text without control characters, which a terminal would obey.
    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map {
            $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Reads a log, with the lines that are none.
    static func read(_ path: String) throws(Failure) -> (lines: [LimitLogLine], rejected: [String])
    {
        var lines: [LimitLogLine] = []
        var rejected: [String] = []
        let bytes = try Files.read(path)
        let all = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in all.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
            do throws(JSONReader.Failure) {
                lines.append(try LimitLogLine(Array(line)))
            } catch {
                rejected.append("\(index + 1):\(error.at + 1): expected \(error.expected)")
            }
        }
        return (lines, rejected)
    }

    /// A member; `nil` if it is missing or unknown.
    subscript(_ key: String) -> String? { members[key] ?? nil }

    /// The unit of the limit.
    var unit: String { self["unit"] ?? "km/h" }

    /// The line of the table; `nil` for a line that has only the place.
    var text: String? {
        let time = seconds.map(utcText) ?? "-"
        switch event {
        case "driven": return nil
        case "start": return "\(time)  start  map \(self["map"] ?? "-")"
        case "lost": return "\(self["count"] ?? "-") lines were lost"
        default: break
        }
        let at = place.map {
            "\(decimalText($0.latitude, places: 5)),\(decimalText($0.longitude, places: 5))"
        }
        let distance = self["distance_m"].map { "\($0) m" } ?? "-"
        let value = Double(limit) == nil ? limit : "\(limit) \(unit)"
        return [time, event, distance, at ?? "no path", value, self["type"] ?? "-", source]
            .joined(separator: "  ")
    }

    /// Why the limit is what it is, in words.
    private var source: String {
        guard let origin = self["source"] else { return "no limit in the map" }
        var words = [
            origin == "host" ? "object \(self["object"] ?? "?")" : "way \(self["way"] ?? "?")"
        ]
        words += [self["basis"], self["provenance"]].compactMap(\.self)
        if let condition = self["condition"] { words.append("if \(condition)") }
        if let surface = self["surface"] { words.append("surface \(surface)") }
        if let day = self["last_edit"] { words.append("edited \(day)") }
        if let age = self["map_age_days"] { words.append("map \(age) days old") }
        if self["map_agrees"] == "false" { words.append("the map gives another limit there now") }
        return words.joined(separator: ", ")
    }
}
