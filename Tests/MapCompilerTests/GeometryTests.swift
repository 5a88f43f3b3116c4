import Geodesy
import Glibc
import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@Suite("Curvature and heights of compiled roads")
struct GeometryTests {
    private func spots(_ kind: ProfileKind, of link: NewLink) -> [ProfileSpot] {
        link.profiles.first { $0.kind == kind }?.spots ?? []
    }

    @Test func `A straight has no curvature, and no step where it is cut`() throws {
        var map = SmallMap()
        map.way(1, [11, 12, 13, 14, 15], ["highway": "primary"])
        map.way(2, [3, 13, 23], ["highway": "residential"])
        let content = try map.compiled().content
        for link in content.links {
            let curvature = spots(.curvature, of: link)
            #expect(curvature.first?.offset == .zero)
            #expect(curvature.last?.offset == Shape(link.points).offset(at: link.points.count - 1))
            #expect(curvature.allSatisfy { abs($0.value) <= 1 })
            #expect(spots(.curvatureError, of: link).allSatisfy { $0.value > 0 })
        }
    }

    @Test func `Where one way goes on in another the curvature is the same`() throws {
        var map = SmallMap()
        // An arc to the right of about 230 m, drawn across two ways, the second the other way round.
        let arc: [(Int64, String, String)] = [
            (1, "46.0000", "8.0000"), (2, "46.0006", "8.0001"), (3, "46.0011", "8.0005"),
            (4, "46.0015", "8.0011"), (5, "46.0017", "8.0019"), (6, "46.00175", "8.0028"),
            (7, "46.0016", "8.0037"),
        ]
        map.way(1, [1, 2, 3, 4], ["highway": "primary"])
        map.way(2, [7, 6, 5, 4], ["highway": "primary"])
        for (node, latitude, longitude) in arc { map.place(node, latitude, longitude) }
        let links = try map.compiled().content.links
        try #require(links.count == 2)
        let first = try #require(spots(.curvature, of: links[0]).last)
        let second = try #require(spots(.curvature, of: links[1]).last)
        #expect(first.value == -second.value)
        #expect((300...900).contains(first.value))
    }

