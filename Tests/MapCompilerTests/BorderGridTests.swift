import Geodesy
import Testing

@testable import MapCompiler

@Suite("Borders near a place")
struct BorderGridTests {
    /// The nearest box that a look at all of them finds, and the one that the grid finds, for places at
    /// several latitudes: the same, or none where it is out of reach.
    @Test(arguments: [0, 41, -52, 69])
    func theNearestIsFound(latitude: Int) throws {
        // Places at 0.01°, in an order without a pattern.
        var places: [Coordinate] = []
        for number in 0..<400 {
            let north = Double(number * 7919 % 200) / 100
            let east = Double(number * 104_729 % 300) / 100
            places.append(
                try #require(
                    Coordinate(latitude: Double(latitude) + north, longitude: 10 + east)))
        }
        let borders = Array(places[..<60])
        let grid = BorderGrid(
            borders.map { place in
                var box = BoundingBox.empty
                box.grow(toHold: place)
                return box
            })
        let reach = 30_000.0
        var outOfReach = 0
        for place in places[60...] {
            let frame = LocalFrame(around: place)
            let distances = borders.map { frame.project($0).length }
            var nearest = Double.infinity
            var looks = 0
            grid.search(around: place, within: reach) { number in
                nearest = min(nearest, distances[number])
                looks += 1
                return distances[number]
            }
            let wanted = try #require(distances.min())
            if wanted <= reach {
                #expect(nearest == wanted)
            } else {
                outOfReach += 1
                #expect(nearest > reach)
            }
            #expect(looks < borders.count)
        }
        #expect(outOfReach > 0 && outOfReach < 300)
    }
}
