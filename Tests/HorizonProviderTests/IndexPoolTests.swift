import ADASISv2
import Quantities
import Testing

@testable import HorizonProvider

/// The 56 indexes rest as long and as far as they are told to, and not a nanosecond longer.
@Suite struct IndexPoolTests {
    private static let rest = Nanoseconds.milliseconds(10_000)
    private let released = MonotonicTime.zero + .milliseconds(500)
    private let place = Metres(100)

    private static func pool() -> PathIndexPool {
        PathIndexPool(rest: rest, distance: Metres(60))
    }

    private func takeAll(_ pool: inout PathIndexPool) -> [Int] {
        var taken: [Int] = []
        while let index = pool.take(at: .zero, progress: .zero) { taken.append(Int(index.raw)) }
        return taken
    }

    @Test func allAreTakenInTurnAndNoMore() {
        var pool = Self.pool()
        #expect(pool.freeCount(at: .zero, progress: .zero) == 56)
        #expect(takeAll(&pool) == Array(8...63))
        #expect(pool.freeCount(at: .zero, progress: .zero) == 0)
    }

    @Test func anIndexRestsForAWhileAndSomeWay() throws {
        var pool = Self.pool()
        _ = takeAll(&pool)
        let index = try #require(PathIndex(normal: 20))
        pool.release(index, mentioned: released, progress: place)
        let rested = released + Self.rest
        for (time, progress, isFree) in [
            (rested - Nanoseconds(1), Metres(500), false), (rested, Metres(159.9), false),
            (rested, Metres(160), true), (rested + Self.rest, Metres(100), false),
        ] {
            #expect(pool.freeCount(at: time, progress: progress) == (isFree ? 1 : 0))
            var copy = pool
            #expect(copy.take(at: time, progress: progress) == (isFree ? index : nil))
        }
        // Where the car was found elsewhere, or the way is counted anew, the time alone counts.
        pool.forgetDistances(at: Metres(500))
        #expect(pool.freeCount(at: rested, progress: .zero) == 1)
        pool.release(index, mentioned: released, progress: nil)
        #expect(pool.freeCount(at: rested, progress: .zero) == 0)
        pool.positionWasSent()
        #expect(pool.freeCount(at: rested, progress: .zero) == 1)
        #expect(pool.freeCount(at: rested - Nanoseconds(1), progress: .zero) == 0)
    }

