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
    /// When the socket reported that the interface is down; `nil` once the interface was looked at. Frames that were received
    /// before may be read after the report, and do not end it.
    private var downSince: MonotonicTime?
    /// Whether people have read that it is down.
    private var isDown = false
    /// Whether the interface has not existed so far.
    private var isAbsent = false
    /// Whether the socket has failed, and has received nothing since.
    private var isFailing = false
    /// When a lost interface is tried next; `nil` while it is there.
    private var attempt: MonotonicTime?

    /// The pause between attempts to open a lost interface.
    public static let retryPause = Nanoseconds.milliseconds(1000)
    /// A car sends each of its signals several times within this time.
    public static let reportDelay = Nanoseconds.seconds(10)
    /// An interface that is down is reported after this time: one that is only set up again is not.
    public static let downDelay = Nanoseconds.seconds(1)
    /// A frame that has waited longer says nothing of the motion of now, as after a halt of the program.
    public static let longestWait = Nanoseconds.milliseconds(500)

    /// The supervision of an interface that was just opened, or that ``noteAbsent(at:)`` is about.
    public init(_ signals: VehicleSignals, at now: MonotonicTime) {
        self.signals = signals
        missing = MissingSignals(signals)
        reportTime = now + Self.reportDelay
    }

    /// When something is due although nothing is received; `nil` if nothing is.
    public var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(attempt)
        earliest.add(downSince.map { $0 + Self.downDelay })
        return earliest.time
    }

    /// Takes note at the start that the interface does not exist.
    public mutating func noteAbsent(at now: MonotonicTime) -> VehicleBusReport {
        attempt = now + Self.retryPause
        isAbsent = true
        return .absent
    }

    /// Takes note of what the socket received, and appends the events of a frame. A frame that has waited for too long has
    /// none; its switches count.
    /// - Parameter clock: The system's clock, which the frames have their time from.
    public mutating func note(
        _ reception: CANSocket.Received, at now: MonotonicTime, clock: UTCTime,
        into events: inout [EngineEvent]
    ) -> VehicleBusReport? {
        switch reception {
        case .data(let frame, let receipt):
            let report: VehicleBusReport? = isDown ? .received : nil
            (isDown, isFailing) = (false, false)
            let (motion, surface) = (signals.motion(in: frame), signals.surface(in: frame))
            let driver = signals.driver(in: frame)
            let switches = signals.switches(in: frame)
            missing.note(motion, surface, driver, switches)
            if let switches { self.switches.note(switches) }
            if let time = receipt.time, clock - time > Self.longestWait { return report }
            if let motion { events.append(.vehicle(motion)) }
            if let surface { events.append(.surface(surface)) }
            if let driver { events.append(.driver(driver)) }
            return report
        case .linkDown:
            if !isDown { downSince = downSince ?? now }
            return nil
        case .gone: return noteGone(at: now)
        case .nothing, .remote, .error: return nil
        }
    }

    /// Takes note that the interface is there no longer, or has another name. Its socket is closed.
    public mutating func noteGone(at now: MonotonicTime) -> VehicleBusReport {
        attempt = now + Self.retryPause
        (downSince, isDown) = (nil, false)
        return .disconnected
    }

    /// Whether the interface went down so long ago that it is reported if it still is.
    public func isDownDue(at now: MonotonicTime) -> Bool {
        downSince.map { now - $0 >= Self.downDelay } ?? false
    }

    /// Takes note whether an interface that went down is up by now.
    public mutating func noteDown(isUp: Bool) -> VehicleBusReport? {
        downSince = nil
        isDown = !isUp
        return isUp ? nil : .down
    }

    /// Takes note that the socket has failed for a reason that is no state of the link. It is closed, and opened again
    /// after the pause.
    public mutating func noteFailed(_ words: String, at now: MonotonicTime) -> VehicleBusReport? {
        attempt = now + Self.retryPause
        downSince = nil
        defer { isFailing = true }
        return isFailing ? nil : .failed(words)
    }

    /// Whether the event of the car has begun since the last call.
    public mutating func takeEvent() -> Bool { switches.takeEvent() }

    /// Whether the ignition is on, where that has changed since the last call.
    public mutating func takeIgnition() -> Bool? { switches.takeIgnition() }

    /// Whether a lost interface is to be opened now. The next attempt has a later deadline.
    public mutating func takeAttempt(at now: MonotonicTime) -> Bool {
        guard let attempt, now >= attempt else { return false }
        self.attempt = now + Self.retryPause
        return true
    }

    /// Takes note that the interface is open, for the first time or again.
    public mutating func noteConnected(at now: MonotonicTime) -> VehicleBusReport? {
        attempt = nil
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
    /// Frames are received again after it was down.
    case received
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
        case .received: "\(interface): vehicle signals are received again"
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
