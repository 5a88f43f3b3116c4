public import Quantities
import RandomNumbers
import SocketCAN

/// What an interface and its driver do and do not do. Drivers differ in all of this.
public struct InterfaceTraits: Sendable, Hashable {
    /// When the kernel confirms a transmission.
    public enum Confirmations: Sendable, Hashable, CaseIterable {
        /// Never.
        case none
        /// When the frame is through.
        case afterwards
        /// At once, as an interface without an echo of its own does (vcan, slcan).
        case atOnce
    }

    /// When a transmission is confirmed.
    public let confirmations: Confirmations
    /// Whether there is a controller that can be bus-off.
    public let hasController: Bool
    /// Whether the driver reports bus-off with an error frame.
    public let tellsBusOff: Bool
    /// Whether the driver reports a restart with an error frame.
    public let tellsRestart: Bool
    /// Whether the kernel sends a message about the link when the state changes.
    public let tellsLink: Bool
    /// The delay of the automatic restart; `nil` without one.
    public let restartDelay: Nanoseconds?
    /// Whether the daemon sets the interface up and restarts it.
    public let isOwned: Bool
    /// How long the kernel takes to answer a question.
    public let answerDelay: Nanoseconds
    /// So many frames fit into the queue of the interface.
    public let queueLength: Int

    init(from random: inout SplitMix64) {
        hasController = Int.random(in: 0..<4, using: &random) > 0
        confirmations = Confirmations.allCases.randomElement(using: &random) ?? .none
        tellsLink = Int.random(in: 0..<3, using: &random) > 0
        // A driver that reports nothing at all is one that no program can follow.
        tellsBusOff = !tellsLink || Bool.random(using: &random)
        tellsRestart = Bool.random(using: &random)
        isOwned = Bool.random(using: &random)
        let delay = Bool.random(using: &random) ? Int64.random(in: 10...500, using: &random) : nil
        restartDelay = delay.map { .milliseconds($0) }
        answerDelay = .milliseconds(Int64.random(in: 0...30, using: &random))
        queueLength = [10, 10, 100, 1].randomElement(using: &random) ?? 10
    }

    /// What the kernel reports of the link with a controller in a state.
    func linkState(
        _ state: ControllerState, bitRate: Int, isListening: Bool, traffic: LinkTraffic
    ) -> LinkState {
        let transmit =
            switch state {
            case .passive: 128
            case .warning: 100
            default: 0
            }
        return LinkState(
            hasCarrier: state != .busOff,
            controller: hasController
                ? LinkState.Controller(
                    state: state, errors: ErrorCounters(transmit: transmit, receive: 0),
                    bitRate: bitRate, restartDelay: restartDelay, isListenOnly: isListening)
                : nil,
            traffic: traffic)
    }

    /// The longest time after which a daemon that keeps asking each second knows that the bus is back.
    /// - Parameter isDeaf: Whether the kernel's messages are lost.
    func longestNotice(isDeaf: Bool) -> Nanoseconds {
        (tellsLink && !isDeaf ? .zero : .milliseconds(1000)) + answerDelay + .milliseconds(50)
    }
}
