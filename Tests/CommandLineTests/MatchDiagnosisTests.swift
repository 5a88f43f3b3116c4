import Foundation
import Testing

/// What `ehorizon match --explain` says of a drive with a known wrong stretch.
@Suite struct MatchDiagnosisTests {
    /// A road to the east, and one that runs 20 m north of it from node 2 to node 3. Another road lies 120 m north.
    private static let map = """
        <osm version='0.6'>
        <node id='1' lat='55.0' lon='10.000'/><node id='2' lat='55.0' lon='10.005'/>
        <node id='3' lat='55.0' lon='10.013'/><node id='4' lat='55.0' lon='10.020'/>
        <node id='5' lat='55.00018' lon='10.0055'/><node id='6' lat='55.00018' lon='10.0125'/>
        <node id='7' lat='55.0011' lon='10.000'/><node id='8' lat='55.0011' lon='10.020'/>
        <way id='10'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='4'/>
        <tag k='highway' v='residential'/></way>
        <way id='11'><nd ref='2'/><nd ref='5'/><nd ref='6'/><nd ref='3'/>
        <tag k='highway' v='residential'/></way>
        <way id='12'><nd ref='7'/><nd ref='8'/><tag k='highway' v='residential'/></way>
        </osm>
        """

    /// Along the road, and on the northern one in its middle: 10 m a second.
    private static func drive(beside: Bool) -> String {
        var rows = "time,latitude,longitude\n"
        for second in 0..<120 {
            let longitude = 10.0003 + 0.000157 * Double(second)
            // From 0 at the nodes 2 and 3 to 1 at the nodes 5 and 6.
            let share = min(max(min(longitude - 10.005, 10.013 - longitude) / 0.0005, 0), 1)
            rows += "\(second),\(55 + (beside ? 0.00016 * share : 0)),\(longitude)\n"
        }
        return rows
    }

    private static let truth = """
        drive,10.0,55.0,10.005,55.0
        drive,10.005,55.0,10.013,55.0
        drive,10.013,55.0,10.02,55.0

        """

