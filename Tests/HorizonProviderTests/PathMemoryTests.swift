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
            old.held.append(
                HeldItem(message: .segment(SegmentMessage()), metres: metres, series: .segment))
            old[open: .curvature].append(1, at: metres)
            old[open: .slope].append(1, at: metres)
            old[errorsOf: .curvature].append(1, at: metres)
            old[errorsOf: .slope].append(1, at: metres)
            old.open.altitude.append(1, at: metres)
            old.open.places.append(PlaceSpot(point: point, distance: .zero), at: metres)
            old.open.slopeSteps.append(metres % 2 == 0 ? 9 : -9, at: metres, bound: 0.5)
        }
        #expect(old.open.curvature.end == 99 && old.open.slope.end == 99)
        #expect(old.open.curvatureErrors.end == 99 && old.open.slopeErrors.end == 99)
        #expect(old.open.slopeSteps.steps.count == 99)
        let id = PathID(number: 2)
        let new = WirePath(id: id, index: .first, inMemoryOf: old)
        #expect(new.id == id && new.held.isEmpty && new.open.slopeSteps.steps.isEmpty)
        #expect(new.items.capacity >= 100 && new.open.slopeSteps.steps.capacity >= 99)
        let spots = [
            new.open.curvature, new.open.slope, new.open.curvatureErrors, new.open.slopeErrors,
            new.open.altitude,
        ]
        #expect(spots.allSatisfy { $0.spots.isEmpty && $0.spots.capacity >= 100 })
        #expect(new.open.places.spots.isEmpty && new.open.places.spots.capacity >= 100)
    }
}
