import Geodesy
import MapCompiler
import RoadMapWriter
import Testing

@Suite("PBF files that are not as they should be")
struct HostileInputTests {
    /// Two roads that cross: 11–12–13 and 22–12–2.
    private var crossing: HandMadePBF {
        var file = HandMadePBF()
        for id: Int64 in [2, 11, 12, 13, 22] {
            file.node(id, 460_000_000 + id / 10 * 10_000, 80_000_000 + id % 10 * 10_000)
        }
        file.way(1, [11, 12, 13])
        file.way(2, [22, 12, 2])
        return file
    }

    private let names = ["1:11<>12", "1:12<>13", "2:22<>12", "2:12<>2"]

    private func links(_ file: HandMadePBF) throws -> [String] {
        let stored = try TemporaryFile(file.bytes, suffix: ".osm.pbf")
        return try compile([stored]).content.linkNames
    }

    private func refusal(_ file: HandMadePBF) throws -> String {
        let stored = try TemporaryFile(file.bytes, suffix: ".osm.pbf")
        let error = #expect(throws: MapCompileError.self) { try compile([stored]) }
        let line = "\(try #require(error))"
        #expect(line.contains(stored.path) && !line.contains("\n"), "\(line)")
        return line
    }

    @Test func `As they should be`() throws { #expect(try links(crossing) == names) }

    @Test func `LZ4 is read`() throws {
        var file = crossing
        file.packing = .lz4
        #expect(try links(file) == names)
    }

    @Test(arguments: [HandMadePBF.Packing.zstandard, .unknown])
    func `Packing that is not known is refused`(packing: HandMadePBF.Packing) throws {
        var file = crossing
        file.packing = packing
        _ = try refusal(file)
    }

    @Test func `Blobs of another type are passed over or refused`() throws {
        var file = crossing
        file.otherBlobs = ["OSMJunk"]
        do { #expect(try links(file) == names) } catch is MapCompileError {}
    }

    @Test(arguments: ["\0", "resi\0dential", "\0\0\0"])
    func `A zero byte in a tag is refused`(text: String) throws {
        var file = crossing
        file.texts[2] = text
        #expect(try refusal(file).contains("a tag holds a zero byte"))
    }

    @Test func `Zero bytes that make tags of tags are read as such`() throws {
        var file = crossing
        // As highway=residential and surface=mud.
        file.texts[2] = "residential\0surface\0mud"
        #expect(try links(file) == names)
    }

    @Test func `A feature that is not known is refused`() throws {
        var file = crossing
        file.features.append("RoadsOfTheFuture")
        #expect(try refusal(file).contains("RoadsOfTheFuture"))
        file.features.append("Roads\nOf\u{1B}[31mThe\u{7F}Future")
        file.features.remove(at: file.features.count - 2)
        #expect(try refusal(file).contains("Roads?Of?[31mThe?Future"))
    }

    @Test(
        arguments: [
            [10_000_000_000, -10_000_000_000, 47_000_000_000, 46_000_000_000],
            [0, 1, 0, 1], [.min, .max, .max, .min],
            [-900_000_000_000, 900_000_000_000, 900_000_000_000, -900_000_000_000],
        ] as [[Int64]])
    func `The header's box is not believed`(box: [Int64]) throws {
        var file = crossing
        file.box = box
        // libosmium itself refuses a box that overflows its coordinates.
        if box.contains(.min) {
            #expect(try refusal(file).contains("bbox"))
        } else {
            #expect(try links(file) == names)
        }
    }

    @Test func `Falling and negative ids`() throws {
        var file = HandMadePBF()
        for id: Int64 in [13, 12, -11, 5, -22, .min / 4, .max / 4] {
            file.node(id, 460_000_000 + id % 100 * 10_000, 80_000_000)
        }
        file.way(9, [12, 13])
        file.way(-9, [-11, 12, .max / 4])
        #expect(try links(file) == ["-9:-11<>12", "-9:12<>\(Int64.max / 4)", "9:12<>13"])
    }

    @Test func `Places that are none and nodes that are missing`() throws {
        var file = crossing
        file.node(30, 910_000_000, 0)
        file.way(3, [13, 30, 31, 32])
        #expect(try links(file) == names)
    }

    @Test func `The same node in several files is taken once`() throws {
        var first = HandMadePBF()
        first.node(1, 460_000_000, 80_000_000)
        first.node(2, 460_010_000, 80_000_000)
        first.way(1, [1, 2])
        var second = HandMadePBF()
        second.node(2, 460_020_000, 80_000_000)
        second.node(3, 460_030_000, 80_000_000)
        second.way(2, [2, 3])
        let files = [
            try TemporaryFile(first.bytes, suffix: ".osm.pbf"),
            try TemporaryFile(second.bytes, suffix: ".osm.pbf"),
        ]
        let content = try compile(files).content
        #expect(content.linkNames == ["1:1<>2", "2:2<>3"])
        #expect(content.links[1].startNode.place.latitudeE7 == 460_010_000)
    }
}
