import Testing

@testable import Positioning

/// The time that a step of an odometer took. It counts whole metres here.
@Suite struct OdometerSignalTests {
    /// A counter that has shown 1, 2 and 3 m, one a second.
    private static func counter() -> OdometerSignal {
        var odometer = OdometerSignal(DeadReckoningParameters())
        for count in 0...3 {
            if count > 0 { odometer.advance(1) }
            _ = odometer.ingest(Double(count))
        }
        return odometer
    }

    @Test func aStepTakesTheTimeSinceTheOneBefore() throws {
        var odometer = Self.counter()
        odometer.advance(1)
        odometer.restart()
        odometer.advance(1)
        // 1 m in 2 s. The fix was in the middle of them.
        let seen = odometer.ingest(4)
        let distance = try #require(seen).distance
        #expect(abs(distance - 0.5) < 1e-9)
        odometer.advance(1)
        #expect(odometer.current == 4.5)
    }

    /// The count stood for a minute; the car drives 3 m in the second before it changes.
    @Test func aStandIsNoPartOfTheStepAfterIt() throws {
        var odometer = Self.counter()
        for _ in 1...60 {
            odometer.advance(1)
            _ = odometer.ingest(3)
        }
        odometer.advance(0.4)
        odometer.restart()
        odometer.advance(0.6)
        let seen = odometer.ingest(6)
        let distance = try #require(seen).distance
        #expect(abs(distance - 1.8) < 1e-9)
        odometer.advance(0.5)
        #expect(odometer.current == 7.5)
    }

    /// It counts on while the car drives backwards, and shows no distance until the next fix.
    @Test func backwardsItShowsNothing() throws {
        var odometer = Self.counter()
        odometer.advance(1)
        odometer.restart()
        odometer.turnBack()
        for count in 4...6 {
            odometer.advance(1)
            #expect(odometer.ingest(Double(count)) == nil)
        }
        odometer.restart()
        odometer.advance(1)
        let seen = odometer.ingest(7)
        #expect(abs(try #require(seen).distance - 1) < 1e-9)
    }

    /// When the first count was reached is not known, so its first step tells no pace, and no place within it.
    @Test(arguments: [3, 1000]) func theFirstStepTellsNoPace(before: Double) throws {
        var odometer = OdometerSignal(DeadReckoningParameters())
        if before == 1000 {
            // A counter that was set begins anew.
            odometer = Self.counter()
            odometer.advance(1)
            _ = odometer.ingest(1000 + 4)
        }
        odometer.advance(1)
        _ = odometer.ingest(1)
        #expect((odometer.deviation == nil) == (before == 3))
        odometer.restart()
        odometer.advance(0.1)
        let seen = odometer.ingest(2)
        let step = try #require(seen)
        // Half of it is its standard deviation, beside those of both readings.
        #expect(step.variance >= 0.25 + 1 / 6.0)
        odometer.advance(0.5)
        #expect(odometer.current == 2)
    }
}
