import Quantities
import SocketCAN
import Testing

@Suite struct RestartScheduleTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    /// The waits, ms, of a controller that is restarted without success, from a moment on.
    private func waits(
        of schedule: inout RestartSchedule, from start: MonotonicTime, count: Int
    ) throws -> [Int64] {
        var now = start
        schedule.noteBusOff(at: now)
        return try (0..<count).map { _ in
            let deadline = try #require(schedule.deadline)
            defer {
                now = deadline
                schedule.noteAttempt(at: now)
            }
            return (deadline - now).value / 1_000_000
        }
    }

    @Test func eachRestartThatDoesNotHelpDoublesTheWait() throws {
        var schedule = RestartSchedule()
        #expect(schedule.deadline == nil)
        let found = try waits(of: &schedule, from: at(0), count: 9)
        #expect(found == [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
    }

    @Test func offAgainSoonIsNotANewBeginning() throws {
        var schedule = RestartSchedule()
        _ = try waits(of: &schedule, from: at(0), count: 2)
        schedule.noteBusOn(at: at(1000))
        #expect(schedule.deadline == nil)
        #expect(try waits(of: &schedule, from: at(10_999), count: 1) == [400])
        schedule.noteBusOn(at: at(20_000))
        #expect(try waits(of: &schedule, from: at(30_000), count: 2) == [100, 200])
    }

    @Test func aSecondReportChangesNothing() {
        var schedule = RestartSchedule()
        schedule.noteBusOff(at: at(0))
        schedule.noteBusOff(at: at(50))
        #expect(schedule.deadline == at(100))
    }

    @Test func whatIsGoneIsNotRestarted() throws {
        var schedule = RestartSchedule()
        _ = try waits(of: &schedule, from: at(0), count: 1)
        schedule.noteGone()
        #expect(schedule.deadline == nil)
        // It comes back as bad as it went.
        #expect(try waits(of: &schedule, from: at(500), count: 1) == [200])
    }
}
