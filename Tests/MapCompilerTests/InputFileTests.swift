import MapSketch
import Glibc
import MapCompiler
import RandomNumbers
import RecordSorting
import RoadMap
import RoadMapWriter
import Testing

@Suite("Input files, good and bad")
struct InputFileTests {
    @Test(arguments: [
        ("not a map", ".osm.pbf"), ("not a map", ".osm"), ("not a map", ".osm.gz"),
        ("not a map", ".osm.bz2"), ("not a map", ".txt"), ("", ".osm.pbf"), ("", ".osm"),
        ("<osm version='0.6'><way id='1'><nd ref='", ".osm"),
        ("<osm version='0.6'><way id='x'/></osm>", ".osm"),
        ("<osm version='0.6'><node id='1' lat='91' lon='x'/></osm>", ".osm"),
        ("\u{0}\u{0}\u{0}\u{0D}\n\u{9}OSMHeader\u{18}\u{1}abcdefgh", ".osm.pbf"),
    ])
    func `What is broken gives one line that names the file`(text: String, suffix: String) throws {
        let file = try TemporaryFile(text, suffix: suffix)
        let error = #expect(throws: MapCompileError.self) { try compile([file]) }
        let line = "\(try #require(error))"
        #expect(line.contains(file.path) && !line.contains("\n"), "\(line)")
    }

    @Test(arguments: ["/nonexistent/map.osm.pbf", "-", "", "/tmp", "/dev/null"])
    func `What is no file gives one line that names it`(path: String) throws {
        let error = #expect(throws: MapCompileError.self) { try compile([path]) }
        #expect("\(try #require(error))".contains(path))
    }

    @Test func `A name without a known suffix is told with those that are known`() throws {
        let file = try TemporaryFile("<osm version='0.6'/>", suffix: ".txt")
        let error = #expect(throws: MapCompileError.self) { try compile([file]) }
        #expect(
            "\(try #require(error))"
                == "cannot read \(file.path): its name must end in .osm.pbf, .osm, .osm.gz, "
                + ".osm.bz2 or .opl")
    }

    @Test func `A link that no map can hold is left out and counted, and the others are there`()
        throws
    {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "residential"])
        let line = (0..<70_000).map { Int64(1_000_000 + $0) }
        for (number, node) in line.enumerated() {
            map.place(node, "46.\(100_000 + number)", "8.01")
        }
        map.way(2, line, ["highway": "residential"])
        let file = try TemporaryFile(map.xml, suffix: ".osm")
        let country = try #require(CountryTable.country(alpha2: "CH"))
        var encoded = 0
        let report = try MapCompilation(
            files: [file.path], countryCode: "CH", country: country,
            space: SortingSpace(memory: 32 << 20, folder: "/tmp")
        ).run(encode: EncodedLink.init) { (_) throws(MapContentError) in encoded += 1 }
        #expect(encoded == 1 && report.linkCount == 1)
        #expect(report.dropped.map(\.what) == ["links-too-large"])
        #expect(report.dropped.first?.count == 1)
    }

    @Test func `A file without roads is refused`() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "footway"])
        let error = #expect(throws: MapCompileError.self) { try map.compiled() }
        #expect("\(try #require(error))".hasPrefix("no road for cars in /tmp/"))
    }

    @Test(.enabled(if: SharedData.isThere, SharedData.need))
    func `The real thing cut off or damaged fails or compiles, and never crashes`() throws {
        let whole = try SharedData.bytes("drives/00000046.osm.pbf")
        for length in stride(from: 0, to: whole.count, by: 211) {
            let file = try TemporaryFile(Array(whole[..<length]), suffix: ".osm.pbf")
            #expect(throws: MapCompileError.self) { try compile([file]) }
        }
        var generator = SplitMix64(seed: 46)
        for _ in 0..<100 {
            var damaged = whole
            for _ in 0..<3 {
                let place = Int(generator.next() % UInt64(whole.count))
                damaged[place] ^= UInt8(1 << (generator.next() % 8))
            }
            let file = try TemporaryFile(damaged, suffix: ".osm.pbf")
            do { _ = try compile([file]) } catch is MapCompileError {}
        }
    }

    @Test(
        .enabled(if: SharedData.isThere, SharedData.need),
        arguments: ["maps/wechelderzande.osm.pbf", "maps/helsinki-centre.osm.pbf"]
    )
    func `A real extract compiles to a map that can be read, twice the same`(name: String) throws {
        let path = SharedData.path(name)
        let (content, report) = try compile([path])
        let bytes = try content.encoded()
        #expect(try compile([path]).content.encoded() == bytes)
        let map = try RoadMap(source: MemoryBlockSource(bytes))
        #expect(map.header.totalLength == report.totalLength)
        var ids: Set<StableLinkID> = []
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            ids.insert(try map.stableID(of: link))
        }
        #expect(ids.count == report.linkCount, "every link has a stable id of its own")
    }

    @Test(
        .enabled(if: SharedData.isThere, SharedData.need),
        arguments: [5, 6, 7, 11, 20, 26, 27, 39, 46, 48, 50, 52, 61, 67, 68, 75, 90, 91, 95]
    )
    func `A recorded drive's network compiles`(number: Int) throws {
        let digits = String(number)
        let name = String(repeating: "0", count: 8 - digits.count) + digits
        let path = SharedData.path("drives/\(name).osm.pbf")
        let (content, report) = try compile([path])
        #expect(report.coverage.share(of: .functionalRoadClass) == 1)
        #expect(content.facts(.tunnel).isEmpty && content.facts(.speedLimit).isEmpty)
        #expect(report.dropped.isEmpty)
    }
}

/// Real inputs that are not part of the project. Where they are absent the tests that need them are
/// skipped by name.
enum SharedData {
    static let need: Comment = "needs the folder of real inputs: EHORIZON_DATA or ../shared/data"

    static var folder: String {
        getenv("EHORIZON_DATA").map { String(cString: $0) } ?? "../shared/data"
    }

    static var isThere: Bool { access(folder + "/maps", R_OK) == 0 }

    static func path(_ name: String) -> String { "\(folder)/\(name)" }

    static func bytes(_ name: String) throws -> [UInt8] {
        let descriptor = open(path(name), O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var status = stat()
        try #require(fstat(descriptor, &status) == 0)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = read(descriptor, &bytes, bytes.count)
        try #require(count == bytes.count)
        return bytes
    }
}
