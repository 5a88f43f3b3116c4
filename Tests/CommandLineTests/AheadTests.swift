import Foundation
import Testing

@Suite("ehorizon ahead")
struct AheadTests {
    private struct Answer: Decodable {
        struct Item: Decodable, Equatable {
            let kind: String
            let path: Int
            let distance: Double
            let end: Double
            let limit: Int?
            let limitWord: String?
            let lastEdit: String?
            let safeSpeed: Double?
            let exits: [Road]?
        }
        struct Road: Decodable, Equatable { let name: String? }
        let time: Double
        let state: String
        let path: Int?
        let offset: Double?
        let ahead: [Item]
    }

    private func ahead(_ flags: String...) throws -> Outcome {
        try ehorizon(try Self.command() + flags)
    }

    private func answers(_ outcome: Outcome) throws -> [Answer] {
        try outcome.lines.map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
    }

    /// What lies on side paths comes besides, each thing with its path.
    @Test func sidePathsToo() throws {
        let flags = ["--json", "--kind", "junction", "--kind", "speed-limit", "--every", "10"]
        let main = try answers(try ehorizon(try Self.command() + flags))
        let all = try answers(try ehorizon(try Self.command() + flags + ["--all-paths"]))
        #expect(main.count == all.count && !main.isEmpty)
        var more = 0
        for (main, all) in zip(main, all) {
            #expect(all.ahead.map(\.distance) == all.ahead.map(\.distance).sorted())
            // The most probable path turns off the main path now and then.
            let onMain = main.ahead.filter { $0.path == main.path }
            #expect(all.ahead.filter { $0.path == all.path } == onMain)
            #expect(main.ahead.allSatisfy { all.ahead.contains($0) })
            more += all.ahead.count - main.ahead.count
        }
        #expect(more > 100, "\(more)")
        let words = try ehorizon(try Self.command() + ["--all-paths", "--every", "end"])
        #expect(words.lines.contains { $0.contains("  on path ") })
    }

    private static func command() throws -> [String] {
        ["ahead", "--map", try Sample.map, "--input", Sample.drive.path()]
    }

    /// The answer of a moment is that of the last fix up to it.
    @Test func aMomentHasItsAnswer() throws {
        let all = try ahead("--json").lines
        for (moment, time) in [("08:00:17", 1_767_254_417.0), ("1767254417.9", 1_767_254_417)] {
            let one = try ahead("--json", "--at", moment)
            #expect(one.status == 0 && one.lines.count == 1, "\(one)")
            #expect(try answers(one).first?.time == time)
            #expect(all.contains(one.lines[0]))
        }
        try ahead("--at", "08:00:17", "--from", "08:00:10").expectRefusal(2, "--at and --from")
        try ahead("--at", "08:00:17", "--every", "1").expectRefusal(2, "--at and --every")
        try ahead("--at", "12:00").expectRefusal(1, "--at 12:00: ")
        try ahead("--at", "noon").expectRefusal(2, "--at noon: a time such as")
    }

