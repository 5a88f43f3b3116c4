/// The events that a loop waits for, of one source that may close its descriptor and open another one.
public struct Watch: Sendable, Hashable {
    /// The descriptor.
    public let descriptor: Int32
    /// The number of the opening: a new descriptor often has the number of the closed one.
    public let opening: Int
    /// Whether to wait for something to read.
    public let reads: Bool
    /// Whether to wait for room to write too.
    public let wantsRoom: Bool

    /// A watch of a descriptor.
    public init(_ descriptor: Int32, opening: Int, reads: Bool = true, wantsRoom: Bool = false) {
        self.descriptor = descriptor
        self.opening = opening
        self.reads = reads
        self.wantsRoom = wantsRoom
    }

    /// The interest that a ``Poller`` takes for it.
    var interest: Poller.Interest {
        var interest: Poller.Interest = []
        if reads { interest.insert(.readable) }
        if wantsRoom { interest.insert(.writable) }
        return interest
    }
}

/// The place of one source in a ``Poller``: the watch that the kernel has, beside the watch that the source
/// wants. It decides and calls nothing.
public struct WatchSlot: Sendable, Hashable {
    /// The next step of a poller.
    public enum Step: Sendable, Hashable {
        /// Wait for this one from now on.
        case add(Watch)
        /// Wait for something else of the same descriptor.
        case change(Watch)
    }

    private var watched: Watch?

    /// A slot that nothing is watched in.
    public init() {}

    /// The step from what is watched to what is wanted; `nil` where there is none.
    ///
    /// There is no step to remove: a closed descriptor leaves the kernel's list with its last copy (epoll(7)).
    public mutating func step(to wanted: Watch?) -> Step? {
        guard wanted != watched else { return nil }
        defer { watched = wanted }
        guard let wanted else { return nil }
        return watched?.opening == wanted.opening ? .change(wanted) : .add(wanted)
    }
}

extension Poller {
    /// Waits for what a source wants now.
    public func follow(_ wanted: Watch?, in slot: inout WatchSlot, token: UInt64)
        throws(SystemError)
    {
        switch slot.step(to: wanted) {
        case .add(let watch): try add(watch.descriptor, watch.interest, token: token)
        case .change(let watch): try change(watch.descriptor, watch.interest, token: token)
        case nil: break
        }
    }
}
