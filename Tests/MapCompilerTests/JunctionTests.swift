import Geodesy
import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@Suite("Which roads go on in each other at junctions")
struct JunctionTests {
    private func curvature(of link: NewLink) throws -> (first: Int32, last: Int32) {
        let spots = link.profiles.first { $0.kind == .curvature }?.spots ?? []
        return (try #require(spots.first).value, try #require(spots.last).value)
    }

    /// An arc to the right of about 230 m up to node 4, whose way turns off there to the left.
    private func turningOff() -> SmallMap {
        var map = SmallMap()
        map.way(1, [1, 2, 3, 4, 8, 9], ["highway": "residential"])
        let places: [(Int64, String, String)] = [
            (1, "46.0000", "8.0000"), (2, "46.0006", "8.0001"), (3, "46.0011", "8.0005"),
            (4, "46.0015", "8.0011"), (8, "46.0021", "8.0003"), (9, "46.0027", "7.9995"),
        ]
        for (node, latitude, longitude) in places { map.place(node, latitude, longitude) }
        return map
    }

    @Test func `A way that turns off goes on in the road that is straight on`() throws {
        var map = turningOff()
        // The rest of the arc, drawn the other way round.
        map.way(2, [7, 6, 5, 4], ["highway": "residential"])
        let rest: [(Int64, String, String)] = [
            (5, "46.0017", "8.0019"), (6, "46.00175", "8.0028"), (7, "46.0016", "8.0037"),
        ]
        for (node, latitude, longitude) in rest { map.place(node, latitude, longitude) }
        let links = try map.compiled().content.links
        try #require(links.map(\.way) == [1, 1, 2])
        let arc = try curvature(of: links[0]).last
        #expect((300...900).contains(arc))
        #expect(try curvature(of: links[2]).last == -arc)
        // What turns off is a straight of its own.
        #expect(abs(try curvature(of: links[1]).first) <= 1)
    }

    /// Each road of a node is compared with each, so a node of thousands must be refused before.
    @Test func `A node of thousands of roads is refused by name, and soon`() throws {
        var map = SmallMap()
        map.place(1, "46.0", "8.0")
        for number in Int64(2)...6000 {
            map.way(number, [1, number], ["highway": "residential"])
            map.place(number, "46.0\(10_000 + number)", "8.0\(10_000 + number * 3 % 7000)")
        }
        let start = ContinuousClock.now
        let error = #expect(throws: MapCompileError.self) { try map.compiled() }
        #expect("\(try #require(error))".contains("node 1: more than 64 roads meet there"))
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func `A way that turns where no other road goes straight on is one road`() throws {
        var map = turningOff()
        map.way(2, [10, 4], ["highway": "residential"])
        map.place(10, "46.0005", "8.00071")
        let links = try map.compiled().content.links
        try #require(links.map(\.way) == [1, 1, 2])
        let corner = try curvature(of: links[0]).last
        #expect(corner < -1000)
        #expect(try curvature(of: links[1]).first == corner)
    }

    @Test func `A roundabout goes on in itself wherever its way begins`() throws {
        let origin = try #require(Coordinate(latitude: 46, longitude: 8))
        let frame = LocalFrame(around: origin)
        var map = SmallMap()
        func put(_ node: Int64, _ east: Double, _ north: Double) throws {
            let place = try #require(frame.unproject(PlanarVector(x: east, y: north)))
            map.place(node, "\(place.latitude)", "\(place.longitude)")
        }
        // Clockwise, of 30 m; a road comes in along the chord behind the node where it begins.
        let ring = Array(1...12 as ClosedRange<Int64>)
        map.way(1, ring + [1], ["highway": "primary", "junction": "roundabout"])
        map.way(2, [21, 20, 1], ["highway": "primary", "oneway": "yes"])
        for node in ring {
            let (sine, cosine) = sineAndCosine(Double(node - 1) * .pi / 6)
            try put(node, 30 * sine, 30 * cosine)
        }
        try put(20, -60, 46.08)
        try put(21, -120, 62.15)
        let links = try map.compiled().content.links
        let loop = try #require(links.first { $0.way == 1 })
        let (first, last) = try curvature(of: loop)
        #expect(first == last)
        #expect((2700...3900).contains(abs(first)))
    }

    @Test func `A road that meets itself goes on in its straightest part`() throws {
        var map = SmallMap()
        // Eastwards over node 12 and, around a loop, back to it from the west as well.
        map.way(1, [11, 12, 13, 23, 33, 32, 31, 12], ["highway": "residential"])
        map.place(11, "46.0007", "8.001")
        map.place(31, "46.001", "8.0005")
        let links = try map.compiled().content.links
        let end = try curvature(of: try #require(links.last)).last
        let on = try curvature(of: try #require(links.first { $0.startNode.id == 12 })).first
        #expect(end == on)
    }
}
