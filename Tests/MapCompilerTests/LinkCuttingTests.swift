import Geodesy
import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@Suite("Roads are cut into links where they meet")
struct LinkCuttingTests {
    @Test func `A crossing cuts both roads, a bend cuts none`() throws {
        var map = SmallMap()
        map.way(1, [11, 12, 13, 14], ["highway": "residential"])
        map.way(2, [3, 13, 23], ["highway": "residential"])
        let content = try map.compiled().content
        #expect(content.linkNames == ["1:11<>13", "1:13<>14", "2:3<>13", "2:13<>23"])
        #expect(content.links[0].points.count == 3)
    }

    @Test func `A link never spans two ways`() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "residential"])
        map.way(2, [12, 13], ["highway": "residential"])
        #expect(try map.compiled().content.linkNames == ["1:11<>12", "2:12<>13"])
    }

    @Test func `A road that is not for cars cuts nothing`() throws {
        var map = SmallMap()
        map.way(1, [11, 12, 13], ["highway": "residential"])
        map.way(2, [2, 12, 22], ["highway": "footway"])
        let (content, report) = try map.compiled()
        #expect(content.linkNames == ["1:11<>13"])
        #expect(report.dropped.map(\.what) == ["not-for-cars"])
        #expect(report.dropped.map(\.count) == [1])
    }

    @Test func `A roundabout is one-way and cut where roads join it`() throws {
        var map = SmallMap()
        map.way(1, [12, 23, 32, 21, 12], ["highway": "tertiary", "junction": "roundabout"])
        map.way(2, [23, 24], ["highway": "tertiary"])
        map.way(3, [21, 20], ["highway": "tertiary"])
        let content = try map.compiled().content
        #expect(
            content.linkNames == ["1:12>23", "1:23>21", "1:21>12", "2:23<>24", "3:21<>20"]
        )
        #expect(content.facts(.formOfWay) == ["4"])
    }

    @Test func `A way that crosses itself is cut there`() throws {
        var map = SmallMap()
        map.way(1, [10, 12, 13, 23, 22, 12, 2], ["highway": "service"])
        #expect(try map.compiled().content.linkNames == ["1:10<>12", "1:12<>12", "1:12<>2"])
    }

    @Test func `Two loops at one node keep two stable ids`() throws {
        var map = SmallMap()
        map.way(1, [22, 23, 33, 32, 22, 21, 11, 12, 22], ["highway": "service"])
        let content = try map.compiled().content
        #expect(content.linkNames == ["1:22<>22", "1:22<>11", "1:11<>22"])
    }

    @Test func `A closed ring that nothing joins is one link`() throws {
        var map = SmallMap()
        map.way(1, [11, 12, 22, 21, 11], ["highway": "service"])
        let content = try map.compiled().content
        #expect(content.linkNames == ["1:11<>11"])
        #expect(content.links[0].points.count == 5)
    }

    @Test func `The input's order does not matter, nor negative ids`() throws {
        var map = SmallMap()
        map.way(-7, [-12, 12, -13], ["highway": "residential"])
        map.way(5, [2, 12, 22], ["highway": "residential"])
        let sorted = try map.compiled().content
        #expect(sorted.linkNames == ["-7:-12<>12", "-7:12<>-13", "5:2<>12", "5:12<>22"])
        map.isUnsorted = true
        let unsorted = try map.compiled().content
        let bytes = try sorted.encoded()
        // The notes name the file, which has another name each time.
        #expect(unsorted.linkNames == sorted.linkNames)
        #expect(unsorted.links.map(\.points) == sorted.links.map(\.points))
        #expect(try RoadMap(source: MemoryBlockSource(bytes)).header.linkCount == 4)
    }

    @Test func `Repeated nodes and places are one`() throws {
        var map = SmallMap()
        map.way(1, [11, 11, 12, 13], ["highway": "residential"])
        map.place(12, "46.001", "8.001")
        let content = try map.compiled().content
        #expect(content.linkNames == ["1:11<>13"])
        #expect(content.links[0].points.count == 2)
    }

    @Test func `What has no line is counted`() throws {
        var map = SmallMap()
        map.way(1, [11], ["highway": "residential"])
        map.way(2, [12, 12], ["highway": "residential"])
        map.way(3, [13, 14], ["highway": "residential"])
        map.place(14, "46.001", "8.003")
        map.way(4, [21, 22], ["highway": "residential"])
        let (content, report) = try map.compiled()
        #expect(content.linkNames == ["4:21<>22"])
        #expect(
            report.dropped.map { "\($0.what) \($0.count)" } == [
                "fewer-than-two-nodes 2", "links-without-length 1",
            ]
        )
    }

    @Test func `A road ends beside a node that the input does not hold`() throws {
        var map = SmallMap()
        map.way(1, [10, 11, 12, 13, 14], ["highway": "residential"])
        map.way(2, [22, 23], ["highway": "residential"])
        map.lose(12)
        map.lose(22)
        let (content, report) = try map.compiled()
        #expect(content.linkNames == ["1:10<>11", "1:13<>14"])
        #expect(
            report.dropped.map { "\($0.what) \($0.count)" } == [
                "nodes-missing 1", "ways-cut-at-missing-nodes 1",
            ]
        )
    }

    @Test func `A way that two files hold is taken once, its nodes from either`() throws {
        var map = SmallMap()
        map.way(1, [11, 12, 13], ["highway": "residential"])
        map.way(2, [13, 14], ["highway": "residential"])
        map.lose(12)
        var other = SmallMap()
        other.way(1, [11, 12, 13], ["highway": "residential"])
        other.way(3, [2, 12], ["highway": "residential"])
        let files = [
            try TemporaryFile(map.xml, suffix: ".osm"),
            try TemporaryFile(other.xml, suffix: ".osm"),
        ]
        let (content, report) = try compile(files)
        #expect(content.linkNames == ["1:11<>12", "1:12<>13", "2:13<>14", "3:2<>12"])
        #expect(report.dropped.map { "\($0.what) \($0.count)" } == ["duplicates 1"])
    }

    @Test func `Lengths are whole centimetres, and every range is the whole link`() throws {
        var drawing = SmallMap()
        drawing.way(1, [11, 21, 31], ["highway": "residential"])
        let content = try drawing.compiled().content
        let shape = Shape(content.links[0].points)
        // 0.002 degrees of latitude at 46 degrees north: 222.30 m on WGS 84.
        #expect(shape.offset(at: 2).value == 22_230)
        let map = try RoadMap(source: MemoryBlockSource(content.encoded()))
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            #expect(link.length.value == 22_230)
            try map.forEachAttribute(of: link) { attribute in
                #expect(attribute.from == .zero && attribute.to == link.length)
            }
        }
    }
}
