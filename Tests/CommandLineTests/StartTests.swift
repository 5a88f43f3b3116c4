import Foundation
import Testing

/// The pages for those who build on the library.
enum Pages {
    static let folder = Programs.package.appending(path: "Sources/Horizon/Engine/Engine.docc")

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}

/// The smallest program of the page, which is built with everything else (`Tests/Start/main.swift`).
@Suite("The start") struct StartTests {
    @Test func thePageHasTheProgram() throws {
        let program = try String(
            contentsOf: Programs.package.appending(path: "Tests/Start/main.swift"), encoding: .utf8)
        let blocks = try Pages.text("Start.md").components(separatedBy: "```")
        #expect(blocks.contains("swift\n" + program))
    }

    @Test func theProgramOnThePageRuns() throws {
        let program = Programs.folder.appending(path: "Start").path()
        let outcome = try ChildProcess(program, [Sample.map, Sample.shortDrive]).wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.isEmpty)
        func lines(_ word: String) -> [Substring] {
            outcome.lines.filter { $0.hasPrefix(word + " ") }
        }
        #expect(lines("event").first == "event tree(Horizon.TreeEvent.treeReset)")
        #expect(lines("path").first?.hasPrefix("path 1 level 0 ends ") ?? false)
        #expect(lines("path").contains { $0.contains(" level 1 ") })
        #expect(lines("ahead").first == "ahead 0.0 speed-limit")
        #expect(lines("ahead").contains { $0.hasSuffix(" junction") })
        // A POSITION at each of the 60 fixes, 0x300, and META-DATA before all else.
        #expect(lines("frame").first?.contains(" can0 305#") ?? false)
        #expect(lines("frame").count { $0.contains(" can0 300#") } == 60)
        #expect(
            lines("event").count { $0.hasPrefix("event position(Engine.HorizonPosition(") } == 60)
    }

    @Test func withoutAMapItFails() throws {
        let program = Programs.folder.appending(path: "Start").path()
        let outcome = try ChildProcess(program, ["/nowhere.ehmap", Sample.shortDrive]).wait()
        #expect(outcome.status != 0 && outcome.output.isEmpty)
    }
}
