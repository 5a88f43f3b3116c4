import Geodesy
import Positioning
import Quantities
import Testing

@testable import Supervision

@Suite struct PositionQueueTests {
    private let place: Coordinate

    init() throws { place = try #require(Coordinate(latitude: 42.5, longitude: 1.5)) }

    private func at(_ milliseconds: Int64) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

    /// A fix that its time tells from others.
    private func fix(_ number: Int64) -> PositionEvent {
        .fix(Fix(time: UTCTime(nanoseconds: number), place: place))
    }

    private func noFix(_ number: Int64) -> PositionEvent {
        .noFix(NoFix(time: UTCTime(nanoseconds: number), reason: .void))
    }

    private func taken(_ queue: inout PositionQueue) -> [Int64] {
        var all: [Int64] = []
        while let event = queue.next(at: at(0)) { all.append(event.time?.nanoseconds ?? -1) }
        return all
    }

    /// A burst that the engine manages within 0.1 s is used whole, in its order.
    @Test func aBurstIsUsedWhole() {
        var queue = PositionQueue()
        for number in Int64(0)..<250 { #expect(queue.add(fix(number), at: at(0)) == nil) }
        #expect(queue.look(at: at(100)) == nil)
        #expect(taken(&queue) == Array(0..<250))
        #expect(queue.thinned == 0)
        #expect(queue.look(at: at(100_000)) == nil)
    }

    /// POSITION's age counts from the arrival.
    @Test func theTimeInTheQueueIsDelay() throws {
        var queue = PositionQueue()
        _ = queue.add(fix(0), at: at(0))
        var late = Fix(time: UTCTime(nanoseconds: 1), place: place)
        late.delay = .milliseconds(50)
        _ = queue.add(.fix(late), at: at(20))
        var delays: [Nanoseconds?] = []
        while case .fix(let fix) = queue.next(at: at(70)) { delays.append(fix.delay) }
        #expect(delays == [.milliseconds(70), .milliseconds(100)])
        _ = queue.add(fix(2), at: at(80))
        #expect(queue.next(at: at(80)) == fix(2))
    }

    @Test func aFixThatHasWaitedGivesWayToTheNewest() {
        var queue = PositionQueue()
        for number in Int64(0)..<5 { _ = queue.add(fix(number), at: at(number)) }
        #expect(queue.next(at: at(0)) == fix(0))
        #expect(
            queue.look(at: at(102))
                == "position: fixes come faster than they can be used; only the newest is used")
        #expect(taken(&queue) == [4])
        #expect(queue.thinned == 3)
    }

    /// More than the queue holds: the newest stay, whatever their number.
    @Test(arguments: [257, 1000, 100_000]) func aFloodKeepsTheNewest(_ count: Int64) {
        var queue = PositionQueue()
        var lines: [String] = []
        for number in 0..<count {
            if let line = queue.add(fix(number), at: at(0)) { lines.append(line) }
        }
        #expect(lines.count == 1)
        let taken = taken(&queue)
        #expect(taken.last == count - 1)
        #expect(taken == taken.sorted())
        #expect(taken.count <= PositionQueue.capacity)
        #expect(queue.thinned == Int(count) - taken.count)
    }

    /// The last report of a lost fix is kept, before or after the newest fix as it came.
    @Test(arguments: [true, false]) func aLossOfTheFixIsKept(_ isLast: Bool) {
        var queue = PositionQueue()
        for number in Int64(0)..<10 {
            let isFix = (number % 2 == 0) == isLast
            _ = queue.add(isFix ? fix(number) : noFix(number), at: at(0))
        }
        _ = queue.look(at: at(101))
        #expect(queue.next(at: at(0)) == (isLast ? fix(8) : noFix(8)))
        #expect(queue.next(at: at(0)) == (isLast ? noFix(9) : fix(9)))
        #expect(queue.isEmpty)
        #expect(queue.thinned == 4)
    }

    /// Reports without a fix alone are no flood of fixes.
    @Test func reportsWithoutAFixAreNoFlood() {
        var queue = PositionQueue()
        for number in Int64(0)..<1000 { #expect(queue.add(noFix(number), at: at(0)) == nil) }
        #expect(queue.thinned == 0)
        #expect(taken(&queue).last == 999)
    }

    /// One line as a flood begins and one as it is over, 10 s after its last thinned fix.
    @Test func aFloodIsTwoLines() {
        var queue = PositionQueue()
        var lines: [String] = []
        func note(_ line: String?) { if let line { lines.append(line) } }
        for step in Int64(0)..<100 {
            for number in Int64(0)..<3 { note(queue.add(fix(number), at: at(step * 200))) }
            note(queue.look(at: at(step * 200 + 150)))
            _ = taken(&queue)
        }
        #expect(lines.count == 1)
        let end: Int64 = 99 * 200 + 150
        #expect(queue.look(at: at(end + 9999)) == nil)
        #expect(
            queue.look(at: at(end + 10_000))
                == "position: fixes no longer come too fast; 200 were discarded")
        #expect(queue.look(at: at(end + 20_000)) == nil)
        #expect(queue.thinned == 200)
    }
}