    /// After a change of the map no POSITION may name a path for minutes: clients still hold what was around the
    /// vehicle (found by the simulated years, seed 120001606 in Andorra).
    @Test func aNewMainPathShunsWhatWaitedForTheWayBeforeAnotherMap() throws {
        var pool = Self.pool()
        _ = takeAll(&pool)
        for (number, progress) in [(20, 0.0), (30, 399.9), (35, 440.1), (40, 440.0), (50, 439.9)] {
            pool.release(
                try #require(PathIndex(normal: number)), mentioned: number == 20 ? released : .zero,
                progress: Metres(progress))
        }
        pool.forgetDistances(at: Metres(500))
        let muchLater = released + .seconds(100)
        var taken: [Int] = []
        for _ in 0..<2 {
            let index = pool.take(at: muchLater, progress: .zero, forMainPath: true)
            taken.append(Int(try #require(index).raw))
        }
        // 20 is next, had been passed long ago; 30 too. 35 was left 59.9 m before.
        #expect(taken == [20, 30])
        var copy = pool
        #expect(copy.take(at: muchLater, progress: .zero, forMainPath: true)?.raw == 40)
        pool.positionWasSent()
        #expect(pool.take(at: muchLater, progress: .zero, forMainPath: true)?.raw == 35)
    }

    /// A car that drives back does not give clients again what they have dropped. Else no index would be free here but
    /// one of those around the car (simulated years, seed 1110073005 in Monaco).
    @Test func whatWasPassedStaysFreeWhenTheCarDrivesBack() throws {
        var pool = Self.pool()
        _ = takeAll(&pool)
        let index = try #require(PathIndex(normal: 20))
        pool.release(index, mentioned: released, progress: place)
        let rested = released + Self.rest
        // Nobody saw the car there: it was between two POSITIONs.
        #expect(pool.freeCount(at: rested, progress: Metres(160)) == 1)
        pool.pass(at: Metres(159.9))
        #expect(pool.freeCount(at: rested, progress: place) == 0)
        pool.pass(at: Metres(160))
        #expect(pool.freeCount(at: rested, progress: place) == 1)
        #expect(pool.freeCount(at: rested - Nanoseconds(1), progress: place) == 0)
        // What was passed long ago is not around the car when the way is measured anew.
        pool.forgetDistances(at: place)
        #expect(pool.take(at: rested, progress: .zero) == index)
    }

    @Test func theNextOneIsTheOneAfterTheLast() throws {
        var pool = Self.pool()
        _ = pool.take(at: .zero, progress: .zero)
        pool.release(try #require(PathIndex(normal: 8)), mentioned: .zero, progress: nil)
        pool.positionWasSent()
        // 8 has rested, and yet 9 is next: each rests as long as possible.
        let later = MonotonicTime.zero + Self.rest
        let second = pool.take(at: later, progress: .zero)
        #expect(second?.raw == 9)
        for _ in 10...63 { _ = pool.take(at: later, progress: .zero) }
        let again = pool.take(at: later, progress: .zero)
        #expect(again?.raw == 8)
        #expect(pool.take(at: later, progress: .zero) == nil)
    }

    /// A side path that becomes the main path before clients see the vehicle again would have the vehicle where they
    /// still hold the former path of that index (simulated years, seed 370001021 in Monaco).
    @Test func newPathsShunWhatClientsSawAroundTheVehicle() throws {
        var pool = Self.pool()
        _ = takeAll(&pool)
        let rested = released + Self.rest
        for number in [20, 30, 35, 40, 50] {
            // The car is found elsewhere; of 30 clients were never told, and 40 was left on the way.
            pool.release(
                try #require(PathIndex(normal: number)), mentioned: number == 30 ? nil : released,
                progress: number == 40 ? .zero : nil)
        }
        func next(_ pool: PathIndexPool, isMain: Bool) -> Int? {
            var copy = pool
            return copy.take(at: rested, progress: place, forMainPath: isMain).map { Int($0.raw) }
        }
        #expect(pool.freeCount(at: rested, progress: place) == 2)
        #expect(next(pool, isMain: false) == 30)
        #expect(next(pool, isMain: true) == 30)
        _ = pool.take(at: released, progress: place)
        #expect(next(pool, isMain: false) == 40)
        #expect(next(pool, isMain: true) == 40)
        var side = pool
        #expect(side.take(at: rested, progress: place)?.raw == 40)
        #expect(next(side, isMain: false) == nil)
        // Rather one of those than none.
        var last = pool
        let order = (0..<5).map { _ in
            last.take(at: rested, progress: place, forMainPath: true).map { Int($0.raw) }
        }
        #expect(order == [40, 50, 20, 35, nil])
        pool.positionWasSent()
        #expect(next(pool, isMain: true) == 35)
        #expect(next(pool, isMain: true) == next(pool, isMain: false))
        // And then it is found elsewhere again.
        pool.release(try #require(PathIndex(normal: 33)), mentioned: released, progress: nil)
        #expect(next(pool, isMain: false) == 35)
        #expect(next(pool, isMain: true) == 35)
    }

    @Test func theOnlyOneThatIsFreeIsFound() throws {
        var full = Self.pool()
        _ = takeAll(&full)
        for number in 8...63 {
            var pool = full
            let index = try #require(PathIndex(normal: number))
            pool.release(index, mentioned: .zero, progress: nil)
            #expect(pool.take(at: .zero + Self.rest, progress: .zero) == nil)
            #expect(
                pool.take(at: .zero + Self.rest, progress: .zero, forMainPath: true) == index)
        }
    }

    @Test func aPathWithoutAnIndexGivesNoneBack() {
        var pool = Self.pool()
        _ = takeAll(&pool)
        for index in [PathIndex.noFurtherData, .continuation, .notCalibrated] {
            pool.release(index, mentioned: .zero, progress: nil)
        }
        #expect(pool.freeCount(at: .zero + Self.rest, progress: .zero) == 0)
    }
}
