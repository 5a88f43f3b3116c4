import CLibrary
import CLinux
public import Quantities

/// A timer for one absolute moment of ``monotonicNow()``, as a descriptor for a ``Poller``.
/// timerfd_create(2).
///
/// An absolute deadline does not drift: the next one is the last one plus the period, whatever the
/// work in between took.
public struct DeadlineTimer: ~Copyable, Sendable {
    private let owned: OwnedDescriptor

    /// Readable when the deadline has passed.
    public var descriptor: Int32 { owned.number }

    /// A timer without a deadline.
    public init() throws(SystemError) {
        let flags = Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)
        owned = OwnedDescriptor(
            try systemCall("timerfd_create") { timerfd_create(CLOCK_BOOTTIME, flags) }
        )
    }

    /// Sets the deadline, in place of the last one. One that has passed fires at once.
    public func arm(at deadline: MonotonicTime) throws(SystemError) {
        // 0 would disarm it.
        try systemCall("timerfd_settime") {
            clinux_timer_arm(descriptor, max(deadline.nanoseconds, 1))
        }
    }

    /// Takes the deadline back.
    public func disarm() throws(SystemError) {
        try systemCall("timerfd_settime") { clinux_timer_arm(descriptor, 0) }
    }

    /// Whether the deadline has passed since the last call; makes the descriptor unreadable again.
    public func acknowledge() throws(SystemError) -> Bool {
        try readCounter(descriptor) > 0
    }
}

/// Signals as a descriptor for a ``Poller``. signalfd(2).
///
/// To be made before the first thread, for it blocks the signals in its own thread and those that
/// come after: a thread that does not block them would be ended by them.
public struct SignalSource: ~Copyable, Sendable {
    private let owned: OwnedDescriptor

    /// Readable when a signal has come.
    public var descriptor: Int32 { owned.number }

    /// Takes over signals, such as `SIGTERM`.
    public init(_ signals: [Int32]) throws(SystemError) {
        owned = OwnedDescriptor(
            try systemCall("signalfd") {
                clinux_signal_descriptor(signals, Int32(signals.count))
            }
        )
    }

    /// The next signal that has come, `nil` where there is none.
    public func next() throws(SystemError) -> Int32? {
        switch attempt({ clinux_signal_next(descriptor) }) {
        case .success(let signal): return signal
        case .failure(EAGAIN): return nil
        case .failure(let code): throw SystemError("read signalfd", code)
        }
    }
}

/// Wakes a ``Poller`` from another thread. eventfd(2).
public final class Wakeup: Sendable {
    private let owned: OwnedDescriptor

    /// Readable after ``wake()`` until ``acknowledge()``.
    public var descriptor: Int32 { owned.number }

    /// A source that is asleep.
    public init() throws(SystemError) {
        let flags = Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)
        owned = OwnedDescriptor(try systemCall("eventfd") { eventfd(0, flags) })
    }

    /// Wakes the poller. From any thread, any number of times.
    public func wake() {
        var one: UInt64 = 1
        // EAGAIN means that the counter is full, so that the poller wakes anyway.
        _ = attempt { write(descriptor, &one, MemoryLayout<UInt64>.size) }
    }

    /// Whether it was woken since the last call; makes the descriptor unreadable again.
    public func acknowledge() throws(SystemError) -> Bool {
        try readCounter(descriptor) > 0
    }
}

/// Reads the counter of a timerfd or an eventfd, 0 where nothing has happened.
private func readCounter(_ descriptor: Int32) throws(SystemError) -> UInt64 {
    var counter: UInt64 = 0
    switch attempt({ read(descriptor, &counter, MemoryLayout<UInt64>.size) }) {
    case .success: return counter
    case .failure(EAGAIN): return 0
    case .failure(let code): throw SystemError("read", code)
    }
}
