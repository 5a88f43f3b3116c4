import Quantities
import SocketCAN

/// What others read of the interface.
extension SimulatedInterface {
    /// Whether the controller is on a bus that takes frames.
    var reachesTheBus: Bool { isUp && state != .busOff && !isBlocked && !lacksSettings }

    /// Whether the bus takes frames.
    var takesFrames: Bool { exists && reachesTheBus && !isQueueFull && !lacksSocket }

    /// When something happens next although nobody does anything; `nil` if nothing will.
    var nextEvent: MonotonicTime? {
        let answer = answers.next
        guard let end = wire.end else { return answer }
        return min(end, answer ?? end)
    }

    /// Whether frames wait for the bus.
    var holdsFrames: Bool { wire.holdsFrames }

    /// The frames that were transmitted. Programs that keep the queue full transmit one in each millisecond.
    var transmitted: Int {
        wire.transmitted + (isQueueFull ? Int(now.nanoseconds / 1_000_000) : 0)
    }

    /// The kernel's message about the link as it is.
    var message: LinkMessage {
        LinkMessage(
            index: index, name: SimulatedLink.name, isUp: isUp, isDeleted: !exists,
            state: traits.linkState(state, bitRate: wire.bitRate))
    }
}
