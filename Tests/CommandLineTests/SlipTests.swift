import Foundation
import Testing

/// Typical slips: one line that names the input and the place in it, and what to do.
@Suite("Slips") struct SlipTests {
    @Test(arguments: Slip.all)
    func oneLineSaysWhatWhereAndWhatToDo(slip: Slip) throws {
        let scratch = try Scratch()
        for (name, text) in slip.files { _ = try scratch.file(name, text) }
        var paths = [
            "MAP": try Sample.map, "DRIVE": try Sample.shortDrive, "LOG": Sample.golden.path(),
            "OSM": Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
                .path(),
            "MAKER": Programs.package.appending(path: "can-fixtures/maker").path(),
            "EMPTY": try scratch.file("empty", ""), "OUT": scratch["output"],
        ]
        for name in slip.files.keys { paths[name] = scratch[name] }
        paths["nothere"] = scratch["nothere"]
        /// A text with the paths in the place of their names.
        func filled(_ text: String) -> String {
            paths.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
        }
        let words = slip.command.split(separator: " ").map { filled(String($0)) }
        let program = words[0] == "ehorizond" ? Programs.daemon : Programs.tool
        let outcome = try ChildProcess(program, Array(words.dropFirst())).wait()
        #expect(outcome.status == slip.status, "\(outcome)")
        #expect(outcome.output.isEmpty && outcome.said.count == 1, "\(outcome)")
        let line = try #require(outcome.said.first, "\(outcome)")
        #expect(line.hasPrefix("ehorizon"), "\(line)")
        let place = try #require(line.range(of: filled(slip.place)), "\(line)")
        #expect(line[place.upperBound...].contains(slip.cure), "\(line)")
        // Nothing is left where there was nothing.
        #expect(try scratch.names() == (slip.files.keys + ["empty"]).sorted())
    }

    /// The page has each slip, with its line's end.
    @Test func thePageHasThemAll() throws {
        let page = try String(
            contentsOf: Programs.package.appending(path: "docs/guide/slips.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
        for slip in Slip.all {
            let row = rows.first { $0.hasPrefix("| \(slip.name) |") }
            let cure = slip.cure.replacingOccurrences(of: "|", with: "\\|")
            #expect(row?.contains(cure) == true, "\(slip.name): \(cure)")
        }
        #expect(Slip.all.count >= 45)
    }
}
