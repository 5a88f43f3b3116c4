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
        while let index = pool.take(at: .zero, odometer: .zero) { taken.append(Int(index.raw)) }
        return taken
    }

    @Test func allAreTakenInTurnAndNoMore() {
        var pool = Self.pool()
        #expect(pool.freeCount(at: .zero, odometer: .zero) == 56)
        #expect(takeAll(&pool) == Array(8...63))
        #expect(pool.freeCount(at: .zero, odometer: .zero) == 0)
        #expect(pool.takeForMainPath(at: .zero, odometer: .zero) == nil)
    }

    @Test func anIndexRestsForAWhileAndSomeWay() throws {
        var pool = Self.pool()
        _ = takeAll(&pool)
        let index = try #require(PathIndex(normal: 20))
        pool.release(index, mentioned: released, odometer: place)
        let rested = released + Self.rest
        for (time, odometer, isFree) in [
            (rested - Nanoseconds(1), Metres(500), false), (rested, Metres(159.9), false),
            (rested, Metres(160), true), (rested + Self.rest, Metres(100), false),
        ] {
            #expect(pool.freeCount(at: time, odometer: odometer) == (isFree ? 1 : 0))
            var copy = pool
            #expect(copy.take(at: time, odometer: odometer) == (isFree ? index : nil))
        }
        // Where the car was found elsewhere, or the way is counted anew, the time alone counts.
        pool.forgetDistances()
        #expect(pool.freeCount(at: rested, odometer: .zero) == 1)
        pool.release(index, mentioned: released, odometer: nil)
        #expect(pool.freeCount(at: rested, odometer: .zero) == 1)
        #expect(pool.freeCount(at: rested - Nanoseconds(1), odometer: .zero) == 0)
    }

    @Test func theNextOneIsTheOneAfterTheLast() throws {
        var pool = Self.pool()
        _ = pool.take(at: .zero, odometer: .zero)
        pool.release(try #require(PathIndex(normal: 8)), mentioned: .zero, odometer: nil)
        // 8 has rested, and yet 9 is next: each rests as long as possible.
        let later = MonotonicTime.zero + Self.rest
        let second = pool.take(at: later, odometer: .zero)
        #expect(second?.raw == 9)
        for _ in 10...63 { _ = pool.take(at: later, odometer: .zero) }
        let again = pool.take(at: later, odometer: .zero)
        #expect(again?.raw == 8)
        #expect(pool.take(at: later, odometer: .zero) == nil)
    }

    @Test func aMainPathTakesTheOneThatHasRestedTheLongest() throws {
        var pool = Self.pool()
        _ = takeAll(&pool)
        for (number, milliseconds) in [(30, 900), (12, 700), (44, 700), (50, 800)] {
            pool.release(
                try #require(PathIndex(normal: number)),
                mentioned: .zero + .milliseconds(Int64(milliseconds)), odometer: nil)
        }
        #expect(pool.take(at: released, odometer: .zero) == nil)
        let order = (0..<5).map { _ in
            pool.takeForMainPath(at: released, odometer: .zero).map { Int($0.raw) }
        }
        #expect(order == [12, 44, 50, 30, nil])
        // One that has rested enough comes first.
        pool.release(try #require(PathIndex(normal: 20)), mentioned: .zero, odometer: nil)
        let next = pool.takeForMainPath(at: .zero + Self.rest, odometer: .zero)
        #expect(next?.raw == 20)
    }

    @Test func theOnlyOneThatIsFreeIsFound() throws {
        var full = Self.pool()
        _ = takeAll(&full)
        for number in 8...63 {
            var pool = full
            let index = try #require(PathIndex(normal: number))
            pool.release(index, mentioned: .zero, odometer: nil)
            #expect(pool.take(at: .zero + Self.rest, odometer: .zero) == index)
        }
    }

    @Test func aPathWithoutAnIndexGivesNoneBack() {
        var pool = Self.pool()
        _ = takeAll(&pool)
        for index in [PathIndex.noFurtherData, .continuation, .notCalibrated] {
            pool.release(index, mentioned: .zero, odometer: nil)
        }
        #expect(pool.freeCount(at: .zero + Self.rest, odometer: .zero) == 0)
    }
}
