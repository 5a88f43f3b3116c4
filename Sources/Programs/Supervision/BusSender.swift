public import CANFrames
public import Engine
import HorizonProvider
public import LinuxLoop
public import Quantities
public import SocketCAN

/// The interface that frames are sent on: its socket, the kernel's messages about its link, and the restart of
/// its controller. ``BusSupervision`` makes the decisions; the sender executes them on a ``BusPort``.
public struct BusSender<Port: BusPort & ~Copyable>: ~Copyable {
    /// The interface.
    public private(set) var port: Port
    private(set) var supervision: BusSupervision
    private(set) var lines: BusLines
    private(set) var bitRate: BitRateWatch
    /// The requests of clients; `nil` if none are read.
    private(set) var requests: RequestSupervision?
    /// When requests, and when all else, is read again in a flood.
    private(set) var requestPace = ReadPace()
    private(set) var pace = ReadPace()
    private(set) var recovery: LinkRecovery
    private(set) var sleep = BusSleep()
    /// Takes a line for people.
    private let say: (String) -> Void
    // Used again and again, so that reading does not allocate.
    private var events: [LinkEvent] = []
    private var received: [CANSocket.Received] = []

    /// A sender on an interface.
    /// - Parameters:
    ///   - bitRate: The bit rate of the interface.
    ///   - own: The settings of an interface that the daemon sets up; `nil` if others set it up.
    ///   - requests: The requests of clients; `nil` if none are read.
    ///   - say: Takes a line for people, without the program's name.
    public init(
        _ port: consuming Port, bitRate: BitRateWatch, own: LinkSettings?,
        requests: RequestSupervision? = nil, say: @escaping (String) -> Void
    ) {
        self.requests = requests
        lines = BusLines(interface: port.interface)
        self.bitRate = bitRate
        supervision = BusSupervision(bitRate: bitRate.current, isOwner: own != nil)
        self.port = port
        recovery = LinkRecovery(own)
        self.say = say
    }

    /// Takes note of the state of the interface at the start, before the first frame. The port has asked for it.
    public mutating func begin(at now: MonotonicTime) throws(SystemError) {
        guard port.isOpen else { return follow(supervision.noteAbsent(at: now), at: now) }
        if !port.isUp {
            follow(supervision.noteDown(at: now), at: now)
            recovery.noteToSetUp(at: now)
        } else {
            recovery.noteUp()
        }
        try readLink(at: now)
    }

    /// Whether to wait for something to read: confirmations, error frames, and frames of other nodes.
    public var reads: Bool { pace.isOpen }

    /// Whether to wait for requests.
    public var readsRequests: Bool { requestPace.isOpen }

    /// When the next frame can be sent without a further report, if it is to be sent at `next`. `nil` if there is no
    /// next frame, or if it waits for a report.
    public func sendTime(
        of next: MonotonicTime?, isPositionDue: Bool, at now: MonotonicTime
    ) -> MonotonicTime? {
        guard let next, !isOpen(isPositionDue: isPositionDue, at: now) else { return next }
        return supervision.windowDeadline(at: now).map { max($0, next) }
    }

    /// Whether clients may have lost their horizon since the last call.
    public mutating func takeClientsLost() -> Bool {
        let hasWoken = sleep.takeWakeup()
        return supervision.takeClientsLost() || hasWoken
    }

    /// Takes note of the ignition of the vehicle: while it is off, nothing is sent.
    public mutating func setIgnition(_ isOn: Bool, at now: MonotonicTime) {
        guard let change = sleep.note(isOn: isOn) else { return }
        if isOn { supervision.noteWake(at: now) } else { supervision.noteSleep() }
        if !isOn { recovery.note(.transmission, at: now) }
        follow(change, at: now)
    }

    /// Takes note that the machine was suspended until now, for so long.
    public mutating func noteSuspension(of time: Nanoseconds, at now: MonotonicTime) {
        supervision.noteWake(at: now)
        recovery.note(.suspension(time), at: now)
    }

