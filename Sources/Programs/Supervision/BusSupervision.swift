public import CANFrames
public import Quantities
public import SocketCAN

/// Decides for the interface that frames are sent on: when a frame can be sent, when the controller is
/// restarted, and when clients have lost their horizon. It makes no system calls. Its inputs are the reports of the
/// socket and of the kernel; its outputs are actions and lines for people.
///
/// The socket, the kernel's link messages and a refused frame all report the same change, in any order:
/// the first report counts.
public struct BusSupervision: Sendable {
    private let isOwner: Bool
    private var pacer = SendPacer()
    private var window: SendWindow
    private var restarts = RestartSchedule()
    private(set) var isBusOff = false
    private(set) var isDown = false
    /// Whether the interface has disappeared. The caller closes its socket.
    public private(set) var isDisconnected = false
    private var clientsLost = false
    private(set) var controller = ControllerWatch()
    private(set) var stall = StallWatch()
    /// When another node last sent a frame with an identifier of the horizon.
    private var foreignFrame: MonotonicTime?
    /// The number of queued frames so far.
    public private(set) var framesSent = 0

    /// So often a socket is read in one round, 64 frames each time: a bus that is never silent leaves time for all
    /// else. At 1 Mbit/s it carries at most 212 frames in a ``ReadPace/interval``.
    public static let mostReadsARound = 4
    /// Another node on our identifiers is reported again after this time without its frames.
    public static let foreignPause = Nanoseconds.seconds(10)

    /// A bus without faults.
    /// - Parameters:
    ///   - bitRate: The bit rate of the bus, bit/s.
    ///   - isOwner: Whether the daemon configures the interface, and so restarts its controller after bus-off.
    public init(bitRate: Int, isOwner: Bool) {
        self.isOwner = isOwner
        window = SendWindow(bitRate: bitRate)
    }

    /// Takes note of the bit rate of the bus, bit/s.
    public mutating func setBitRate(_ bitRate: Int) { window.setBitRate(bitRate) }

    /// Whether to wait for room in the socket.
    public var wantsRoom: Bool { pacer.wantsRoom }

