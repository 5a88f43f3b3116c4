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

/// The program with a live loop of the page (`Tests/StartLive/main.swift`): a receiver that reports once a second.
@Suite("The live start") struct LiveStartTests {
    @Test func thePageHasTheProgram() throws {
        let program = try String(
            contentsOf: Programs.package.appending(path: "Tests/StartLive/main.swift"),
            encoding: .utf8)
        let blocks = try Pages.text("Start.md").components(separatedBy: "```")
        #expect(blocks.contains("swift\n" + program))
    }

    @Test func itSendsWhileTheReceiverReports() throws {
        let program = Programs.folder.appending(path: "StartLive").path()
        let feed = "head -n 16 \"$2\" | while read -r line; do echo \"$line\"; sleep 0.25; done"
        let outcome = try ChildProcess(
            "sh",
            ["-c", "{ \(feed); } | \"$0\" \"$1\"", program, try Sample.map, Sample.shortDrive]
        ).wait()
        #expect(outcome.status == 0 && outcome.words.isEmpty, "\(outcome)")
        let frames = outcome.lines.compactMap { LoggedTime($0) }
        // POSITIONs come between the fixes too, every 100 ms for about four seconds.
        let positions = frames.filter { $0.identifier == "300" }.map(\.seconds)
        #expect((15...60).contains(positions.count), "\(positions.count)")
        #expect(frames.first?.identifier == "305")
        // The path is on the wire soon after the first fix, long before the last one.
        let stub = try #require(frames.first { $0.identifier == "301" || $0.identifier == "302" })
        #expect(stub.seconds < (positions.last ?? 0) - 1)
        // The frames are a log that every tool reads.
        let scratch = try Scratch()
        let check = try ehorizon("decode", try scratch.file("live.log", outcome.output))
        #expect(check.status == 0 && check.lines.count == frames.count, "\(check)")
    }

    /// The time and the identifier of a line of candump.
    private struct LoggedTime {
        let seconds: Double
        let identifier: Substring

        init?(_ line: Substring) {
            let parts = line.split(separator: " ")
            guard parts.count == 3, let seconds = Double(parts[0].dropFirst().dropLast()) else {
                return nil
            }
            self.seconds = seconds
            identifier = parts[2].prefix { $0 != "#" }
        }
    }
}
