import ADASISv2
import Foundation
import Glibc
import Testing

/// A route that comes, goes and comes again while the daemon drives, with candump as the witness.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct RouteOnVCAN {
    /// What the SEGMENTs from a number of frames on say of the route.
    private func parts(_ bus: Bus, from first: Int) throws -> Set<TriStateCode> {
        Set(
            try bus.log().entries.dropFirst(first).compactMap { entry in
                if case .segment(let segment) = entry.message {
                    segment.partOfCalculatedRoute
                } else {
                    nil
                }
            })
    }

    /// A file with the route of the sample drive.
    private func drivenRoute(_ scratch: Scratch) throws -> String {
        let path = scratch["driven.geojson"]
        let match = try ehorizon(
            "match", "--map", Sample.map, "--input", Sample.drive.path(), "--lag", "30", "--output",
            scratch["places.csv"], "--route", path)
        #expect(match.status == 0, "\(match)")
        return path
    }

    @Test func aRouteIsSetRefusedAndUnset() throws {
        let scratch = try Scratch()
        let driven = try drivenRoute(scratch)
        let route = try scratch.file("route", "")
        let bus = try Bus("ehzroute0")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--messages", "all", "--route", route,
            ])
        try eventually("a path without a route") {
            try parts(bus, from: 0) == [.notAvailable]
        }
        func change(_ content: Data, _ line: String) throws -> Int {
            let count = try bus.log().entries.count
            try content.write(to: scratch.url("route"))
            daemon.send(SIGHUP)
            try eventually("\(line)") { daemon.words.contains(line) }
            return count
        }
        let set = try change(
            try Data(contentsOf: URL(filePath: driven)), "\(route): a route of ")
        try eventually("roads of the route") { try parts(bus, from: set).contains(.yes) }
        let bad = try change(
            Data("100\nx".utf8),
            "\(route): line 2: expected the number of a way; the route is unchanged")
        try eventually("the route stays") { try parts(bus, from: bad).contains(.yes) }
        let unset = try change(Data(), "\(route): no route")
        try eventually("no route any more") {
            try parts(bus, from: unset).contains(.notAvailable)
        }
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// A pipe that nobody writes to is refused, and keeps no later route from being read.
    @Test func aPipeIsNoRouteOfTheDaemon() throws {
        let scratch = try Scratch()
        let driven = try drivenRoute(scratch)
        let route = try scratch.file("route", "")
        let bus = try Bus("ehzroute1")
        let daemon = try StatusOnVCAN.start(bus, scratch, flags: ["--route", route])
        try eventually("a path") { try !bus.log().places.isEmpty }
        try #require(remove(route) == 0 && mkfifo(route, 0o600) == 0)
        daemon.send(SIGHUP)
        try eventually("a refusal") {
            daemon.words.contains(
                "cannot read \(route): it is not a regular file; there is no route")
        }
        try #require(remove(route) == 0 && rename(driven, route) == 0)
        daemon.send(SIGHUP)
        try eventually("the route") {
            daemon.words.contains("\(route): a route of ")
        }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
