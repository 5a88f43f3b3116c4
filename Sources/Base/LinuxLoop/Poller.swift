import CLibrary
import CLinux
public import Quantities

/// Waits until one of many descriptors can be read or written. epoll(7), level-triggered.
///
/// ```swift
/// let poller = try Poller()
/// try poller.add(socket.descriptor, .readable, token: 1)
/// while !isDone {
///     try poller.wait { event in … event.token … }
/// }
/// ```
/// Descriptors are borrowed: who opened one closes it, and takes it out first. Waiting allocates
/// nothing.
public struct Poller: ~Copyable {
    /// The events to wait for.
    public struct Interest: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// An interest of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// There is something to read.
        public static let readable = Interest(rawValue: 1)
        /// There is room to write.
        public static let writable = Interest(rawValue: 2)
    }

    /// An event of a descriptor.
    public struct Event: Sendable, Hashable {
        /// The token that it was added with.
        public let token: UInt64
        /// There is something to read, an end or an error included.
        public let isReadable: Bool
        /// There is room to write.
        public let isWritable: Bool
        /// It has an error or its other end is gone: read it to learn which.
        public let isBroken: Bool
    }

    private static let capacity = 32
    private let descriptor: OwnedDescriptor
    private let events: UnsafeMutablePointer<epoll_event>

    /// Readable while one of its descriptors has an event: a poller can wait for another one (epoll(7)).
    public var number: Int32 { descriptor.number }

    /// A poller of nothing yet.
    public init() throws(SystemError) {
        let number = try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        descriptor = OwnedDescriptor(number)
        events = .allocate(capacity: Self.capacity)
        events.initialize(repeating: epoll_event(), count: Self.capacity)
    }

    deinit { events.deallocate() }

    /// Waits for a descriptor from now on. An error or a hang-up is always reported.
    public func add(_ number: Int32, _ interest: Interest, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_ADD, number, interest, token)
    }

    /// Waits for something else of a descriptor.
    public func change(_ number: Int32, _ interest: Interest, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_MOD, number, interest, token)
    }

    /// Waits no longer for a descriptor.
    public func remove(_ number: Int32) throws(SystemError) {
        try control(EPOLL_CTL_DEL, number, [], 0)
    }

    /// Waits until something has happened and hands it on.
    /// - Parameter timeout: How long at most, rounded up to milliseconds; `nil` for ever. For exact
    ///   times take a ``DeadlineTimer``.
    /// - Returns: How many events there were, 0 after the timeout or a signal.
    @discardableResult
    public func wait(
        timeout: Nanoseconds? = nil,
        _ handle: (Event) -> Void
    ) throws(SystemError) -> Int {
        let milliseconds = timeout.map { Int32(clamping: ($0.value + 999_999) / 1_000_000) } ?? -1
        let count = epoll_wait(descriptor.number, events, Int32(Self.capacity), milliseconds)
        guard count >= 0 else {
            let code = errno
            // To wait on for the whole timeout would never end under a stream of signals.
            if code == EINTR { return 0 }
            throw SystemError("epoll_wait", code)
        }
        for index in 0..<Int(count) {
            let flags = events[index].events
            let broken = clinux_epoll_broken
            handle(
                Event(
                    token: clinux_epoll_token(events + index),
                    isReadable: flags & (clinux_epoll_in | broken) != 0,
                    isWritable: flags & clinux_epoll_out != 0,
                    isBroken: flags & broken != 0
                )
            )
        }
        return Int(count)
    }

    private func control(
        _ operation: Int32,
        _ number: Int32,
        _ interest: Interest,
        _ token: UInt64
    ) throws(SystemError) {
        var flags: UInt32 = 0
        if interest.contains(.readable) { flags |= clinux_epoll_in }
        if interest.contains(.writable) { flags |= clinux_epoll_out }
        try systemCall("epoll_ctl") {
            clinux_epoll_control(descriptor.number, operation, number, flags, token)
        }
    }
}
