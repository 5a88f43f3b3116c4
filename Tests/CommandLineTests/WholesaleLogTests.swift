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

    /// A frame whose counter is 0: it is in the two highest bits of the third byte.
    private static func withoutCounter(_ line: String) throws -> String {
        let place = try #require(line.firstIndex(of: "#"))
        let digit = line.index(place, offsetBy: 5)
        let value = try #require(line[digit].hexDigitValue) & 3
        return line.replacingCharacters(in: digit...digit, with: String(value))
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
    @Test(arguments: [(2, "44"), (3, "31"), (7, "14")])
    func aLogWithoutManyFramesIsNotComplete(step: Int, share: String) throws {
        let lines = try Self.lines().enumerated().filter { $0.offset % step != 1 }.map(\.element)
        Self.expectOneCause(
            try Self.check(lines),
            "the cyclic counters skip as if at least \(share) % of the messages were missing: the log is not"
                + " complete, or the sender counts differently")
        let all = try Self.check(lines, "--all")
        #expect(all.lines.count > 1000)
    }

    /// A sender that never counts, or not its STUBs.
    @Test(arguments: [
        ([" 30"], "POSITION, SEGMENT, STUB, PROFILE SHORT, PROFILE LONG, META-DATA"),
        ([" 301#"], "STUB"),
    ])
    func aCounterThatStandsStillIsNamed(identifiers: [String], names: String) throws {
        let lines = try Self.lines().map { line in
            guard identifiers.contains(where: { line.contains($0) }) else { return line }
            return try Self.withoutCounter(line)
        }
        Self.expectOneCause(
            try Self.check(lines),
            "the cyclic counter of \(names) does not change: the sender does not count these messages, the"
                + " layout has the counter in other bits, or the log has each fourth message alone")
        // What is wrong besides stays a root cause.
        let place = try #require(lines.lastIndex { $0.contains(" 300#") })
        let parts = lines[place].split(separator: "#")
        var wrong = lines
        wrong[place] = "\(parts[0])#3FFF\(parts[1].dropFirst(4))"
        let outcome = try Self.check(wrong)
        #expect(outcome.lines.count == 2, "\(outcome.text)")
        #expect(outcome.lines.last?.contains("  offset (") == true, "\(outcome.text)")
    }

    /// A counter that stands still hides no loss.
    @Test func twoFaultsOfALogAreTwoCauses() throws {
        let lines = try Self.lines().enumerated().filter { $0.offset % 2 == 0 }.map { line in
            guard line.element.contains(" 304#") else { return line.element }
            return try Self.withoutCounter(line.element)
        }
        let outcome = try Self.check(lines)
        #expect(outcome.lines.count == 2, "\(outcome.text)")
        #expect(outcome.said.last?.contains("the log is not complete") == true, "\(outcome)")
        #expect(outcome.words.contains("counter of PROFILE LONG does not change"), "\(outcome)")
    }

    /// A loss explains no offset that the protocol forbids: it stays a second root cause.
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

    /// What is lost in a part of the log hides no fault elsewhere.
    @Test func aLossInAPartOfTheLogIsNoFaultOfTheWhole() throws {
        var lines = try Self.lines()
        let end = lines.count * 3 / 10
        lines = lines.enumerated().filter { $0.offset > end || $0.offset % 2 == 0 }.map(\.element)
        let place = try #require(
            lines.indices.first { $0 > lines.count * 8 / 10 && lines[$0].contains(" 300#") })
        let parts = lines[place].split(separator: "#")
        lines[place] = "\(parts[0])#3FFF\(parts[1].dropFirst(4))"
        let outcome = try Self.check(lines)
        #expect(outcome.lines.count > 100)
        #expect(outcome.lines.contains { $0.contains("  offset (") })
        #expect(!outcome.words.contains("cyclic counters skip"), "\(outcome)")
    }

    /// A device that is no sender of this protocol on one of the identifiers exchanges nothing.
    @Test func aForeignSenderIsNoExchange() throws {
        let lines = try Self.lines().map { line in
            line.contains(" 305#") ? "\(line.split(separator: "#")[0])#6142434445464748" : line
        }
        let outcome = try Self.check(lines)
        #expect(outcome.status == 1)
        #expect(!outcome.words.contains("exchanged"), "\(outcome)")
    }

    @Test(arguments: [2.003, 40.003, 150.003])
    func twoSendersOnOneIdentifierAreNamed(later: Double) throws {
        let line =
            "POSITIONs of several vehicles alternate: more than one sender uses these identifiers; if the log"
            + " has several interfaces, --interface chooses one"
        let other = try Self.lines(later: later, on: "can1")
        Self.expectOneCause(try Self.check(Self.merged(try Self.lines(), other)), line)
        let both = Self.merged(try Self.lines(), try Self.lines(later: later, on: "vcan0"))
        Self.expectOneCause(try Self.check(both), line)
        let chosen = try Self.check(
            Self.merged(try Self.lines(), other), "--interface", "can1")
        #expect(chosen.status == 0, "\(chosen)")
    }

    @Test(arguments: [0.0001, 0.06])
    func aBusThatIsLoggedTwiceIsNamed(later: Double) throws {
        let twice = Self.merged(try Self.lines(), try Self.lines(later: later, on: "can1"))
        Self.expectOneCause(
            try Self.check(twice),
            "50 % of the messages came before within 90 ms: the log contains one bus twice; if it has several"
                + " interfaces, --interface chooses one")
    }
}
