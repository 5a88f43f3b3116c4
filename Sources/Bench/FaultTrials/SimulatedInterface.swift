import ADASISv2
import CANFrames
import Quantities
import SocketCAN

/// A CAN interface with its kernel, its controller and its bus, in virtual time.
///
/// The kernel queues frames; the bus takes one after the other, each for its time at the bit rate. What a socket
/// and a monitor of the link receive waits in ``socket`` and ``link``.
final class SimulatedInterface {
    let traits: InterfaceTraits
    private(set) var now = MonotonicTime.zero

    private(set) var exists = true
    private(set) var isUp = true
    private(set) var state = ControllerState.active
    /// Whether frames wait for a node that holds the bus, or that does not acknowledge.
    private(set) var isBlocked = false
    /// Whether the controller has lost its settings, of which its driver knows nothing.
    private(set) var lacksSettings = false
    /// Whether the controller only listens.
    private(set) var isListening = false
    /// Whether each restart leads to bus-off again.
    private var isShorted = false
    /// What others put through it.
    var others = OtherTraffic()
    /// The frames in the kernel and on the bus.
    var wire: SimulatedWire
    /// Whether its settings cannot be changed.
    var refusesSetUp = false
    /// Whether no socket can be opened on it.
    var refusesSockets = false
    var lacksSocket = false

    /// What a daemon that owns the interface sets, bit/s.
    let ownBitRate: Int
    var answers = KernelAnswers()
    private(set) var index: Int32 = 1
    private var aloneSince: MonotonicTime?

    var socket = SimulatedSocket()
    var link = SimulatedLink()
    private(set) var deliveries: [SimulatedWire.Delivery] = []
    /// How often clients may have lost what they held.
    private(set) var losses = 0
    /// How often they surely have.
    var sureLosses = 0
    /// The frames that the kernel took and dropped since the controller is bus-off.
    private(set) var voidFrames = 0
    /// Since when the bus takes frames; `nil` while it takes none.
    private(set) var readySince: MonotonicTime? = .zero

    /// - Parameter bitRate: The bit rate of the settings, bit/s.
    init(_ traits: InterfaceTraits, bitRate: Int, seed: UInt64) {
        self.traits = traits
        ownBitRate = bitRate
        wire = SimulatedWire(bitRate: bitRate, seed: seed)
        beginDaemon(isDown: false)
    }

    // MARK: Time

    /// Lets time pass.
    func advance(to time: MonotonicTime) {
        if works { others.advance(by: max(time - now, .zero), isBlocked: isBlocked) }
        while let event = nextEvent, event <= time {
            now = max(now, event)
            if let delivery = wire.finish(at: now) {
                deliveries.append(delivery)
                if traits.confirmations == .afterwards { socket.confirm(delivery.frame) }
                begin()
            }
            for answer in answers.take(at: now) { give(answer) }
        }
        now = max(now, time)
        noteReadiness()
    }

    /// Takes what went over the bus since the last call.
    func takeDeliveries() -> [SimulatedWire.Delivery] {
        defer { deliveries.removeAll(keepingCapacity: true) }
        return deliveries
    }

    func noteReadiness() { readySince = takesFrames ? readySince ?? now : nil }

    // MARK: The bus

    private func begin() { if reachesTheBus { wire.begin(at: now) } }

    private func noteLoss() { (losses, sureLosses) = (losses + 1, sureLosses + 1) }

    // MARK: The kernel

    /// Passes a frame to the kernel.
    func send(_ frame: CANFrame) -> SendResult {
        guard exists else { return .gone }
        guard isUp else { return .linkDown }
        // Without a carrier the kernel takes frames and drops them.
        guard state != .busOff, !isListening else {
            voidFrames += 1
            return .sent
        }
        guard !others.fillsQueue, wire.waiting < traits.queueLength else { return .queueFull }
        wire.append(frame, at: now)
        if traits.confirmations == .atOnce { socket.confirm(frame) }
        begin()
        return .sent
    }

    /// Whether a socket can be opened. Without one the bus takes no frames.
    func givesSocket() -> Bool {
        lacksSocket = refusesSockets
        noteReadiness()
        return !lacksSocket
    }

    func ask() { if exists, link.isKnown { answers.ask(at: now + traits.answerDelay) } }

    func setUp(_ bitRate: Int, restarts: Bool) {
        guard !refusesSetUp else { return }
        let time = now + traits.answerDelay + .milliseconds(5)
        answers.change(.setUp(bitRate: bitRate, restarts: restarts), at: time)
    }
    func recover() { answers.change(.recovered, at: now + traits.answerDelay + .milliseconds(5)) }

    private func give(_ answer: KernelAnswers.Answer) {
        switch answer {
        case .state: if exists { link.tell(message, isAnswer: true) }
        case .setUp(let bitRate, let restarts): finishSetUp(bitRate, restarts)
        case .recovered: if traits.restartDelay == nil { restart() }
        case .automaticRestart: restart()
        }
    }

