import Foundation
import Testing

/// One fault of a whole log is one root cause and one line.
@Suite struct WholesaleLogTests {
    private static func lines() throws -> [String] {
        try String(contentsOf: Sample.golden, encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }

    /// The demo's log later by some seconds, on an interface.
    private static func lines(later seconds: Double, on interface: String) throws -> [String] {
        try lines().map { line in
            let parts = line.split(separator: " ")
            let time = try #require(Double(parts[0].dropFirst().dropLast()))
            return "(\(String(format: "%.6f", time + seconds))) \(interface) \(parts[2])"
        }
    }

    /// Two logs as one recorder of both buses writes them.
    private static func merged(_ one: [String], _ other: [String]) -> [String] {
        (one + other).sorted { $0.prefix(19) < $1.prefix(19) }
    }

    /// Checks lines of a log.
    private static func check(_ lines: [String], _ options: String...) throws -> Outcome {
        let scratch = try Scratch()
        let log = try scratch.file("drive.log", lines.joined(separator: "\n") + "\n")
        return try ehorizon(["check"] + options + [log])
    }

    private static func expectOneCause(
        _ outcome: Outcome, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.status == 1, sourceLocation: sourceLocation)
        #expect(outcome.lines.count == 1, "\(outcome.text)", sourceLocation: sourceLocation)
        #expect(
            outcome.said.last == "ehorizon: \(line)", "\(outcome)", sourceLocation: sourceLocation)
        #expect(outcome.words.contains("; 1 root cause\n"), sourceLocation: sourceLocation)
    }

    @Test func exchangedIdentifiersAreNamedWithTheOptions() throws {
        let lines = try Self.lines().map { line in
            let parts = line.replacing(" 301#", with: " x#").replacing(" 302#", with: " 301#")
            return parts.replacing(" x#", with: " 302#")
        }
        Self.expectOneCause(
            try Self.check(lines),
            "the identifiers of messages are exchanged: STUB in the place of SEGMENT, SEGMENT in the place of"
                + " STUB; try --can-id stub=0x302 --can-id segment=0x301")
        let right = try Self.check(lines, "--can-id", "segment=0x301", "--can-id", "stub=0x302")
        #expect(right.status == 0, "\(right)")
    }

    /// Every second frame, two of three frames, and six of seven.
    @Test(arguments: [(2, "47"), (3, "32"), (7, "14")])
    func aLogWithoutManyFramesIsNotComplete(step: Int, share: String) throws {
        let lines = try Self.lines().enumerated().filter { $0.offset % step != 1 }.map(\.element)
        Self.expectOneCause(
            try Self.check(lines),
            "at least \(share) % of the messages are missing, by their cyclic counters: the log is not complete,"
                + " or the counters skip")
        let all = try Self.check(lines, "--all")
        #expect(all.lines.count > 1000)
    }

    /// A message that is wrong by itself is a root cause of its own.
    @Test func aWrongMessageIsNotHiddenByALoss() throws {
        var lines = try Self.lines().enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
        let place = try #require(lines.lastIndex { $0.contains(" 300#") })
        let parts = lines[place].split(separator: "#")
        // An offset of 8191 on path 8: the vehicle is off the paths and on one.
        lines[place] = "\(parts[0])#3FFF\(parts[1].dropFirst(4))"
        let outcome = try Self.check(lines)
        #expect(outcome.lines.count == 2, "\(outcome.text)")
        #expect(outcome.lines.last?.contains("  offset (") == true, "\(outcome.text)")
    }

    @Test func twoSendersOnOneIdentifierAreNamed() throws {
        let line =
            "POSITIONs of several vehicles come in turn: more than one sender uses these identifiers;"
            + " --interface chooses one of several buses"
        let other = try Self.lines(later: 40.003, on: "can1")
        Self.expectOneCause(try Self.check(Self.merged(try Self.lines(), other)), line)
        let both = Self.merged(try Self.lines(), try Self.lines(later: 40.003, on: "vcan0"))
        Self.expectOneCause(try Self.check(both), line)
        let chosen = try Self.check(
            Self.merged(try Self.lines(), other), "--interface", "can1")
        #expect(chosen.status == 0, "\(chosen)")
    }

    @Test func aBusThatIsLoggedTwiceIsNamed() throws {
        let twice = Self.merged(try Self.lines(), try Self.lines(later: 0.0001, on: "can1"))
        Self.expectOneCause(
            try Self.check(twice),
            "50 % of the messages are the message before once more: the log has one bus twice; --interface"
                + " chooses one of several")
    }
}
