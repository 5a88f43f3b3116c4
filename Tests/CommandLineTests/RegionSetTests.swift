import ADASISv2
import Foundation
import Glibc
import Testing

/// The sample map in four regions with their index.
struct Regions {
    let scratch: Scratch
    /// The index.
    let index: String
    /// The names of the regions' files.
    static let names = ["sw.ehmap", "se.ehmap", "nw.ehmap", "ne.ehmap"]
    /// Their areas: they meet on the demo's drive.
    private static let areas = [
        "13,53,13.266,53.57", "13.266,53,14,53.57", "13,53.57,13.266,54",
        "13.266,53.57,14,54",
    ]

    init(country: String = "DE", name: String = "regions.json") throws {
        scratch = try Scratch()
        index = scratch[name]
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        for (name, area) in zip(Self.names, Self.areas) {
            let outcome = try ehorizon(
                "map", "build", "--osm", source.path(), "--country", country, "--within", area,
                "--output", scratch[name])
            #expect(outcome.status == 0, "\(outcome)")
        }
        try writeIndex(Self.names)
    }

    /// Writes the index of some of the files.
    func writeIndex(_ names: [String], to output: String? = nil) throws {
        let outcome = try ehorizon(
            ["map", "regions", "--output", output ?? index] + names.map { scratch[$0] })
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// Changes a byte of a file: in a copy that takes its name, or in place.
    func damage(_ name: String, at offset: UInt64, inPlace: Bool = false) throws {
        if !inPlace {
            let copy = try scratch.file("copy", try scratch.content(name))
            #expect(rename(copy, scratch[name]) == 0)
        }
        let file = try FileHandle(forUpdating: scratch.url(name))
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: offset)
        try file.write(contentsOf: [byte ^ 0x20])
    }
}

@Suite("Region sets")
struct RegionSetTests {
    @Test func `The frames over borders are those of one map`() throws {
        let regions = try Regions()
        func frames(_ map: String) throws -> Data {
            let log = regions.scratch["frames.log"]
            let outcome = try ehorizon(
                "replay", "--map", map, "--input", Sample.drive.path(), "--messages", "all",
                "--output", log)
            #expect(outcome.status == 0, "\(outcome)")
            return try Data(contentsOf: URL(filePath: log))
        }
        let whole = try frames(Sample.map)
        #expect(whole.count > 100_000)
        #expect(try frames(regions.index) == whole)
    }

    @Test func `A file that is not the one of the index is refused by name`() throws {
        let regions = try Regions()
        let verified = try ehorizon("map", "verify", regions.index)
        #expect(verified.status == 0, "\(verified)")
        try regions.damage("ne.ehmap", at: 4000)
        let damaged = try ehorizon("map", "verify", regions.index)
        #expect(damaged.status == 1)
        #expect(damaged.words.contains("ehorizon: \(regions.scratch["ne.ehmap"]): "), "\(damaged)")
        let other = try Data(contentsOf: URL(filePath: Sample.map))
        _ = try regions.scratch.file("sw.ehmap", other)
        try ehorizon("map", "info", regions.index).expectRefusal(
            1, "\(regions.scratch["sw.ehmap"]): its identity is ")
    }

    @Test(arguments: [
        ("{\"version\":2,\"regions\":[]}", "line 1: expected version 1"),
        (
            "{\"version\":1,\n\"regions\":[{\"file\":\"../a\"}]}",
            "line 2: expected the name of a file"
        ),
        ("{\"version\":1}", "line 1: expected \"version\" and \"regions\""),
        ("{", "line 1: expected "),
    ])
    func `A broken index is refused with its line`(_ text: String, _ words: String) throws {
        let scratch = try Scratch()
        let index = try scratch.file("regions.json", text)
        try ehorizon("map", "info", index).expectRefusal(1, "\(index): \(words)")
        try ChildProcess(
            Programs.daemon, ["--map", index, "--position", "-", "--can", "ehznone0"]
        ).wait().expectRefusal(1, "\(index): \(words)")
    }

