public import Quantities

/// Something that goes wrong around the daemon, in a simulation.
public enum Fault: String, Sendable, Hashable, CaseIterable {
    // The bus.
    /// The controller counts too many errors. For the duration each restart leads to bus-off again.
    case busOff
    /// The controller is bus-off for a few milliseconds, and its driver restarts it.
    case shortBusOff
    /// Somebody takes the interface down.
    case down
    /// Somebody has the controller only listen: what is written vanishes.
    case listening
    /// The interface disappears.
    case gone
    /// The interface disappears and comes back with another bit rate. Where the daemon owns it, it sets its own again.
    case otherBitRate
    /// The interface goes down and up, twice a second.
    case flapping
    /// A node holds the bus.
    case blocked
    /// No other node acknowledges: the controller is error-passive and repeats one frame.
    case alone
    /// Other programs keep the queue of the interface full.
    case queueFull
    /// Other nodes take most of the bus.
    case traffic
    /// The controller counts errors, and frames pass.
    case errors
    /// A local program sends error frames that report bus-off and restarts.
    case forgedErrors
    /// Another node sends POSITION.
    case foreignSender
    /// Confirmations of transmissions are lost.
    case lostConfirmations
    /// Confirmations come twice.
    case doubledConfirmations
    /// The settings of the interface cannot be changed. An adapter that the daemon sets up is plugged in again.
    case failedSetUp
    /// No socket can be opened.
    case noSocket
    /// The kernel's messages about the link are lost, and the interface is down for no time now and then. The daemon learns
    /// that some were lost.
    case lostLinkMessages

    // The receiver.
    /// The receiver reports that it has no fix.
    case noFix
    /// Nothing comes from the receiver.
    case silence
    /// Each fix is somewhere within 2 km.
    case jumps
    /// Each fix comes twice.
    case doubledFixes
    /// Fixes arrive 3 s late.
    case lateFixes
    /// The clock of the receiver goes back by an hour, or forth.
    case clock

    // The car's own signals.
    /// No frames are sent.
    case silentSignals
    /// Half of the frames are lost.
    case lostSignals
    /// The daemon does not get to read, and then has all that the kernel holds at once.
    case heldSignals
    /// The wheels spin: the speed is more than twice as high.
    case spinningWheels
    /// The values stay as they are.
    case frozenSignals
    /// The values are any that the frames can hold.
    case wildSignals
    /// The interface of the signals is down.
    case signalsDown
    /// The interface of the signals has disappeared.
    case signalsGone

    // The map, the clients, the configuration.
    /// The map cannot be read.
    case unreadableMap
    /// Another map arrives.
    case newMap
    /// The map in use is found to be damaged. At the end a good one arrives.
    case damagedMap
    /// Clients ask for everything, all the time.
    case requests
    /// The mask changes each second.
    case masks

    /// The configuration is read again, now and again a wrong one.
    case reload

    /// The ignition is off.
    case ignitionOff

    // The daemon and its disk.
    /// Power is cut.
    case powerCut
    /// The daemon is killed.
    case killed
    /// The daemon is stopped.
    case stopped
    /// Nothing of the daemon runs, as while its machine is suspended or a debugger holds it.
    case halted
    /// The same, and the controller that the daemon sets up loses its settings.
    case suspended
    /// The disk is full.
    case diskFull
    /// Every fourth step of the disk fails.
    case diskErrors
    /// The disk is a hundred times slower.
    case slowDisk
    /// A bit of a stored file is flipped.
    case flippedBit

    /// How it ends the daemon, which is started again at its end; `nil` where it does not.
    var end: StateWitness.End? {
        switch self {
        case .powerCut: .powerCut
        case .killed: .killed
        case .stopped: .stopped
        default: nil
        }
    }

    var endsTheDaemon: Bool { end != nil }

    var haltsTheDaemon: Bool { self == .halted || self == .suspended }

    /// Whether what is stored may be another thing than what was to be stored.
    var isOfTheDisk: Bool {
        switch self {
        case .diskFull, .diskErrors, .slowDisk, .flippedBit: true
        default: false
        }
    }

    /// Whether it consists of something that the daemon does, which it cannot do while it is halted.
    var isOfTheDaemon: Bool {
        switch self {
        case .newMap, .damagedMap, .unreadableMap, .ignitionOff, .reload: true
        default: endsTheDaemon
        }
    }

    /// Whether frames cannot pass while it lasts.
    public var stopsTheBus: Bool {
        switch self {
        case .busOff, .shortBusOff, .down, .listening, .gone, .otherBitRate, .flapping, .blocked,
            .alone, .queueFull:
            true
        default: false
        }
    }

    /// Whether the interface cannot come back while it lasts.
    public var keepsTheBusAway: Bool { stopsTheBus || self == .failedSetUp || self == .noSocket }

    /// Whether the place of the car is not to be expected while it lasts, or soon after.
    var spoilsThePlace: Bool {
        switch self {
        case .noFix, .silence, .jumps, .lateFixes, .clock, .silentSignals, .lostSignals,
            .heldSignals, .spinningWheels, .frozenSignals, .wildSignals, .signalsDown,
            .signalsGone, .unreadableMap, .newMap, .damagedMap:
            true
        default: endsTheDaemon || haltsTheDaemon
        }
    }

    /// Whether it consists of something that is done again and again.
    var isPulsed: Bool {
        switch self {
        case .flapping, .lostLinkMessages, .forgedErrors, .foreignSender, .requests, .masks,
            .reload:
            true
        default: false
        }
    }
}

/// A fault with its time.
public struct PlannedFault: Sendable, Hashable, CustomStringConvertible {
    /// What goes wrong.
    public let fault: Fault
    /// When it begins.
    public let start: MonotonicTime
    /// When it ends.
    public let end: MonotonicTime

    /// A fault.
    public init(_ fault: Fault, from start: MonotonicTime, to end: MonotonicTime) {
        self.fault = fault
        self.start = start
        self.end = end
    }

    /// Whether there is a moment of both.
    func overlaps(_ other: PlannedFault) -> Bool { start <= other.end && other.start <= end }

    /// `busOff from 61.250 s to 64.000 s`
    public var description: String {
        "\(fault.rawValue) from \(seconds(start)) to \(seconds(end))"
    }
}

/// A moment in seconds with three digits, for people.
func seconds(_ time: MonotonicTime) -> String {
    let milliseconds = time.nanoseconds / 1_000_000
    let rest = String(1000 + milliseconds % 1000).dropFirst()
    return "\(milliseconds / 1000).\(rest) s"
}
