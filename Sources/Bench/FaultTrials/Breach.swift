public import Quantities

/// What the daemon did that it must not do.
public struct Breach: Sendable, Hashable, CustomStringConvertible {
    /// What must hold in each moment.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// POSITION at least each 0.2 s while the bus takes frames.
        case positionGap = "gap of POSITION"
        /// No second with more bits than the bus load limit.
        case load = "bus load"
        /// Every frame keeps to the protocol.
        case protocolRule = "protocol"
        /// No POSITION is so far from the one before on its path that a client gives up its horizon, but for the first
        /// ones after a return of the bus.
        case jump = "jump of POSITION"
        /// At most one POSITION waits in the kernel for a bus that takes none.
        case stale = "old POSITION"
        /// Few frames are passed to a controller that is bus-off.
        case void = "frames for a controller that is bus-off"
        /// The daemon brings an interface back that it sets up itself.
        case recovery = "interface that stays away"
        /// A client has the whole main path soon after each return of the bus.
        case completeness = "horizon of a client"
        /// Everything is sent again only after frames may have been lost.
        case needless = "sent again without a loss"
        /// META-DATA and POSITION within 0.1 s of a return that was noticed.
        case announcement = "announcement"
        /// Lines about the bus are limited, and each change that lasts is one.
        case lines = "lines"
        /// Of one cause, few lines in a row.
        case repetition = "lines of one kind"
        /// POSITION within 0.1 s of a start.
        case start = "first POSITION"
        /// A run begins with what an earlier moment has stored, or with nothing and a line.
        case state = "stored state"
        /// A recording reads as what happened, up to its end.
        case recording = "recording"
        /// A wrong configuration changes nothing, a right one what it states.
        case configuration = "configuration"
        /// The memory of a run does not grow.
        case memory = "memory"
        /// The loop waits where nothing is to be done.
        case spinning = "rounds of the loop"
        /// Nothing is sent while the ignition is off.
        case asleep = "frames while the ignition is off"
        /// A car whose receiver and signals are in order is where POSITION has it.
        case place = "place of the car"
        /// No fault ends the daemon.
        case failure = "failure"
    }

    /// The rule.
    public let rule: Rule
    /// When it was broken.
    public let time: MonotonicTime
    /// How.
    public let explanation: String

    /// `71.300 s: gap of POSITION: 0.31 s`
    public var description: String { "\(seconds(time)): \(rule.rawValue): \(explanation)" }
}
