public import Engine
public import Quantities
public import SocketCAN
public import VehicleSignals

/// Decides for the interface that vehicle signals are received on: which frames are events of the engine,
/// when a lost interface is tried again, and which signals are reported as missing. It calls nothing of the
/// system.
public struct VehicleBusSupervision: Sendable {
    private let signals: VehicleSignals
    private var missing: MissingSignals
    private var switches = SwitchWatch()
    /// When missing signals are reported; `nil` once they were.
    private var reportTime: MonotonicTime?
    private var isDown = false
    /// Whether the interface has not existed so far.
    private var isAbsent = false
    /// Whether the socket has failed, and has received nothing since.
    private var isFailing = false
    /// When a lost interface is tried next; `nil` while it is there.
    public private(set) var deadline: MonotonicTime?

    /// The pause between attempts to open a lost interface.
    public static let retryPause = Nanoseconds.milliseconds(1000)
    /// A car sends each of its signals several times within this time.
    public static let reportDelay = Nanoseconds.seconds(10)

    /// The supervision of an interface that was just opened, or that ``noteAbsent(at:)`` is about.
    public init(_ signals: VehicleSignals, at now: MonotonicTime) {
        self.signals = signals
        missing = MissingSignals(signals)
        reportTime = now + Self.reportDelay
    }

    /// Takes note at the start that the interface does not exist.
    public mutating func noteAbsent(at now: MonotonicTime) -> VehicleBusReport {
        deadline = now + Self.retryPause
        isAbsent = true
        return .absent
    }

    /// Takes note of what the socket received, and appends the events of a frame.
    public mutating func note(
        _ reception: CANSocket.Received, at now: MonotonicTime, into events: inout [EngineEvent]
    ) -> VehicleBusReport? {
        switch reception {
        case .data(let frame, _):
            (isDown, isFailing) = (false, false)
            let (motion, surface) = (signals.motion(in: frame), signals.surface(in: frame))
            let driver = signals.driver(in: frame)
            let switches = signals.switches(in: frame)
            missing.note(motion, surface, driver, switches)
            if let switches { self.switches.note(switches) }
            if let motion { events.append(.vehicle(motion)) }
            if let surface { events.append(.surface(surface)) }
            if let driver { events.append(.driver(driver)) }
            return nil
        case .linkDown:
            defer { isDown = true }
            return isDown ? nil : .down
        case .gone:
            deadline = now + Self.retryPause
            return .disconnected
        case .nothing, .remote, .error: return nil
        }
    }

    /// Takes note that the socket has failed for a reason that is no state of the link. It is closed, and opened again
    /// after the pause.
    public mutating func noteFailed(_ words: String, at now: MonotonicTime) -> VehicleBusReport? {
        deadline = now + Self.retryPause
        defer { isFailing = true }
        return isFailing ? nil : .failed(words)
    }

    /// Whether the event of the car has begun since the last call.
    public mutating func takeEvent() -> Bool { switches.takeEvent() }

    /// Whether the ignition is on, where that has changed since the last call.
    public mutating func takeIgnition() -> Bool? { switches.takeIgnition() }

    /// Whether a lost interface is to be opened now. The next attempt has a later deadline.
    public mutating func takeAttempt(at now: MonotonicTime) -> Bool {
        guard let deadline, now >= deadline else { return false }
        self.deadline = now + Self.retryPause
        return true
    }

    /// Takes note that the interface is open, for the first time or again.
    public mutating func noteConnected(at now: MonotonicTime) -> VehicleBusReport? {
        deadline = nil
        if isFailing { return nil }
        guard isAbsent else { return .reconnected }
        isAbsent = false
        if reportTime != nil { reportTime = now + Self.reportDelay }
        return .connected
    }

    /// The signals that were not received, once, after a while or at the end of the drive.
    public mutating func takeMissing(
        at now: MonotonicTime, isEnd: Bool = false
    ) -> VehicleBusReport? {
        // An interface that does not exist is reported instead.
        guard !isAbsent, let reportTime, now >= reportTime || isEnd else { return nil }
        self.reportTime = nil
        let names = missing.names
        return names.isEmpty ? nil : .missing(names)
    }
}

/// A change of the vehicle's bus that people are to read.
public enum VehicleBusReport: Sendable, Hashable {
    /// There is no such interface yet.
    case absent
    /// The interface is open for the first time.
    case connected
    /// The interface is down.
    case down
    /// The interface has disappeared.
    case disconnected
    /// The interface is open again.
    case reconnected
    /// The socket has failed, with the reason.
    case failed(String)
    /// Signals of these names were not received, or only as unknown.
    case missing([String])

    /// The line, without the program's name.
    public func line(of interface: String) -> String {
        switch self {
        case .absent:
            "\(interface): there is no such interface; waiting for it to appear; no vehicle signals are"
                + " received"
        case .connected: "\(interface) is connected; vehicle signals are received"
        case .down: "\(interface) is down; no vehicle signals are received"
        case .disconnected: "\(interface) is disconnected; no vehicle signals are received"
        case .reconnected: "\(interface) is connected again; vehicle signals are received"
        case .failed(let words):
            "\(words); the socket for vehicle signals is opened again each second until it works"
        case .missing(let names):
            "\(interface): signals not received so far, or reported as unknown:"
                + " \(names.joined(separator: "; "))"
        }
    }
}