    @Test func thereIsAnAnswerForEachFix() throws {
        let outcome = try ahead("--json", "--reach", "300")
        #expect(outcome.status == 0, "\(outcome)")
        let answers = try answers(outcome)
        #expect(answers.count == 478)
        #expect(answers.map(\.time) == answers.map(\.time).sorted())
        for answer in answers {
            #expect(answer.path != nil && answer.offset != nil && answer.state == "on-road")
            #expect(answer.ahead.map(\.distance) == answer.ahead.map(\.distance).sorted())
            #expect(answer.ahead.allSatisfy { $0.distance <= 300 && $0.end >= 0 })
        }
        let kinds = Set(answers.flatMap(\.ahead).map(\.kind))
        #expect(kinds.isSuperset(of: ["speed-limit", "curve", "junction", "sign", "bridge"]))
        // Where the car is, a limit holds or none is known.
        #expect(
            answers.allSatisfy { answer in
                answer.ahead.contains {
                    ($0.limit != nil || $0.limitWord != nil) && $0.distance <= 0
                }
            })
        let names = answers.flatMap(\.ahead).flatMap { $0.exits ?? [] }.compactMap(\.name)
        #expect(names.contains("Bornmühlenstraße"))
    }

    /// A short reach leaves out entries, and changes none of the others.
    @Test func anEntryWithinReachHasItsWholeLength() throws {
        let flags = try Self.command() + ["--json", "--kind", "speed-limit", "--every", "20"]
        let all = try answers(try ehorizon(flags))
        let near = try answers(try ehorizon(flags + ["--reach", "500"]))
        #expect(near.count == all.count && near.count > 20)
        for (near, all) in zip(near, all) {
            let expected = all.ahead.filter { $0.distance <= 500 }
            #expect(near.ahead.map(\.distance) == expected.map(\.distance))
            #expect(near.ahead.map(\.end) == expected.map(\.end))
        }
    }

    /// The first fix of a receiver that gives places alone says no direction.
    @Test func aPlaceThatIsNotKnownIsNotCalledOffRoad() throws {
        let scratch = try Scratch()
        let drive = try scratch.file(
            "d.csv",
            "time,latitude,longitude\n0,53.53763,13.26155\n1000,54.5,14.5\n1001,54.5,14.501\n")
        let flags = ["ahead", "--map", try Sample.map, "--input", drive, "--reach", "0"]
        let text = try ehorizon(flags)
        #expect(text.lines.first == "0.000  not calibrated", "\(text)")
        #expect(text.lines.last == "1001.000  no map", "\(text)")
        let states = try answers(try ehorizon(flags + ["--json"])).map(\.state)
        #expect(states == ["not-calibrated", "not-calibrated", "no-map"])
    }

    @Test func whatLiesAheadComesNearerAsTheCarDrives() throws {
        let answers = try answers(try ahead("--json", "--kind", "speed-limit", "--every", "1"))
        // Where the limit ceases to be known; the car is there after 13 s, and the next such place is in
        // reach then.
        let ends = answers.prefix(13).compactMap {
            $0.ahead.first { $0.limitWord == "unknown" && $0.distance > 0 }?.distance
        }
        #expect(ends.count > 10)
        #expect(ends == ends.sorted(by: >))
        // A limit has the age of its road's data, and what is not known has none.
        #expect(
            answers.flatMap(\.ahead).allSatisfy {
                ($0.lastEdit == nil) == ($0.limitWord == "unknown")
                    && ($0.limit == nil) == ($0.limitWord != nil)
            })
        #expect(answers.flatMap(\.ahead).contains { $0.lastEdit?.hasPrefix("201") ?? false })
    }

    @Test func wordsAndNumbersSayTheSame() throws {
        let flags = ["--every", "end", "--kind", "curve", "--kind", "junction"]
        let words = try ehorizon(
            ["ahead", "--map", Sample.map, "--input", Sample.drive.path()] + flags)
        let numbers = try answers(
            try ehorizon(
                ["ahead", "--map", Sample.map, "--input", Sample.drive.path(), "--json"] + flags))
        #expect(numbers.count == 1)
        #expect(words.lines.count == 1 + (numbers.first?.ahead.count ?? 0))
        #expect(words.lines.first?.hasPrefix("1767254877.000  path ") ?? false, "\(words)")
    }

    @Test func slowerDriversTakeCurvesSlower() throws {
        func safest(_ acceleration: String) throws -> [Double] {
            try answers(
                try ahead(
                    "--json", "--kind", "curve", "--every", "end", "--lateral-acceleration",
                    acceleration)
            ).flatMap(\.ahead).compactMap(\.safeSpeed)
        }
        let usual = try #require(try safest("3").min())
        let slow = try #require(try safest("0.75").min())
        #expect(abs(usual / slow - 2) < 0.01)
    }

    @Test(arguments: [
        (["--kind", "tree"], "--kind tree: one of speed-limit, advisory-speed"),
        (["--every", "soon"], "--every soon: 0 to 86400 seconds, or end"),
        (["--reach", "nan"], "--reach nan: 0 to 100000 m can be set"),
        (["--lateral-acceleration", "0"], "--lateral-acceleration 0.0: more than 0 and up to 20"),
    ])
    func badFlagsAreOneLine(flags: [String], line: String) throws {
        let outcome = try ehorizon(
            ["ahead", "--map", Sample.map, "--input", Sample.drive.path()] + flags)
        #expect(outcome.status == 2)
        #expect(outcome.words.contains(line), "\(outcome)")
    }
}