    @Test func `An area is given in degrees or as polygons`() throws {
        let scratch = try Scratch()
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        func build(_ area: String) throws -> Outcome {
            try ehorizon(
                "map", "build", "--osm", source.path(), "--country", "DE", "--within", area,
                "--output", scratch["part.ehmap"])
        }
        func size(_ area: String) throws -> Int {
            let outcome = try build(area)
            #expect(outcome.status == 0, "\(outcome)")
            return try scratch.content("part.ehmap").count
        }
        let ring = "[[13,53],[13.262,53],[13.262,53.552],[13,53.552],[13,53]]"
        let polygon = try scratch.file(
            "area.geojson",
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":[[1]]},
            "geometry":{"type":"MultiPolygon","coordinates":[[\(ring)]]}}]}
            """)
        let rectangle = try size("13,53,13.262,53.552")
        #expect(rectangle > 20_000)
        #expect(try size(polygon) == rectangle)
        try build("13,53,12,54").expectRefusal(1, "--within 13,53,12,54: not west,south,east,north")
        let open = try scratch.file(
            "open.geojson", "{\"type\":\"Polygon\",\n\"coordinates\":[[[13,53],[14,53]]]}")
        try build(open).expectRefusal(1, "\(open): line 2: expected a closed ring")
        try build("0,0,1,1").expectRefusal(1, "no road for cars")
    }
}

/// A region set under a driving daemon, with candump as the witness.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct RegionSetOnVCAN {
    private func start(
        _ regions: Regions, _ bus: Bus, _ more: [String] = []
    ) throws -> ChildProcess {
        try ChildProcess(
            Programs.daemon,
            [
                "--map", regions.index, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name,
            ] + more)
    }

    private func drive(_ bus: Bus, _ count: Int) throws {
        let before = try bus.log().places.count
        try eventually("more POSITIONs") { try bus.log().places.count >= before + count }
    }

    /// The sample drive leaves its region after a few kilometres. Ten times as fast it does so within half a minute.
    @Test func `A border of regions is no gap of POSITION`() throws {
        let regions = try Regions()
        let bus = try Bus("ehzreg7")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", regions.index, "--position", "file:\(Sample.drive.path())?rate=10",
                "--can", bus.name,
            ])
        let gaps = try PositionGaps(on: bus, of: daemon)
        try gaps.expectInterval(of: 400)
        #expect(daemon.words.isEmpty, "\(daemon.words)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    @Test func `An unfit region is left out and the others are driven on`() throws {
        let regions = try Regions()
        // Far from the drive nothing is read, so nothing is found.
        try regions.damage("nw.ehmap", at: 4000)
        #expect(unlink(regions.scratch["ne.ehmap"]) == 0)
        let bus = try Bus("ehzreg0")
        let daemon = try start(regions, bus)
        try eventually("a path") { try !bus.log().places.isEmpty }
        #expect(
            daemon.words.contains(
                "ehorizond: \(regions.scratch["ne.ehmap"]): cannot be opened: No such file or directory;"
                    + " this region is not used"), "\(daemon.words)")
        try drive(bus, 5)
        // A region in use that is changed in place goes, and so does the place on it.
        for name in ["sw.ehmap", "se.ehmap"] {
            try regions.damage(name, at: 4000, inPlace: true)
        }
        try eventually("a line about the changed file") {
            daemon.words.contains("the file was changed in place; this map is not used any more")
        }
        // A new index with whole files brings the horizon back.
        let whole = try Regions(country: "AT")
        for name in Regions.names {
            #expect(rename(whole.scratch[name], regions.scratch["new-" + name]) == 0)
        }
        try regions.writeIndex(
            Regions.names.map { "new-" + $0 }, to: regions.scratch["next.json"])
        #expect(rename(regions.scratch["next.json"], regions.index) == 0)
        try eventually("a line about the new map") {
            daemon.words.contains("ehorizond: \(regions.index): a new map, ")
        }
        try drive(bus, 5)
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test(.enabled(if: SignedMap.isThere, SignedMap.reason))
    func `One signature covers all regions`() throws {
        let regions = try Regions()
        let owner = try SignedMap(in: regions.scratch)
        let unsigned = try start(regions, Bus("ehzreg1"), ["--map-key", owner.key]).wait()
        unsigned.expectRefusal(1, "\(regions.index).sig: No such file")
        try owner.sign(regions.index, to: regions.index + ".sig")
        let verified = try ehorizon("map", "verify", "--key", owner.key, regions.index)
        #expect(verified.status == 0, "\(verified)")
        // Digests that somebody else has made.
        try regions.damage("nw.ehmap.pieces", at: 3)
        let bus = try Bus("ehzreg2")
        let daemon = try start(regions, bus, ["--map-key", owner.key])
        try eventually("a path") { try !bus.log().places.isEmpty }
        #expect(
            daemon.words.contains(
                "ehorizond: \(regions.scratch["nw.ehmap"]): the digests of its pieces are not"
                    + " those of the index; this region is not used"), "\(daemon.words)")
        try drive(bus, 5)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
