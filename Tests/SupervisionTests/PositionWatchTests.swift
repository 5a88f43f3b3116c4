import Geodesy
import Positioning
import Quantities
import Testing

@testable import Supervision

@Suite struct PositionWatchTests {
    private let andorra = BoundingBox(
        southE7: 424_280_000, westE7: 14_090_000, northE7: 426_558_000, eastE7: 17_869_000)

    private func at(_ seconds: Int64) -> MonotonicTime { .zero + .milliseconds(seconds * 1000) }

    private func fix(_ latitude: Double, _ longitude: Double) throws -> PositionEvent {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return .fix(Fix(time: nil, place: place))
    }

    @Test func aLossIsALineAndItsEndIsOne() throws {
        var watch = PositionWatch(start: at(0))
        #expect(watch.look(at: at(4)) == nil)
        #expect(watch.look(at: at(5)) == "position: no fix for 5 s")
        #expect(watch.look(at: at(6)) == nil)
        // A receiver that says that it has none is no fix.
        #expect(
            watch.note(.noFix(NoFix(time: nil, reason: .noPlace)), on: andorra, at: at(7)) == nil)
        #expect(
            watch.note(try fix(42.5, 1.5), on: andorra, at: at(12))
                == "position: fixes again, after 12 s")
        #expect(watch.note(try fix(42.5, 1.5), on: andorra, at: at(13)) == nil)
        #expect(watch.look(at: at(17)) == nil)
    }

    @Test func aPlaceOffTheMapIsNamedOnce() throws {
        var watch = PositionWatch(start: at(0))
        #expect(
            watch.note(try fix(-41.15, -8.6), on: andorra, at: at(1))
                == "position: -41.1500, -8.6000 is not on the map, which covers 42.4280 to 42.6558,"
                + " 1.4090 to 1.7869")
        #expect(watch.note(try fix(41.15, -8.6), on: andorra, at: at(2)) == nil)
        #expect(
            watch.note(try fix(42.5, 1.5), on: andorra, at: at(3)) == "position: on the map again")
        #expect(watch.note(try fix(42.5, 1.5), on: andorra, at: at(4)) == nil)
    }
}
