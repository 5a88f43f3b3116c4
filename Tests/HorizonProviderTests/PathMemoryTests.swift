import ADASISv2
import Geodesy
import Quantities
import Testing

@testable import Horizon
@testable import HorizonProvider

/// A path that is given up leaves its memory to another one.
@Suite struct PathMemoryTests {
    @Test func theLargerMemoryIsTaken() {
        var few = [1, 2, 3]
        var many = Array(0..<1000)
        few.exchangeMemory(with: &many)
        #expect(few == [1, 2, 3] && many.isEmpty)
        #expect(few.capacity >= 1000 && many.capacity < 1000)
        // And stays where it is.
        var other = [4, 5]
        few.exchangeMemory(with: &other)
        #expect(few == [1, 2, 3] && other.isEmpty)
        #expect(few.capacity >= 1000 && other.capacity < 1000)
    }

    @Test func aNewPathTakesAllOfIt() throws {
        var old = WirePath(id: PathID(number: 1), index: .first)
        let point = try #require(Coordinate(latitude: 48, longitude: 9))
        for metres in 0..<100 {
            old.items.append(
                PathItem(message: .segment(SegmentMessage()), metres: metres, series: .segment))
            old[.curvature].append(1, at: metres)
            old[.slope].append(1, at: metres)
            old[errorsOf: .curvature].append(1, at: metres)
            old[errorsOf: .slope].append(1, at: metres)
            old.altitude.append(1, at: metres)
            old.places.append(PlaceSpot(point: point, distance: .zero), at: metres)
            old.slopeSteps.append(metres % 2 == 0 ? 9 : -9, at: metres, bound: 0.5)
        }
        #expect(old.curvature.end == 99 && old.slope.end == 99)
        #expect(old.curvatureErrors.end == 99 && old.slopeErrors.end == 99)
        #expect(old.slopeSteps.steps.count == 99)
        let id = PathID(number: 2)
        let new = WirePath(id: id, index: .first, inMemoryOf: old)
        #expect(new.id == id && new.items.isEmpty && new.slopeSteps.steps.isEmpty)
        #expect(new.items.capacity >= 100 && new.slopeSteps.steps.capacity >= 99)
        let spots = [
            new.curvature, new.slope, new.curvatureErrors, new.slopeErrors, new.altitude,
        ]
        #expect(spots.allSatisfy { $0.spots.isEmpty && $0.spots.capacity >= 100 })
        #expect(new.places.spots.isEmpty && new.places.spots.capacity >= 100)
    }
}
