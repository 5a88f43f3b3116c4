import Engine
import Foundation
import Horizon
import MapMatching
import Positioning
import Quantities
import RoadMap
import Simulation
import Testing

@Suite("ehorizon explain")
struct ExplainTests {
    /// What the tests read of the JSON form.
    struct Answer: Decodable {
        struct Place: Decodable {
            let state: String
            let path: Int?
            let latitude: Double?
            let longitude: Double?
        }
        struct Term: Decodable { let factor: String, log: Double? }
        struct Candidate: Decodable {
            let probability: Double
            let score: Double?
            let relation: String?
            let terms: [Term]
        }
        struct Path: Decodable { let path: Int, index: Int? }
        struct Step: Decodable { let factor: String, probability: Double, change: Double }
        struct Exit: Decodable {
            let path: Int
            let probability: Double
            let code: Int
            let steps: [Step]
        }
        struct Junction: Decodable { let distance: Double, exits: [Exit] }
        struct Change: Decodable {
            let time: Double
            let after: Double
            let change: String
            let cause: String
            let to: Int?
        }
        struct Frame: Decodable {
            let after: Double
            let id: String
            let data: String
            let message: String
            let cause: String
        }
        struct Value: Decodable { let kind: String, source: String, text: String }
        struct Values: Decodable { let way: Int, lastEdit: String?, values: [Value] }
        let time: Double
        let place: Place
        let candidates: [Candidate]
        let paths: [Path]
        let junctions: [Junction]
        let frames: [Frame]
        let changes: [Change]
        let values: Values?
    }

    static func command(_ at: String) throws -> [String] {
        [
            "explain", "--map", try Sample.map, "--input", try Sample.shortDrive, "--messages",
            "all",
            "--at", at,
        ]
    }

    static func answer(_ outcome: Outcome) throws -> Answer {
        try #require(outcome.status == 0, "\(outcome)")
        return try JSONDecoder().decode(Answer.self, from: outcome.output)
    }

    /// Every reason sums to the probability, and that to the code of the STUB.
    static func expectSums(_ answer: Answer) {
        for exit in answer.junctions.flatMap(\.exits) {
            let sum = exit.steps.reduce(0) { $0 + $1.change }
            #expect(abs(sum - exit.probability) < 1e-7)
            #expect(exit.steps.first?.factor == "uniform")
            let code = exit.probability > 0 ? min(max((exit.probability * 30).rounded(), 1), 30) : 0
            #expect(exit.code == Int(code))
        }
        for candidate in answer.candidates {
            let sum = candidate.terms.reduce(0) { $0 + ($1.log ?? -.infinity) }
            #expect(abs(sum - (candidate.score ?? -.infinity)) < 1e-9)
        }
    }

    @Test func reasonsOfTheDemosDrive() throws {
        let answer = try Self.answer(try ehorizon(try Self.command("08:00:40") + ["--json"]))
        #expect(answer.time == 1_767_254_440)
        #expect(answer.place.state == "on-road")
        #expect(answer.paths.first?.path == answer.place.path && answer.paths[0].index != nil)
        #expect(answer.junctions.count > 5 && answer.junctions[0].distance > 0)
        #expect(answer.candidates.first?.relation == "answer")
        Self.expectSums(answer)
        let values = try #require(answer.values)
        #expect(values.lastEdit != nil)
        #expect(values.values.contains { $0.kind == "speedLimit" && $0.source == "tag" })
        #expect(values.values.contains { $0.kind == "curvature" && $0.source == "line" })
    }

    @Test func aPlaceIsAMomentToo() throws {
        let known = try Self.answer(try ehorizon(try Self.command("08:00:40") + ["--json"]))
        let latitude = try #require(known.place.latitude)
        let longitude = try #require(known.place.longitude)
        let found = try Self.answer(
            try ehorizon(try Self.command("\(latitude),\(longitude)") + ["--json"]))
        #expect(abs(found.time - known.time) <= 0.1)
        #expect(found.place.path == known.place.path)
    }

    @Test func linesAreShort() throws {
        let outcome = try ehorizon(try Self.command("2026-01-01T08:00:40Z"))
        #expect(outcome.status == 0)
        for title in ["Places of the last fix", "Paths", "Exits ahead, with their reasons"] {
            #expect(outcome.lines.contains { $0 == title })
        }
        let exits = outcome.lines.drop { !$0.hasPrefix("Exits") }.prefix {
            !$0.hasPrefix("Changes")
        }
        #expect(outcome.lines.allSatisfy { $0.count <= 100 }, "\(exits)")
        // The same moment in seconds since 1970.
        #expect(try ehorizon(try Self.command("1767254440")).text == outcome.text)
    }