    @Test func `Heights follow the ground, bridges do not, and roads agree where they meet`() throws
    {
        let folder = "/tmp/ehorizon-test-\(getpid())-heights"
        let tile = "\(folder)/N46E008.hgt"
        #expect(mkdir(folder, 0o700) == 0)
        defer {
            unlink(tile)
            rmdir(folder)
        }
        try Self.writeValley(tile)
        var map = SmallMap()
        map.way(1, [11, 12, 13, 14], ["highway": "primary"])
        map.way(2, [14, 15, 16], ["highway": "primary", "bridge": "yes"])
        map.way(3, [16, 17, 18], ["highway": "primary"])
        map.way(4, [5, 15, 25], ["highway": "residential"])
        let file = try TemporaryFile(map.xml, suffix: ".osm")
        let (content, report) = try compile([file.path], elevation: folder)
        #expect(report.coverage.share(of: .altitude) > 0.99)
        var heights: [Int64: Set<Int32>] = [:]
        for link in content.links {
            let altitudes = spots(.altitude, of: link)
            let first = try #require(altitudes.first)
            let last = try #require(altitudes.last)
            heights[link.startNode.id, default: []].insert(first.value)
            heights[link.endNode.id, default: []].insert(last.value)
            // From west to east it goes up, as the slope says.
            if link.way != 4 {
                let rise = Double(last.value - first.value) / Double(last.offset.value)
                let slopes = spots(.slope, of: link)
                let mean = slopes.reduce(0) { $0 + Double($1.value) } / Double(slopes.count) / 1e4
                #expect(abs(rise - mean) < 0.01)
                #expect(rise > 0.03)
            }
            if link.way == 2 { #expect(altitudes.count == 2) }
        }
        #expect(heights.values.allSatisfy { $0.count == 1 })
    }

    @Test func `The slope goes on through nodes, along the road and onto bridges`() throws {
        let folder = "/tmp/ehorizon-test-\(getpid())-slopes"
        let tile = "\(folder)/N46E008.hgt"
        #expect(mkdir(folder, 0o700) == 0)
        defer {
            unlink(tile)
            rmdir(folder)
        }
        try Self.writeGround(tile) { 800 + 40 * sineAndCosine(Double($0) / 4).sine }
        var map = SmallMap()
        // The second is drawn the other way round, the third crosses, the fourth is a bridge.
        map.way(1, [11, 12, 13], ["highway": "primary"])
        map.way(2, [15, 14, 13], ["highway": "primary"])
        map.way(3, [4, 14, 24], ["highway": "residential"])
        map.way(4, [15, 16], ["highway": "primary", "bridge": "yes"])
        map.way(5, [16, 17, 18], ["highway": "primary"])
        // Another bridge turns off where that one ends; two meet on the ground, where a road crosses.
        map.way(6, [16, 26], ["highway": "primary", "bridge": "yes"])
        map.way(7, [31, 32], ["highway": "primary", "bridge": "yes"])
        map.way(8, [32, 33, 34], ["highway": "primary", "bridge": "yes"])
        map.way(9, [22, 32, 42], ["highway": "residential"])
        let file = try TemporaryFile(map.xml, suffix: ".osm")
        let links = try compile([file.path], elevation: folder).content.links
        // From west to east, at the node in the east of the first and the west of the second.
        func slope(_ way: Int64, _ node: Int64, from other: Int64) throws -> Int32 {
            let link = try #require(
                links.first {
                    $0.way == way
                        && Set([$0.startNode.id, $0.endNode.id]) == Set([node, other])
                })
            let slopes = spots(.slope, of: link)
            let spot = try #require(
                link.startNode.id == node ? slopes.first : slopes.last)
            let isEastward = link.points[0].longitudeE7 < link.points[1].longitudeE7
            return isEastward ? spot.value : -spot.value
        }
        let middle = try slope(1, 13, from: 11)
        #expect(abs(middle) > 200)
        let beyond = try slope(2, 13, from: 14)
        #expect(abs(middle - beyond) <= 1)
        let crossing = (try slope(2, 14, from: 13), try slope(2, 14, from: 15))
        #expect(abs(crossing.0 - crossing.1) <= 1)
        let bridge = try slope(4, 15, from: 16)
        for other in [
            try slope(4, 16, from: 15), try slope(2, 15, from: 14), try slope(5, 16, from: 18),
        ] {
            #expect(abs(bridge - other) <= 1)
        }
        let bridges = (try slope(7, 32, from: 31), try slope(8, 32, from: 34))
        #expect(abs(bridges.0 - bridges.1) <= 1)
        let far = (try slope(7, 31, from: 32), try slope(8, 34, from: 32))
        #expect(abs(far.0 - far.1) > 50)
        #expect((min(far.0, far.1)...max(far.0, far.1)).contains(bridges.0))
        // Their heights stay on the straights.
        for link in links where link.way == 7 || link.way == 8 {
            #expect(spots(.altitude, of: link).count == 2)
        }
        // The end of the road on the ground is not led over to anything.
        let end = try slope(5, 18, from: 16)
        #expect(abs(bridge - end) > 50)
    }

    @Test func `Elevation that is not there is named`() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "primary"])
        let file = try TemporaryFile(map.xml, suffix: ".osm")
        #expect(
            throws: MapCompileError.elevation("cannot read /nowhere: No such file or directory")
        ) {
            try compile([file.path], elevation: "/nowhere")
        }
    }

    /// An SRTM tile of 3″ that goes up by three metres a post to the east.
    private static func writeValley(_ path: String) throws {
        try writeGround(path) { 500 + 3 * Double($0) }
    }

    /// An SRTM tile of 3″ whose height depends on the column.
    private static func writeGround(_ path: String, _ height: (Int) -> Double) throws {
        let side = 1201
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * side * side)
        for _ in 0..<side {
            for column in 0..<side {
                let height = UInt16(height(column).rounded())
                bytes.append(UInt8(height >> 8))
                bytes.append(UInt8(height & 0xFF))
            }
        }
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}