    /// As `LinkControl.setUp`: an interface that is up with another bit rate goes down for it.
    private func finishSetUp(_ bitRate: Int, _ restarts: Bool) {
        if restarts, works { others.noteRestart(isBlocked: isBlocked, at: now) }
        if isUp, restarts || wire.bitRate != bitRate || isListening { goDown() }
        guard exists, !isUp else { return }
        noteSettings(bitRate)
        bringUp()
    }

    /// The daemon has set it up.
    func noteSettings(_ bitRate: Int) {
        wire.bitRate = bitRate
        isListening = false
    }

    /// The state has changed. Not every driver says so.
    private func tellState() { if traits.tellsLink { link.tell(message) } }

    // MARK: Faults

    /// The controller has counted too many errors. Where it is shorted, it is bus-off again after each restart.
    func goBusOff(isShorted: Bool) {
        self.isShorted = isShorted
        guard works else { return }
        state = .busOff
        voidFrames = 0
        noteLoss()
        wire.drop()
        noteReadiness()
        if traits.tellsBusOff { socket.tell(.busOff) }
        tellState()
        if let delay = traits.restartDelay { answers.restart(at: now + delay) }
    }

    /// The cause of bus-off is gone. Where nobody else does it, an administrator restarts the controller.
    func endShort() {
        isShorted = false
        if traits.restartDelay == nil, !traits.isOwned { restart() }
    }

    func restart() {
        guard exists, isUp, state == .busOff else { return }
        state = .active
        if traits.tellsRestart { socket.tell(.restarted) }
        tellState()
        if isShorted {
            goBusOff(isShorted: true)
        } else {
            noteReadiness()
        }
    }

    func block(alone: Bool, isFlooded: Bool = false) {
        isBlocked = true
        others.floodedSince = isFlooded ? now : nil
        if alone {
            losses += 1
            aloneSince = now
        }
        if alone { noteNoAcknowledgement() }
        wire.interrupt()
        noteReadiness()
    }

    /// The controller finds that nobody acknowledges.
    private func noteNoAcknowledgement() {
        guard traits.hasController, works else { return }
        state = .passive
        tellState()
        socket.tell(.controller)
    }

    func unblock() {
        isBlocked = false
        others.floodedSince = nil
        // Nodes that come back hold nothing. Without a controller only a long time without them shows that.
        let shortest: Int64 = traits.hasController ? 300 : 2500
        if let since = aloneSince, now - since > .milliseconds(shortest) { sureLosses += 1 }
        aloneSince = nil
        countErrors(.active)
        begin()
        noteReadiness()
    }

    /// The controller that the daemon sets up loses its settings while the machine is suspended.
    /// - Parameter isSeen: Whether the clocks show the suspension. If they do not, only a controller that reports a good state
    ///   loses them: behind a bad one nothing shows the loss (docs/limits.md).
    func loseSettings(isSeen: Bool) {
        guard traits.isOwned, traits.hasController, isUp,
            isSeen || state == .active || state == .warning
        else { return }
        lacksSettings = true
        wire.interrupt()
        noteReadiness()
    }

    /// The error counters reach a limit, or fall below it.
    func countErrors(_ state: ControllerState) {
        guard traits.hasController, self.state != .busOff, self.state != state, !lacksSettings
        else { return }
        self.state = state
        tellState()
        socket.tell(.controller)
    }

    func goDown() {
        guard exists, isUp else { return }
        isUp = false
        wire.drop()
        noteLoss()
        noteReadiness()
        link.tell(message)
        // Reported before the frames that wait.
        socket.received.insert(.linkDown, at: 0)
    }

    func bringUp() {
        guard exists, !isUp else { return }
        isUp = true
        lacksSettings = false
        state = .active
        link.tell(message)
        if isShorted { goBusOff(isShorted: true) }
        if aloneSince != nil { noteNoAcknowledgement() }
        noteReadiness()
    }

    /// Somebody sets whether the controller only listens, for which the interface goes down.
    func listen(_ isListening: Bool) {
        guard exists, traits.hasController, self.isListening != isListening else { return }
        goDown()
        self.isListening = isListening
        voidFrames = 0
        bringUp()
    }

    func disappear() {
        guard exists else { return }
        exists = false
        isUp = false
        wire.drop()
        noteLoss()
        noteReadiness()
        link.tell(message)
        socket.received.append(.gone)
    }

    /// - Parameter bitRate: Its bit rate, bit/s, until the daemon sets one. An interface without a controller keeps
    ///   that of the settings: no program can ask it for another one.
    func appear(bitRate: Int? = nil) {
        guard !exists else { return }
        exists = true
        isListening = false
        if traits.hasController, let bitRate { wire.bitRate = bitRate }
        index += 1
        link.tell(message)
        // Where the daemon does not set it up, the system does.
        if !traits.isOwned { bringUp() }
    }
}