    /// The time of the next check without a further report; `nil` if none is needed. A missing confirmation is
    /// looked for when the next frame waits (``windowDeadline(at:)``).
    public var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(pacer.deadline)
        earliest.add(restarts.deadline)
        earliest.add(controller.deadline)
        return earliest.time
    }

    /// Whether no frame is in the kernel, by confirmations and times. If the kernel still holds frames, the bus is
    /// slower than assumed. Then the next frame is not passed to the kernel but counted as
    /// ``SendResult/queueFull``.
    public func isIdle(at now: MonotonicTime) -> Bool { window.isIdle(at: now) }

    /// The time at which the frames in the kernel are transmitted, without a further report; `nil` without frames.
    public func windowDeadline(at now: MonotonicTime) -> MonotonicTime? { window.deadline(at: now) }

    /// Whether a frame can be sent now. A POSITION may follow the one frame that may be in the kernel; any other
    /// frame waits for its transmission. No frame is sent while bus-off, because the controller would lose it.
    public func isOpen(isPositionDue: Bool, at now: MonotonicTime) -> Bool {
        !isBusOff && !isListening && pacer.isOpen(at: now)
            && window.isOpen(isPosition: isPositionDue, at: now)
    }

    /// Whether clients may have lost their horizon since the last call.
    public mutating func takeClientsLost() -> Bool {
        defer { clientsLost = false }
        return clientsLost
    }

    /// Whether the controller is to be restarted now. The next attempt has a later deadline.
    public mutating func takeRestart(at now: MonotonicTime) -> Bool {
        guard let deadline = restarts.deadline, now >= deadline else { return false }
        restarts.noteAttempt(at: now)
        return true
    }

    /// Whether the daemon restarts a controller that is bus-off. Some drivers need the interface down for it.
    var isRestarting: Bool { restarts.deadline != nil }

    /// Whether something is reported that explains why no frame is transmitted.
    var isStallExplained: Bool {
        isDown || isDisconnected || isBusOff || controller.explainsStall
    }

    /// Whether a bad state of the controller is reported.
    var isBad: Bool { isBusOff || controller.condition != .good }

    /// Takes note that the interface is being restarted.
    mutating func noteLinkRestart() { stall.hold(true) }

    /// Takes note that nothing is sent from now on. A stall after that is reported anew.
    mutating func noteSleep() {
        stall.hold(false)
        stall.reset()
    }

    /// Takes note that frames are sent from now on, after the bus slept or the machine was suspended.
    mutating func noteWake(at now: MonotonicTime) { stall.noteWake(at: now) }

    /// Takes note that it is up again by now, or stays down.
    mutating func endLinkRestart() {
        stall.hold(false)
        if isDown || isDisconnected { stall.reset() }
    }

    /// Whether the kernel is to be asked for the state of the link now: at the start, after a hint or lost messages, and
    /// each second while the state is bad, or while the socket alone reports the interface as down.
    public mutating func takeQuestion(at now: MonotonicTime) -> Bool {
        controller.takeQuestion(at: now)
    }

    /// Whether the kernel is to be asked now whether it still holds frames: a confirmation is missing. If it holds
    /// none, ``noteThrough()``.
    public mutating func takeMissing(at now: MonotonicTime) -> Bool { window.takeMissing(at: now) }

    /// Takes note that the kernel holds no frame although a confirmation is missing.
    public mutating func noteThrough() { window.noteThrough() }

    /// Checks whether frames are transmitted.
    /// - Parameters:
    ///   - isAsleep: Whether the bus may sleep: then it confirms nothing.
    ///   - holdsFrames: Whether the kernel still holds frames; it counts while the bus is blocked.
    public mutating func look(
        at now: MonotonicTime, isAsleep: Bool = false, holdsFrames: Bool = false
    ) -> BusReport? {
        let stalled = pacer.stalled(at: now)
        pacer.look(at: now)
        guard !isAsleep, !isDown, !isDisconnected, !isBusOff, !isListening else { return nil }
        var since = EarliestDeadline()
        since.add(stalled)
        since.add(window.unconfirmedSince)
        // A controller that is bus-off again loses the frames at once.
        let mayLack = holdsFrames || controller.awaitsAnswer
        let report = stall.look(
            since: since.time, framesSent: framesSent, holdsFrames: mayLack, at: now)
        if report == .blocked { controller.askSoon(at: now) }
        return report
    }

    /// Takes note of the result of sending a frame.
    public mutating func note(
        _ result: SendResult, of frame: CANFrame, at now: MonotonicTime
    ) -> BusReport? {
        pacer.note(result, at: now)
        switch result {
        case .sent:
            framesSent += 1
            window.noteSent(frame, at: now)
            return nil
        case .gone: return noteDisconnected(at: now)
        case .linkDown: return noteSocketDown(at: now)
        case .wouldBlock, .queueFull: return nil
        }
    }

    /// Takes note that the socket is ready and may have room.
    public mutating func noteReady() { pacer.noteRoom() }

    /// Takes note of a received item of the socket.
    public mutating func note(
        _ received: CANSocket.Received, at now: MonotonicTime
    ) -> BusReport? {
        switch received {
        case .data(let frame, let receipt):
            if receipt.isOwn {
                window.noteConfirmed(at: now)
                return nil
            }
            return noteForeign(frame, at: now)
        case .error(let frame, let receipt):
            // A controller's report does not come from a program of this machine.
            if !receipt.isLocal, !isDown { controller.noteHint(frame.kinds, at: now) }
            return nil
        case .linkDown: return noteSocketDown(at: now)
        case .gone: return noteDisconnected(at: now)
        case .nothing, .remote: return nil
        }
    }

    private mutating func noteForeign(_ frame: CANFrame, at now: MonotonicTime) -> BusReport? {
        defer { foreignFrame = now }
        if let foreignFrame, now - foreignFrame < Self.foreignPause { return nil }
        return .foreignSender(frame.identifier)
    }

    /// Takes note of the state of the link that the kernel reports.
    public mutating func note(_ state: LinkState, at now: MonotonicTime) -> [BusReport] {
        guard !isDown, !isDisconnected else { return [] }
        // Where there is no controller, error frames are other programs' own: on vxcan they do not show it.
        let hasHint = controller.hasHint && state.controller != nil
        let (wasAlone, wasListening) = (controller.condition == .alone, isListening)
        let condition = controller.note(state, at: now)
        if state.isBusOff {
            guard !isBusOff else { return [] }
            isBusOff = true
            // With restart-ms the driver restarts it.
            if isOwner, state.controller?.restartDelay == nil { restarts.noteBusOff(at: now) }
            return [.busOff]
        }
        var reports: [BusReport] = []
        // A controller may have been bus-off so shortly that no report found it so.
        if isBusOff || hasHint || wasListening && !isListening {
            isBusOff = false
            noteOnBus(at: now)
            reports.append(.restarted)
        }
        // The node that acknowledges now was not on the bus before, so it has no horizon.
        if wasAlone, condition == .good || condition == .warning { clientsLost = true }
        switch condition {
        case .good: reports.append(.recovered)
        case .warning: reports.append(.warning)
        case .passive: reports.append(.passive)
        case .alone: reports.append(.alone)
        case .listening: reports.append(.listening)
        case nil: break
        }
        return reports
    }

    /// After a time without a bus, the clients' horizon is unknown.
    private mutating func noteOnBus(at now: MonotonicTime) {
        window.reset()
        restarts.noteBusOn(at: now)
        controller.noteReturn(at: now)
        stall.noteReturn(framesSent: framesSent)
        clientsLost = true
    }

    /// Takes note that the kernel reports the interface as down. Another of its messages reports when it is up.
    public mutating func noteDown(at now: MonotonicTime) -> BusReport? {
        pacer.noteLinkDown(at: now)
        defer { noteAway() }
        guard !isDown else { return nil }
        isDown = true
        return .down
    }

    /// Takes note of ENETDOWN: the socket reports the interface as down. The kernel's messages that it went down and came
    /// up may be lost. Until one comes, the kernel is asked for the state of the link each second.
    private mutating func noteSocketDown(at now: MonotonicTime) -> BusReport? {
        guard !isDown else { return nil }
        let report = noteDown(at: now)
        if !isDisconnected { controller.askLater(at: now) }
        return report
    }

    /// Whether the next state of the link is that of an interface that has come up without a message: the socket alone
    /// reported it as down, and the kernel was asked since.
    var isBackUnnoticed: Bool { isDown && !isDisconnected && controller.isAsked }

    /// Takes note that messages of the kernel about the link were lost: its state is asked for.
    public mutating func noteMissed(at now: MonotonicTime) {
        if !isDisconnected, !isDown { controller.askSoon(at: now) }
    }

    /// Takes note that the interface has disappeared.
    public mutating func noteDisconnected(at now: MonotonicTime) -> BusReport? {
        guard !isDisconnected else { return nil }
        isDisconnected = true
        pacer.noteGone(at: now)
        noteAway()
        return .disconnected
    }

    /// Without an interface the state of the controller is unknown until the next report. Nothing is restarted.
    private mutating func noteAway() {
        isBusOff = false
        restarts.noteGone()
        controller.reset()
        if isDisconnected { stall.hold(false) }
        stall.reset()
    }

    /// Takes note at the start that the interface does not exist.
    public mutating func noteAbsent(at now: MonotonicTime) -> BusReport? {
        noteDisconnected(at: now) == nil ? nil : .absent
    }

    /// Takes note that the interface is up and has a socket.
    public mutating func noteUp(at now: MonotonicTime) -> BusReport {
        isBusOff = false
        isDown = false
        isDisconnected = false
        noteOnBus(at: now)
        pacer.noteLinkUp()
        controller.askSoon(at: now)
        return .up
    }
}
