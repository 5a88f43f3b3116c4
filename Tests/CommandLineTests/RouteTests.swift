import Foundation
import Glibc
import Testing

@Suite("Routes on the command line")
struct RouteCommandTests {
    /// The route of the sample drive, as `ehorizon match` writes it.
    private func drivenRoute(in scratch: Scratch) throws -> String {
        let route = scratch["driven.geojson"]
        let outcome = try ehorizon([
            "match", "--map", Sample.map, "--input", Sample.shortDrive, "--lag", "30",
            "--output", scratch["places.csv"], "--route", route,
        ])
        #expect(outcome.status == 0, "\(outcome)")
        return route
    }

    private func replay(_ flags: String..., to log: String) throws -> Outcome {
        try ehorizon(
            ["replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output", log] + flags)
    }

    /// How many SEGMENTs say what of the route.
    private func parts(_ log: String) throws -> [String: Int] {
        struct Line: Decodable {
            struct Raw: Decodable { let partOfCalculatedRoute: Int? }
            let message: String
            let raw: Raw
        }
        var counts: [String: Int] = [:]
        for line in try ehorizon(["decode", "--json", log]).lines {
            let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            guard line.message == "SEGMENT", let part = line.raw.partOfCalculatedRoute else {
                continue
            }
            counts["\(part)", default: 0] += 1
        }
        return counts
    }

    @Test func theRouteIsOnTheWireAndKeepsTheRules() throws {
        let scratch = try Scratch()
        let route = try drivenRoute(in: scratch)
        let log = scratch["frames.log"]
        let outcome = try replay("--route", route, "--messages", "all", to: log)
        #expect(outcome.status == 0, "\(outcome)")
        let with = try parts(log)
        // On it, beside it; the code of what is not available goes with the fix that brings the route.
        #expect(with["1"] ?? 0 > 3 && with["0"] ?? 0 > 0, "\(with)")
        let check = try ehorizon(["check", log])
        #expect(check.status == 0, "\(check)")
        // Once more it is the same, and without it no road is part of a route.
        let again = scratch["again.log"]
        #expect(try replay("--route", route, "--messages", "all", to: again).status == 0)
        #expect(
            try Data(contentsOf: URL(filePath: log)) == Data(contentsOf: URL(filePath: again)))
        #expect(try replay(to: again).status == 0)
        #expect(Set(try parts(again).keys) == ["3"])
    }

    /// The route of another program: `--route <(…)` of a shell is a pipe.
    @Test func aPipeIsARoute() throws {
        let scratch = try Scratch()
        let route = try drivenRoute(in: scratch)
        let (log, pipe) = (scratch["frames.log"], scratch["pipe"])
        #expect(mkfifo(pipe, 0o600) == 0)
        let writer = try ChildProcess("sh", ["-c", "cat \"$1\" >\"$2\"", "sh", route, pipe])
        #expect(try replay("--route", pipe, to: log).status == 0)
        #expect(try writer.wait().status == 0)
        #expect(try parts(log)["1"] ?? 0 > 3)
    }

    @Test func aFileWithoutAnEndIsRefused() throws {
        let scratch = try Scratch()
        let outcome = try replay("--route", "/dev/zero", to: scratch["frames.log"])
        #expect(outcome.status == 1)
        #expect(outcome.said == ["ehorizon: /dev/zero: more than 1048576 bytes"])
    }

    @Test func aheadAndTreeTakeARoute() throws {
        let scratch = try Scratch()
        let route = try drivenRoute(in: scratch)
        let ahead = try ehorizon([
            "ahead", "--map", Sample.map, "--input", Sample.shortDrive, "--every", "end",
            "--route", route, "--route-mode", "truck",
        ])
        #expect(ahead.status == 0 && !ahead.lines.isEmpty, "\(ahead)")
        let json = try String(contentsOf: URL(filePath: route), encoding: .utf8)
        let numbers = json.matches(of: /\[(-?[0-9.]+), ?(-?[0-9.]+)\]/)
        let first = try #require(numbers.first)
        let tree = try ehorizon([
            "tree", "--map", Sample.map, "--at", "\(first.2),\(first.1)", "--route", route,
        ])
        #expect(tree.status == 0, "\(tree)")
    }

    @Test func whatIsWrongIsOneLine() throws {
        let scratch = try Scratch()
        let file = scratch["route.txt"]
        let log = scratch["frames.log"]
        for (text, problem) in [
            ("12\nx", "\(file): line 2: expected the number of a way"),
            ("12", "\(file): line 1: way 12 is not in the map"),
            (
                "<gpx><rte><rtept lat='95' lon='1'/>",
                "\(file): line 1: the latitude is out of range"
            ),
        ] {
            try Data(text.utf8).write(to: URL(filePath: file))
            let outcome = try replay("--route", file, to: log)
            #expect(outcome.status == 1 && outcome.words.contains(problem), "\(outcome)")
            #expect(!FileManager.default.fileExists(atPath: log))
        }
        let missing = try replay("--route", scratch["none"], to: log)
        #expect(missing.status == 1 && missing.words.contains("cannot open"), "\(missing)")
        let mode = try replay("--route", file, "--route-mode", "bicycle", to: log)
        #expect(
            mode.status == 2 && mode.words.contains("--route-mode bicycle")
                && mode.words.contains("car, truck"), "\(mode)")
    }
}
