import Foundation
import MapCompiler
import RoadMap
import RoadMapWriter
import Testing

/// One tagging of the table and what has to come of it.
struct SpeedLimitTagging: Sendable, CustomTestStringConvertible {
    var line: Int
    var country: String
    var tags: [(key: String, value: String)]
    var expected: [String]

    var testDescription: String {
        "line \(line): \(country) " + tags.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    /// The table beside this file.
    static let table: [SpeedLimitTagging] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "speed-limit-taggings.txt")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        var table: [SpeedLimitTagging] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.isEmpty && line.first != "#"
        {
            if line.hasPrefix("    ") {
                table[table.count - 1].expected.append(String(line.dropFirst(4)))
                continue
            }
            let columns = line.split(separator: "  ")
            var tags = columns.dropFirst().map { column in
                let parts = column.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                return (key: String(parts[0]), value: String(parts[1]))
            }
            if !tags.contains(where: { $0.key == "highway" }) {
                tags.append((key: "highway", value: "residential"))
            }
            table.append(
                SpeedLimitTagging(
                    line: number + 1,
                    country: String(columns[0]),
                    tags: tags,
                    expected: []
                )
            )
        }
        return table
    }()

    /// What the map of that way alone holds, in the words of the table.
    func found() throws -> [String] {
        var map = SmallMap()
        map.way(1, [11, 12], tags: tags)
        let (content, report) = try map.compiled(in: country)
        let roads = try RoadMap(source: MemoryBlockSource(content.encoded()))
        var words: [String] = []
        try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
            for direction in Direction.allCases {
                try roads.forEachSpeedLimit(of: link, direction) { rule, condition, attribute in
                    #expect(attribute.directions.isSubset(of: link.directions))
                    let limit = text(rule, condition, attribute)
                    if !words.contains(limit) { words.append(limit) }
                }
            }
        }
        words += report.unread.map { "unread \($0.what)" }
        words += report.doubtful.map { "doubt \($0.what)" }
        return words.isEmpty ? ["none known"] : words
    }

    private func text(
        _ rule: SpeedLimitRule,
        _ condition: Condition?,
        _ attribute: Attribute
    ) -> String {
        var words: [String] = []
        switch rule.limit {
        case .limited(let number, let unit):
            words.append("\(number)" + (unit == .milesPerHour ? " mph" : ""))
        case .unlimited: words.append("none")
        case .walkingPace: words.append("walk")
        case .variable: words.append("signals")
        }
        if attribute.directions != .both {
            words.append(attribute.directions == .forward ? "forward" : "backward")
        }
        switch rule.kind {
        case .general: break
        case .truckLane: words.append("truckLane\(rule.lane)")
        case .lane: words.append("lane\(rule.lane)")
        default: words.append("\(rule.kind)")
        }
        switch attribute.provenance {
        case .tagged: break
        case .derived: words.append("derived")
        case .overlay: words.append("overlay")
        case .observed: words.append("observed")
        case .legalDefault: words.append("default")
        }
        if rule.source != .unstated { words.append("\(rule.source)") }
        if rule.isImplausible { words.append("doubtful") }
        if rule.isRejected { words.append("rejected") }
        return words.joined(separator: " ") + (condition.map { " @ \($0)" } ?? "")
    }
}

@Suite("The whole grammar of speed limit tags")
struct SpeedLimitTaggingTests {
    @Test func `The table is there and long enough`() {
        #expect(SpeedLimitTagging.table.count >= 150)
    }

    @Test(arguments: SpeedLimitTagging.table)
    func tagging(_ tagging: SpeedLimitTagging) throws {
        // The order of words behind the value is free in the table.
        func normal(_ text: String) -> String {
            let parts = text.split(separator: " @ ", maxSplits: 1)
            guard !text.hasPrefix("unread"), !text.hasPrefix("doubt ") else { return text }
            let words = parts[0].split(separator: " ")
            let sorted = [words[0]] + words.dropFirst().sorted()
            return sorted.joined(separator: " ") + (parts.count > 1 ? " @ \(parts[1])" : "")
        }
        let found = try tagging.found().map(normal)
        #expect(Set(found) == Set(tagging.expected.map(normal)))
        #expect(found.count == tagging.expected.count, "\(found)")
    }
}