    /// What the tests read of the JSON form.
    struct Report: Decodable {
        struct Share: Decodable { let cause: String, stretches: Int, share: Double }
        struct Terms: Decodable {
            let distance: Double
            let heading: Double
            let route: Double
            let offRoad: Double
            let other: Double
        }
        struct Road: Decodable { let way: Int, direction: String }
        struct State: Decodable { let road: Road?, probability: Double }
        struct Step: Decodable {
            let time: Double
            let right: State?
            let answer: State
            let terms: Terms
            let score: Double
        }
        struct Stretch: Decodable {
            let from: Double
            let to: Double
            let cause: String
            let missed: Double
            let added: Double
            let missedWays: [Int]
            let addedWays: [Int]
            let terms: Terms
            let steps: [Step]
        }
        let length: Double
        let missed: Double
        let added: Double
        let mismatch: Double
        let causes: [Share]
        let stretches: [Stretch]
    }

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let osm = try scratch.file("roads.osm", Self.map)
        let built = try ehorizon(
            "map", "build", "--osm", osm, "--country", "DK", "--output", scratch["roads.ehmap"])
        try #require(built.status == 0, "\(built.words)")
    }

    /// The outcome of a match of a drive against a truth.
    private func explained(
        _ truth: String, _ drive: String = drive(beside: true), _ flags: String...
    ) throws -> Outcome {
        let input = try scratch.file("drive.csv", drive)
        let route = try scratch.file("truth.csv", truth)
        return try ehorizon(
            [
                "match", "--map", scratch["roads.ehmap"], "--input", input, "--lag", "10",
                "--explain",
                route,
            ] + flags)
    }

    private func report(_ truth: String, _ drive: String = drive(beside: true)) throws -> Report {
        let outcome = try explained(truth, drive, "--json")
        try #require(outcome.status == 0, "\(outcome)")
        return try JSONDecoder().decode(Report.self, from: outcome.output)
    }

    /// A matcher that begins anew after a gap of an hour, in the middle of a wrong stretch.
    @Test func aGapInAWrongStretch() throws {
        let scratch = try Scratch()
        let osm = try scratch.file("m.osm", Self.map)
        let map = scratch["m.ehmap"]
        let built = try ehorizon("map", "build", "--osm", osm, "--country", "DK", "--output", map)
        #expect(built.status == 0, "\(built)")
        var rows = Self.drive(beside: false).split(separator: "\n").map(String.init)
        for row in 61..<rows.count {
            let parts = rows[row].split(separator: ",")
            rows[row] = "\(3600 + (Int(parts[0]) ?? 0)),\(parts[1]),\(parts[2])"
        }
        let drive = try scratch.file("d.csv", rows.joined(separator: "\n") + "\n")
        let truth = try scratch.file("t.csv", "drive,10.0,55.0011,10.02,55.0011\n")
        let outcome = try ehorizon(
            "match", "--map", map, "--input", drive, "--lag", "10", "--explain", truth)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("wrong stretch"), "\(outcome)")
        let other = try scratch.file("other.csv", "drive,11.0,55.0011,11.02,55.0011\n")
        try ehorizon("match", "--map", map, "--input", drive, "--explain", other).expectRefusal(
            1, "other.csv: the map has none of its segments")
    }

    @Test(.enabled(if: JSONSchema.python != nil, JSONSchema.reason))
    func theReportFitsItsSchema() throws {
        let outcome = try explained(Self.truth, Self.drive(beside: true), "--json")
        try JSONSchema.expect(outcome.text, fit: "match-explain", lines: false)
    }

    /// The fixes lie 2 m beside way 11, and the truth is way 10.
    @Test func theDistanceDecidesForTheWrongRoad() throws {
        let report = try report(Self.truth)
        try #require(report.stretches.count == 1, "\(report)")
        let stretch = report.stretches[0]
        #expect(stretch.cause == "distance")
        #expect(stretch.missedWays == [10])
        #expect(stretch.addedWays == [11])
        // From node 2 to node 3 on each road: 8e-3 degrees of longitude at 55° north.
        #expect((510...513).contains(stretch.missed), "\(stretch)")
        #expect((510...525).contains(stretch.added), "\(stretch)")
        #expect((1270...1285).contains(report.length))
        #expect(abs(report.mismatch - (stretch.missed + stretch.added) / report.length) < 1e-5)
        #expect((25...40).contains(stretch.from), "\(stretch)")
        #expect((75...90).contains(stretch.to), "\(stretch)")
        #expect(report.causes.map(\.cause) == ["distance"])
        #expect(stretch.terms.distance < -5)
    }

    /// The terms of the steps sum to the score, and the last score to the terms of the stretch.
    @Test func theStepsSumToTheStretch() throws {
        let stretch = try #require(try report(Self.truth).stretches.first)
        try #require(stretch.steps.count > 10)
        func sum(_ terms: Report.Terms) -> Double {
            terms.distance + terms.heading + terms.route + terms.offRoad + terms.other
        }
        var score = 0.0
        for step in stretch.steps {
            score += sum(step.terms)
            #expect(abs(step.score - score) < 0.01, "\(step)")
        }
        #expect(abs(sum(stretch.terms) - score) < 0.01)
        let middle = try #require(stretch.steps.first { $0.time == 60 })
        #expect(middle.right?.road?.way == 10)
        #expect(middle.answer.road?.way == 11)
        #expect(middle.answer.probability > 0.9)
    }

    @Test func aRightMatchHasNoWrongStretch() throws {
        let report = try report(Self.truth, Self.drive(beside: false))
        #expect(report.stretches.isEmpty, "\(report)")
        #expect(report.mismatch == 0)
    }

    /// The true road lies 120 m beside the fixes.
    @Test func aFarRoadIsNoCandidate() throws {
        let report = try report(
            "drive,10.0,55.0011,10.02,55.0011\n", Self.drive(beside: false))
        #expect(report.causes.first?.cause == "no-candidate", "\(report)")
        #expect(report.stretches.first?.missedWays == [12])
    }

    /// Of a road that the truth does not reach, nothing is known.
    @Test func behindTheTruthItIsUnknown() throws {
        let report = try report(
            "drive,10.0,55.0,10.005,55.0\n", Self.drive(beside: false))
        #expect(report.causes.map(\.cause) == ["truth"], "\(report)")
        #expect(report.missed == 0)
        #expect(report.added > 900)
    }

    @Test func theTableHasTheSameFigures() throws {
        let outcome = try explained(Self.truth)
        try #require(outcome.status == 0, "\(outcome)")
        let report = try report(Self.truth)
        let first = try #require(outcome.lines.first)
        #expect(first.hasPrefix("1 wrong stretches at lag 10 s: missed 512 m"), "\(first)")
        #expect(outcome.lines.contains { $0.hasPrefix("distance") && $0.hasSuffix("100.0") })
        #expect(
            outcome.lines.contains {
                $0.contains(" distance: missed") && $0.contains("of way 10, added")
            }, "\(outcome.text)")
        let rest = report.stretches[0].steps.count - 12
        #expect(outcome.lines.last == "  \(rest) more steps: --json prints all")
    }

    /// The route that `--route` writes is a truth too, and the match has nothing wrong against itself.
    @Test func aWrittenRouteIsATruth() throws {
        _ = try explained(
            Self.truth, Self.drive(beside: true), "--route", scratch["driven.geojson"])
        let driven = try String(decoding: scratch.content("driven.geojson"), as: UTF8.self)
        #expect(driven.contains("LineString"))
        let report = try report(driven)
        #expect(report.stretches.isEmpty, "\(report)")
        #expect(report.length > 1200)
    }

    @Test func aBrokenTruthIsNamed() throws {
        let row = try explained("drive,10.0,55.0,10.005,55.0\ndrive,10.005,55.0\n")
        #expect(row.status == 1)
        #expect(
            row.words.contains("truth.csv:2: \"drive,10.005,55.0\": a row needs a name"),
            "\(row.words)")
        let two = try explained("drive,10.0,55.0,10.005,55.0\nother,10.005,55.0,10.013,55.0\n")
        #expect(
            two.words.contains("truth.csv:2: the route other begins after drive"), "\(two.words)")
        let none = try explained("")
        #expect(none.words.contains("truth.csv: there is no segment in it"), "\(none.words)")
        let lost = try explained("drive,10.0,55.0,10.005,55.0\ndrive,10.005,55.0,10.006,55.0\n")
        #expect(lost.status == 0)
        #expect(
            lost.words.contains("truth.csv: the map does not have 1 of 2 segments"), "\(lost.words)"
        )
    }

    @Test func itsFlagsBelongTogether() throws {
        let json = try ehorizon(
            "match", "--map", scratch["roads.ehmap"], "--input", "drive.csv", "--output", "-",
            "--json")
        #expect(json.status == 2)
        #expect(json.words.contains("--json: it belongs to --explain"), "\(json.words)")
        let both = try explained(Self.truth, Self.drive(beside: true), "--output", "-")
        #expect(both.status == 2)
        #expect(both.words.contains("--output -: with --explain"), "\(both.words)")
    }
}