    /// Sends a frame. Returns whether the kernel queued it. Otherwise the frame is sent again after
    /// ``isOpen(isPositionDue:at:)`` has returned `true`.
    public mutating func send(_ frame: CANFrame, at now: MonotonicTime) -> Bool {
        let result: SendResult
        do throws(SocketCANError) {
            // Frames that should be through are still in the kernel: another one would wait behind them.
            let isHeld = supervision.isIdle(at: now) && port.holdsFrames
            result = isHeld ? .queueFull : try port.send(frame)
        } catch {
            lose(error, at: now)
            return false
        }
        follow(supervision.note(result, of: frame, at: now), at: now)
        return result == .sent
    }

    /// The socket does not work any more, for a reason that no report of the link explains.
    private mutating func lose(_ error: SocketCANError, at now: MonotonicTime) {
        if recovery.noteClosed("\(error)", at: now) {
            say("\(error); the socket is opened again each second until it works")
        }
        follow(supervision.noteDisconnected(at: now), at: now)
    }

    private mutating func open(at now: MonotonicTime) {
        do throws(SocketCANError) {
            try port.reopen()
        } catch {
            // Its messages come when it is there again.
            if case .noInterface = error { return }
            return lose(error, at: now)
        }
        recovery.noteOpen()
        follow(supervision.noteUp(at: now), at: now)
    }

    /// Reads the queued input of the socket: room, confirmations and error frames, at most one round's share.
    public mutating func receive(at now: MonotonicTime) {
        supervision.noteReady()
        var others = 0
        defer { pace.note(others, at: now) }
        do throws(SocketCANError) {
            for _ in 0..<BusSupervision.mostReadsARound {
                received.removeAll(keepingCapacity: true)
                try port.receive(into: &received)
                if received.isEmpty { return }
                // What was received before the interface disappeared says nothing of the next one.
                for index in received.indices where port.isOpen {
                    if !received[index].isOwn { others += 1 }
                    follow(supervision.note(received[index], at: now), at: now)
                }
                // What comes from now on wakes the loop again.
                if received.count < CANConnection.mostItems { return }
            }
        } catch { lose(error, at: now) }
    }

    /// Reads the requests of clients. The rest comes in the next round.
    public mutating func receiveRequests(at now: MonotonicTime) {
        var count = 0
        defer { requestPace.note(count, at: now) }
        do throws(SocketCANError) {
            for _ in 0..<BusSupervision.mostReadsARound {
                received.removeAll(keepingCapacity: true)
                try port.receiveRequests(into: &received)
                if received.isEmpty { return }
                count += received.count
                for index in received.indices {
                    guard case .data(let frame, _) = received[index],
                        let line = requests?.note(frame, at: now)
                    else { continue }
                    say("\(port.interface): \(line)")
                }
                if received.count < CANConnection.mostItems { return }
            }
        } catch { lose(error, at: now) }
    }

    /// Appends the events of answers that are due now (``RequestSupervision/answer(at:isRepeating:into:)``).
    public mutating func answerRequests(
        at now: MonotonicTime, isRepeating: Bool, into events: inout [EngineEvent]
    ) {
        let lines = requests?.answer(at: now, isRepeating: isRepeating, into: &events) ?? []
        for line in lines { say("\(port.interface): \(line)") }
    }

    /// The event of a configuration that was read again, with what clients ask for.
    public mutating func following(_ event: EngineEvent) -> EngineEvent {
        guard case .mask(let mask, let extent) = event else { return event }
        return requests?.noteConfigured(mask, extent: extent) ?? event
    }

    /// Reads the kernel's messages about the link.
    public mutating func readLink(at now: MonotonicTime) throws(SystemError) {
        events.removeAll(keepingCapacity: true)
        try port.readLink(into: &events)
        for index in events.indices {
            switch events[index] {
            case .appeared:
                // Its driver was loaded again, or it was plugged in.
                recovery.noteToSetUp(at: now, overrides: true)
            case .down:
                recovery.noteDown()
                if supervision.isRestarting {
                    recovery.noteToSetUp(at: now + LinkRecovery.shortestWait)
                }
                follow(supervision.noteDown(at: now), at: now)
            case .gone:
                recovery.noteGone()
                follow(supervision.noteDisconnected(at: now), at: now)
            case .up: noteUp(at: now)
            case .state(let state):
                if supervision.isBackUnnoticed { noteUp(at: now) }
                recovery.noteStart(state, at: now)
                recovery.note(state, at: now)
                noteBitRate(of: state, at: now)
                for change in supervision.note(state, at: now) { follow(change, at: now) }
            case .missed:
                supervision.noteMissed(at: now)
                // Perhaps the interface was gone for a moment.
                if supervision.isDisconnected, port.isUp { noteUp(at: now) }
            }
        }
    }

