import Geodesy
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import Routing
import Testing

@testable import RouteReading

/// Line locations in OpenLR's binary format.
@Suite struct OpenLRTests {
    /// The line location that the white paper writes out byte by byte.
    private static let published = "CwRbWyNG9RpsCQCb/jsbtAT/6/+jK1lE"

    @Test func thePublishedExampleIsReadAsItIsExplained() throws {
        guard case .openLR(let line) = try RouteFile(Array(Self.published.utf8)) else {
            Issue.record("no OpenLR")
            return
        }
        #expect(line.points.count == 3)
        func isNear(_ value: Double, _ other: Double, _ bound: Double) -> Bool {
            abs(value - other) < bound
        }
        let places = [(6.12683, 49.60851), (6.12838, 49.60398), (6.12817, 49.60305)]
        for (point, (longitude, latitude)) in zip(line.points, places) {
            #expect(isNear(point.place.longitude, longitude, 1.1e-5))
            #expect(isNear(point.place.latitude, latitude, 1.1e-5))
        }
        #expect(line.points.map(\.roadClass) == [3, 3, 5])
        #expect(line.points.map(\.formOfWay) == [2, 3, 3])
        #expect(line.points.map(\.bearingSector) == [12, 20, 25])
        #expect(line.points.map(\.lowestClass) == [3, 5, 0])
        #expect(isNear(line.points[0].metresToNext, 557, 1))
        #expect(line.positiveOffset == 0x44 && line.negativeOffset == nil)
        #expect(line.base64 == Self.published)
    }

    @Test func eachByteComesBack() throws {
        var numbers = SplitMix64(seed: 7)
        func next(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }
        for _ in 0..<500 {
            var latitude = Double(next(160_000) - 80_000) / 1000
            var longitude = Double(next(350_000) - 175_000) / 1000
            var points: [OpenLRPoint] = []
            let count = 2 + next(5)
            for number in 0..<count {
                let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
                points.append(
                    OpenLRPoint(
                        place: place, roadClass: UInt8(next(8)), formOfWay: UInt8(next(8)),
                        bearingSector: UInt8(next(32)),
                        lowestClass: number < count - 1 ? UInt8(next(8)) : 0,
                        distance: number < count - 1 ? UInt8(next(256)) : 0))
                latitude += Double(next(60_000) - 30_000) / 100_000
                longitude += Double(next(60_000) - 30_000) / 100_000
            }
            let line = OpenLRLine(
                points: points, positiveOffset: next(2) == 0 ? nil : UInt8(next(256)),
                negativeOffset: next(2) == 0 ? nil : UInt8(next(256)))
            let bytes = try #require(line.bytes)
            let read = try OpenLRLine(bytes)
            #expect(read.bytes == bytes)
            #expect(read.positiveOffset == line.positiveOffset)
            #expect(read.negativeOffset == line.negativeOffset)
            for (one, other) in zip(line.points, read.points) {
                // 24 bits of 360 degrees, then units of 1e-5 degrees.
                #expect(one.place.distance(to: other.place).value < 4)
                var same = other
                same.place = one.place
                #expect(one == same)
            }
        }
    }

    @Test func whatIsTooFarApartCannotBeSaid() throws {
        let points = [(0.0, 0.0), (0.0, 0.4)].compactMap { latitude, longitude in
            Coordinate(latitude: latitude, longitude: longitude).map {
                OpenLRPoint(place: $0, roadClass: 3, formOfWay: 3, bearingSector: 0)
            }
        }
        #expect(OpenLRLine(points: points).bytes == nil)
        #expect(OpenLRLine(points: [points[0]]).bytes == nil)
    }

    /// Random routes over random roads, said and found again on the same map.
    @Test(arguments: 1...40)
    func routesComeBack(seed: UInt64) throws {
        var roads = try RandomRoads(seed: seed)
        let map = roads.map
        var all: [DirectedLink] = []
        try map.forEachLink(in: map.header.bounds) { link in
            for direction in Direction.allCases where link.directions.contains(direction) {
                all.append(DirectedLink(link.reference, direction))
            }
        }
        try #require(!all.isEmpty)
        var links = [all[Int(roads.number(in: 0...Double(all.count - 1)))]]
        // A walk that goes by no link twice and does not turn round.
        for _ in 0..<12 {
            let last = links[links.count - 1]
            let record = try map.link(last.link)
            var exits: [DirectedLink] = []
            try map.forEachLink(leaving: try map.node(record.exit(last.direction))) {
                (exit) throws(MapError) in
                let onward = try map.link(exit.link)
                guard exit.link != last.link, onward.directions.contains(exit.direction),
                    !links.contains(exit), !links.contains(exit.reversed)
                else { return }
                exits.append(exit)
            }
            guard !exits.isEmpty else { break }
            links.append(exits[Int(roads.number(in: 0...Double(exits.count) - 0.001))])
        }
        let line = try #require(try OpenLRLine(links, on: map))
        let text = try #require(line.base64)
        func names(_ links: [DirectedLink]) -> String {
            links.map { "\($0.link.block).\($0.link.index)\($0.direction == .forward ? "+" : "-")" }
                .joined(separator: " ")
        }
        let found = try RouteFile(Array(text.utf8)).links(on: map, for: .car)
        #expect(names(found) == names(links), "\(line.points.count) points")
    }
}
