import Foundation
import Testing

/// The page that sets what others have beside what is here names the tests that show it.
@Suite("The page of features") struct FeaturePageTests {
    /// A row of one of its tables.
    struct Row: CustomStringConvertible {
        let cells: [String]
        var feature: String { cells[0] }
        var others: ArraySlice<String> { cells[1...7] }
        var own: String { cells[8] }
        var tests: [String] {
            cells[9].split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
        }
        var description: String { feature }
    }

    private static func rows() throws -> [Row] {
        var rows: [Row] = []
        for line in try Pages.text("Features.md").split(separator: "\n") where line.hasPrefix("|") {
            let cells = line.dropFirst().dropLast()
                .split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 10, "\(line)")
            if cells[0] == "feature" || cells[0].hasPrefix("---") { continue }
            rows.append(Row(cells: cells))
        }
        return rows
    }

    /// Whether a cell begins with one of the words, alone or before a comma.
    private func begins(_ cell: String, with words: [String]) -> Bool {
        words.contains { cell == $0 || cell.hasPrefix($0 + ",") || cell.hasPrefix($0 + " ") }
    }

    @Test func eachRowSaysYesOrNo() throws {
        let rows = try Self.rows()
        #expect(rows.count > 70)
        #expect(Set(rows.map(\.feature)).count == rows.count)
        for row in rows {
            for cell in row.others { #expect(begins(cell, with: ["yes", "no", "–"]), "\(row)") }
            #expect(begins(row.own, with: ["yes", "no", "not yet"]), "\(row)")
            // What is there is shown, and what is not there is not claimed.
            if begins(row.own, with: ["yes"]) { #expect(!row.tests.isEmpty, "\(row)") }
            if begins(row.own, with: ["not yet"]) { #expect(row.tests.isEmpty, "\(row)") }
        }
    }

    @Test func eachTestIsThere() throws {
        let names = try Self.rows().flatMap(\.tests)
        #expect(names.count > 70)
        for name in names { #expect(try isTest(name), "\(name)") }
    }

    @Test(arguments: [
        "EngineTests/RouteTests/aRouteThatIsNot", "EngineTests/RouteTests/drive",
        "EngineTests/RoutesTests/aRouteThatIsLeftIsDropped",
        "HorizonTests/RouteTests/aRouteThatIsLeftIsDropped",
        "HorizonTests/PathTreeTests/checkInvariants",
    ])
    func whatIsNoTestIsNotTakenForOne(name: String) throws { #expect(try !isTest(name)) }

    /// Whether a folder of the tests has that test, a function with `@Test` behind the suite's name.
    private func isTest(_ name: String) throws -> Bool {
        let parts = name.split(separator: "/").map(String.init)
        guard parts.count == 3 else { return false }
        let folder = Programs.package.appending(path: "Tests/\(parts[0])")
        guard
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        else { return false }
        for case let file as URL in files where file.pathExtension == "swift" {
            let lines = try String(contentsOf: file, encoding: .utf8)
                .split(separator: "\n", omittingEmptySubsequences: false)
            if holds(lines, test: parts[2], of: parts[1]) { return true }
        }
        return false
    }

    private func holds(_ lines: [Substring], test: String, of suite: String) -> Bool {
        var isInSuite = false
        var isMarked = false
        for line in lines {
            if !line.hasPrefix(" ") {
                for word in ["struct ", "extension ", "enum ", "class "] where line.contains(word) {
                    isInSuite = line.contains(word + suite + " ")
                }
            }
            if line.contains("@Test") { isMarked = true }
            guard line.contains("func ") else { continue }
            let isIt = line.contains("func \(test)(") || line.contains("func `\(test)`(")
            if isInSuite, isMarked, isIt { return true }
            isMarked = false
        }
        return false
    }
}