    private mutating func noteUp(at now: MonotonicTime) {
        recovery.noteUp()
        discardPast(at: now)
        open(at: now)
    }

    private mutating func noteBitRate(of state: LinkState, at now: MonotonicTime) {
        let report = bitRate.note(state)
        supervision.setBitRate(bitRate.current)
        follow(report, at: now)
    }

    /// The event of a change of the bit rate since the last call; `nil` without one. It comes before what follows
    /// from ``takeClientsLost()``.
    public mutating func takeBitRateChange() -> EngineEvent? { bitRate.takeChange() }

    /// Does what is due: restarts a controller that is bus-off, asks for the state of the link, reports a
    /// blocked bus.
    public mutating func recover(at now: MonotonicTime) {
        pace.look(at: now)
        requestPace.look(at: now)
        restartLink(at: now)
        if supervision.takeRestart(at: now) { port.recover() }
        let asksForTraffic = recovery.takeQuestion(at: now)
        if supervision.takeQuestion(at: now) || asksForTraffic { port.ask() }
        if let settings = recovery.takeSetUp(at: now) { port.setUp(settings, restarts: false) }
        if recovery.takeOpening(at: now), port.isUp { open(at: now) }
        if supervision.takeMissing(at: now), !port.holdsFrames { supervision.noteThrough() }
        let holdsFrames = supervision.isBlocked && port.holdsFrames
        follow(
            supervision.look(at: now, isAsleep: sleep.isAsleep, holdsFrames: holdsFrames), at: now)
        if let line = lines.takeSummary(at: now) { say(line) }
    }

    /// Restarts an interface that transmits nothing for no reason that is reported, or that does not work any more after a
    /// suspension.
    private mutating func restartLink(at now: MonotonicTime) {
        if recovery.takeLinkRestartEnd(isChanging: port.isChanging, at: now) {
            supervision.endLinkRestart()
            if supervision.isDown, !supervision.isDisconnected {
                recovery.noteToSetUp(at: now)
                follow(.down, at: now)
            }
        }
        let restart = recovery.takeLinkRestart(
            isBlocked: supervision.isBlocked, isExplained: supervision.isStallExplained,
            isBad: supervision.isBad, isChanging: port.isChanging, at: now)
        guard let restart else { return }
        supervision.noteLinkRestart()
        follow(restart.cause.report, at: now)
        port.setUp(restart.settings, restarts: true)
    }

    /// A link that comes up went down before, and the socket may not have reported that yet. Reported later,
    /// it would count as new, and no frame would be sent any more.
    private mutating func discardPast(at now: MonotonicTime) {
        // The kernel holds about 270 frames.
        for _ in 0..<2 * BusSupervision.mostReadsARound {
            received.removeAll(keepingCapacity: true)
            try? port.receive(into: &received)
            if received.isEmpty { return }
            let isGone = received.contains { if case .gone = $0 { true } else { false } }
            if isGone { follow(supervision.noteDisconnected(at: now), at: now) }
        }
    }

    /// Executes the consequences of a change, and reports it.
    private mutating func follow(_ change: BusReport?, at now: MonotonicTime) {
        if supervision.isDisconnected { port.close() }
        guard let change else { return }
        recovery.note(change, at: now)
        if recovery.isRestartingLink {
            let isExpected = recovery.isOfLinkRestart(change)
            if !recovery.isRestartingLink { supervision.endLinkRestart() }
            if isExpected { return }
        }
        let report = change == .up && sleep.isAsleep ? .upAsleep : change
        if let line = lines.line(of: report, at: now) { say(line) }
    }
}