    @Test func wrongMomentsAreRefusedByName() throws {
        try ehorizon(try Self.command("noon")).expectRefusal(2, "--at noon: a time such as")
        try ehorizon(try Self.command("12:00:00")).expectRefusal(
            1, "--at 12:00:00: the drive \(try Sample.shortDrive) is from 2026-01-01T08:00:00Z")
        try ehorizon(try Self.command("53.6,13.3")).expectRefusal(
            1, "is nowhere within 100 m of it")
        try ehorizon("explain", "--map", try Sample.map, "--input", try Sample.shortDrive)
            .expectRefusal(2, "--at <time|lat,lon>")
    }

    @Test func valuesAtAPlaceOfTheMap() throws {
        let outcome = try ehorizon("map", "at", try Sample.map, "53.53763,13.26155")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.lines.contains { $0.contains("speedLimit") && $0.contains("30 km/h  (tag)") })
        #expect(outcome.lines.allSatisfy { $0.count <= 100 })
        let json = try ehorizon("map", "at", try Sample.map, "53.53763,13.26155", "--json")
        let object = try #require(
            try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        #expect((object["links"] as? [Any])?.isEmpty == false)
        try ehorizon("map", "at", try Sample.map, "0,0").expectRefusal(
            1, "no road within 15 m of 0,0")
        try ehorizon("map", "at", try Sample.map).expectRefusal(2, "a position is expected")
    }

    // MARK: The trace of the engine

    /// A change as the events of the engine's observer have it.
    private struct Traced {
        let seconds: Double
        let change: String
        let cause: String
        let main: Int?
    }

    private static var data: String {
        getenv("EHORIZON_DATA").map { String(cString: $0) } ?? "../shared/data"
    }

    /// The changes by the observer of trees, which does not know `TreeWatch`.
    private static func trace(_ map: String, _ drive: String) throws -> [Traced] {
        let roads = try RoadMap(source: try FileBlockSource(path: map))
        let log = FixLog([UInt8](try Data(contentsOf: URL(filePath: drive))))
        var engine = Engine(map: roads, parameters: EngineParameters())
        var observer = HorizonObserver()
        observer.start()
        var former: PathTree?
        var traced: [Traced] = []
        let origin = log.origin ?? 0
        VirtualBus().run(log.events(), through: &engine, report: { _, _ in }) {
            engine, event, time in
            observer.update(engine, at: time)
            defer { former = engine.tree }
            guard let former else { return }
            let seconds = Double(origin + time.nanoseconds) / 1e9
            let main = engine.tree.mainID.map { Int($0.number) }
            var isFix = false
            if case .position = event { isFix = true }
            for case .tree(let change) in observer.events {
                switch change {
                case .childDetached:
                    traced.append(
                        Traced(
                            seconds: seconds, change: "turned-off",
                            cause: isFix ? "fix" : "dead-reckoning", main: main))
                case .treeReset where main == nil:
                    traced.append(
                        Traced(seconds: seconds, change: "none", cause: "off-road", main: nil))
                case .treeReset:
                    var cause = "jump"
                    if case .onRoad(let matched) = engine.match,
                        former.locate(matched.place) == nil
                    {
                        cause = "off-tree"
                    }
                    traced.append(Traced(seconds: seconds, change: "new", cause: cause, main: main))
                case .pathAdded(_, nil, _) where former.paths.isEmpty:
                    traced.append(
                        Traced(seconds: seconds, change: "new", cause: "first-place", main: main))
                default: break
                }
            }
        } send: { _, _ in
        }
        return traced
    }

    @Test(
        .enabled(
            if: access(ExplainTests.data + "/drives", R_OK) == 0,
            "needs the recorded drives: EHORIZON_DATA or ../shared/data"))
    func causesAreThoseOfTheEnginesTrace() throws {
        let scratch = try Scratch()
        let drive = "\(Self.data)/drives/00000039.derived.nmea"
        let outcome = try ehorizon(
            "map", "build", "--osm", "\(Self.data)/drives/00000039.osm.pbf", "--output",
            scratch["roads.ehmap"])
        try #require(outcome.status == 0, "\(outcome)")
        let traced = try Self.trace(scratch["roads.ehmap"], drive)
        let causes: Set = ["first-place", "fix", "off-tree", "dead-reckoning"]
        #expect(Set(traced.map(\.cause)) == causes, "\(traced)")
        try #require(traced.count >= 3, "\(traced)")
        // The first, the middle and the last change of the main path.
        for change in [traced[0], traced[traced.count / 2], traced[traced.count - 1]] {
            let answer = try Self.answer(
                try ehorizon(
                    "explain", "--map", scratch["roads.ehmap"], "--input", drive, "--at",
                    "\(change.seconds)", "--json"))
            Self.expectSums(answer)
            let named = answer.changes.filter {
                abs($0.time - change.seconds) < 0.001 && $0.change != "other-path"
            }
            #expect(named.map(\.change) == [change.change], "\(change) \(answer.changes)")
            #expect(named.map(\.cause) == [change.cause], "\(change) \(answer.changes)")
            #expect(named.map(\.to) == [change.main])
        }
    }
}
