import Quantities
import SocketCAN

/// What others read of the interface.
extension SimulatedInterface {
    /// Whether the controller is on the bus.
    var works: Bool { exists && isUp && state != .busOff && !isListening && !lacksSettings }

    /// Whether it cannot come back while a fault lasts. What others have set on an interface of its own, the daemon ends.
    func isKeptAway(by fault: Fault) -> Bool {
        fault.keepsTheBusAway && !(fault == .listening && traits.isOwned)
    }

    /// Whether it is on a bus that takes frames.
    var reachesTheBus: Bool { works && !isBlocked }

    /// Whether the bus takes frames.
    var takesFrames: Bool { exists && reachesTheBus && !others.fillsQueue && !lacksSocket }

    /// When something happens next although nobody does anything; `nil` if nothing will.
    var nextEvent: MonotonicTime? {
        let answer = answers.next
        guard let end = wire.end else { return answer }
        return min(end, answer ?? end)
    }

    /// Whether frames wait for the bus.
    var holdsFrames: Bool { wire.holdsFrames }

    /// The frames that were transmitted, of all programs.
    var transmitted: Int { wire.transmitted + others.transmitted }

    /// The kernel's message about the link as it is.
    var message: LinkMessage {
        LinkMessage(
            index: index, name: SimulatedLink.name, isUp: isUp, isDeleted: !exists,
            state: traits.linkState(
                state, bitRate: wire.bitRate, isListening: isListening,
                traffic: LinkTraffic(
                    received: UInt64(others.received), transmitted: UInt64(transmitted))))
    }
}
