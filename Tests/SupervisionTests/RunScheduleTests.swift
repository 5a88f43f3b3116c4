import Quantities
import Supervision
import Testing

@Suite struct RunScheduleTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    @Test func ticksKeepTheirNominalTimes() {
        var schedule = RunSchedule(start: at(1000))
        #expect(schedule.nextTick == at(1000))
        // 7 ms late; the next one is not.
        schedule.noteTick(at: at(1007), every: .milliseconds(100))
        #expect(schedule.nextTick == at(1100))
        // Two were missed.
        schedule.noteTick(at: at(1350), every: .milliseconds(100))
        #expect(schedule.nextTick == at(1400))
        // Exactly at a nominal time, that tick is the current one.
        schedule.noteTick(at: at(1500), every: .milliseconds(100))
        #expect(schedule.nextTick == at(1600))
    }

    @Test func theRunEndsHalfASecondAfterThePositions() {
        var schedule = RunSchedule(start: at(0))
        #expect(schedule.readsPositions)
        schedule.noteRound(at: at(60_000))
        #expect(!schedule.isOver)
        schedule.noteEndOfPositions(at: at(60_000))
        #expect(!schedule.readsPositions)
        #expect(schedule.drainDeadline == at(60_500))
        schedule.noteRound(at: at(60_499))
        #expect(!schedule.isOver)
        schedule.noteRound(at: at(60_500))
        #expect(schedule.isOver)
    }

    @Test func anInputWithoutAPositionIsKnownAtItsEnd() {
        var schedule = RunSchedule(start: at(0))
        #expect(!schedule.hasEndedWithoutPositions)
        schedule.noteEndOfPositions(at: at(10))
        #expect(schedule.hasEndedWithoutPositions)
        var other = RunSchedule(start: at(0))
        other.notePosition()
        other.noteEndOfPositions(at: at(10))
        #expect(!other.hasEndedWithoutPositions)
    }

    @Test func aSignalEndsTheRunAtOnce() {
        var schedule = RunSchedule(start: at(0))
        schedule.noteStop()
        #expect(schedule.isOver)
    }

    @Test func theEarliestDeadlineCounts() {
        var earliest = EarliestDeadline()
        earliest.add(nil)
        #expect(earliest.time == nil)
        earliest.add(at(30))
        earliest.add(at(20))
        earliest.add(nil)
        earliest.add(at(25))
        #expect(earliest.time == at(20))
    }
}
