import Foundation
import Glibc
import LinuxLoop
import Quantities
import Testing

@Suite struct LinuxLoopTests {
    @Test func timersFireOnceTheirDeadlineHasPassed() throws {
        let poller = try Poller()
        let timer = try DeadlineTimer()
        try poller.add(timer.descriptor, .readable, token: 7)
        #expect(try timer.acknowledge() == false)
        #expect(try poller.wait(timeout: .zero) { _ in } == 0)
        let deadline = monotonicNow() + .milliseconds(1)
        try timer.arm(at: deadline)
        var tokens: [UInt64] = []
        try poller.wait { tokens.append($0.token) }
        #expect(tokens == [7])
        #expect(monotonicNow() >= deadline)
        #expect(try timer.acknowledge())
        #expect(try timer.acknowledge() == false)
        // One that has long passed fires too, one taken back does not.
        try timer.arm(at: .zero)
        #expect(try poller.wait { _ in } == 1)
        #expect(try timer.acknowledge())
        try timer.arm(at: monotonicNow() + .milliseconds(1))
        try timer.disarm()
        #expect(try poller.wait(timeout: .milliseconds(5)) { _ in } == 0)
    }

    /// A thread, not a task: on a machine with one processor the test holds the only worker.
    @Test func anotherThreadWakesThePoller() throws {
        let wakeup = try Wakeup()
        Thread { wakeup.wake() }.start()
        let poller = try Poller()
        try poller.add(wakeup.descriptor, .readable, token: .max)
        var tokens: [UInt64] = []
        try poller.wait { tokens.append($0.token) }
        #expect(tokens == [.max])
        #expect(try wakeup.acknowledge())
        #expect(try wakeup.acknowledge() == false)
    }

    @Test func interestsAndBrokenEnds() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let poller = try Poller()
        try poller.add(ends[1], .writable, token: 1)
        try poller.add(ends[0], .readable, token: 0)
        var events: [Poller.Event] = []
        try poller.wait { events.append($0) }
        #expect(events.map(\.token) == [1])
        #expect(events[0].isWritable && !events[0].isReadable && !events[0].isBroken)
        try poller.change(ends[1], [], token: 1)
        #expect(try poller.wait(timeout: .zero) { _ in } == 0)
        try poller.remove(ends[1])
        close(ends[1])
        events = []
        try poller.wait { events.append($0) }
        #expect(events.map(\.token) == [0])
        #expect(events[0].isReadable && events[0].isBroken)
        close(ends[0])
    }

    /// Blocked in this thread and sent to this thread only, so that nothing else notices.
    @Test func signalsAreRead() throws {
        let source = try SignalSource([SIGUSR2])
        #expect(try source.next() == nil)
        pthread_kill(pthread_self(), SIGUSR2)
        #expect(try source.next() == SIGUSR2)
        #expect(try source.next() == nil)
        #expect(throws: SystemError.self) { _ = try SignalSource([9999]) }
    }

    @Test func errorsNameTheirCall() {
        let error = #expect(throws: SystemError.self) {
            try Poller().add(-1, .readable, token: 0)
        }
        #expect(error?.description == "epoll_ctl: Bad file descriptor")
        #expect(error?.code == EBADF)
    }
}
