import CANFrames
import Engine
import LinuxLoop
import Quantities
import SocketCAN
import Supervision
import TextFiles
import VehicleSignals

/// The interface that vehicle signals are received on. ``VehicleBusSupervision`` decides; this does.
struct VehicleBus: ~Copyable {
    private var connection: CANConnection
    /// Shows whether the interface is there and still has its name, without a question that has the kernel look for a
    /// module. `nil` where netlink cannot be had.
    private var monitor: LinkMonitor?
    private var nextLook = MonotonicTime.zero
    private var supervision: VehicleBusSupervision
    private var pace = ReadPace()
    // Used again and again, so that reading does not allocate.
    private var received: [CANSocket.Received] = []

    /// The pause between looks at the interface.
    private static let lookPause = Nanoseconds.milliseconds(1000)

    private init(_ connection: consuming CANConnection, _ supervision: VehicleBusSupervision) {
        monitor = try? LinkMonitor.open(interface: connection.interface) { _ in }
        self.connection = connection
        self.supervision = supervision
    }

    /// Opens the interface. Waits for one that does not exist yet, unless it must.
    static func open(
        interface: String, signals: VehicleSignals, mustExist: Bool, at now: MonotonicTime
    ) throws(Failure) -> VehicleBus {
        var options = CANSocket.Options()
        options.filter = .only(signals.identifiers)
        options.receivesErrors = false
        options.isFlexible = signals.isFlexible
        do throws(SocketCANError) {
            return VehicleBus(
                try CANConnection.open(
                    interface: interface, options: options, mustExist: mustExist),
                VehicleBusSupervision(signals, at: now))
        } catch {
            throw Failure("\(error)")
        }
    }

    /// Reports an interface that does not exist yet.
    mutating func begin(at now: MonotonicTime) {
        if !connection.isOpen { write(supervision.noteAbsent(at: now)) }
    }

    /// What to wait for; `nil` while the interface is disconnected.
    var watch: Watch? { connection.watch(reads: pace.isOpen) }

    /// When to look whether the interface is there, or to read the next frames of a flood; `nil` while neither is due.
    var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(supervision.deadline)
        earliest.add(pace.deadline)
        return earliest.time
    }

    /// Reads what the socket has, and appends the events of its frames. The rest comes in the next round.
    /// A socket that fails is closed and opened again.
    mutating func receive(at now: MonotonicTime, into events: inout [EngineEvent]) {
        var count = 0
        let clock = systemNow()
        defer { pace.note(count, at: now) }
        do throws(SocketCANError) {
            for _ in 0..<BusSupervision.mostReadsARound {
                received.removeAll(keepingCapacity: true)
                try connection.receive(into: &received)
                if received.isEmpty { return }
                count += received.count
                for index in received.indices {
                    let change = supervision.note(
                        received[index], at: now, clock: clock, into: &events)
                    if change == .disconnected { connection.close() }
                    write(change)
                }
                if received.count < CANConnection.mostItems { return }
            }
        } catch {
            connection.close()
            write(supervision.noteFailed("\(error)", at: now))
        }
    }

    /// Whether the event of the car that has the ring buffer written has begun since the last call.
    mutating func takeEvent() -> Bool { supervision.takeEvent() }

    /// Whether the ignition is on, where that has changed since the last call.
    mutating func takeIgnition() -> Bool? { supervision.takeIgnition() }

    /// Reports once which signals were not received, after a while or at the end of the drive.
    mutating func reportMissing(at now: MonotonicTime, isEnd: Bool = false) {
        write(supervision.takeMissing(at: now, isEnd: isEnd))
    }

    /// Opens the interface once it is there, and closes one that has another name now.
    mutating func recover(at now: MonotonicTime) {
        pace.look(at: now)
        if now >= nextLook { look(at: now) }
        if supervision.isDownDue(at: now) {
            write(supervision.noteDown(isUp: connection.isUp))
        }
        guard supervision.takeAttempt(at: now) else { return }
        look(at: now)
        guard isPresent else { return }
        do throws(SocketCANError) {
            try connection.reopen()
        } catch {
            if case .noInterface = error { return }
            return report("\(error)")
        }
        write(supervision.noteConnected(at: now))
    }

    /// Whether the interface is there, as far as is known.
    private var isPresent: Bool {
        switch monitor {
        case .some(let monitor): monitor.isPresent
        case nil: true
        }
    }

    /// Reads what has become of the interface. A socket stays with its interface whatever that is called.
    private mutating func look(at now: MonotonicTime) {
        nextLook = now + Self.lookPause
        var isGone = false
        do throws(SystemError) {
            try monitor?.read { if case .gone = $0 { isGone = true } }
        } catch {
            monitor = nil
        }
        guard isGone, connection.isOpen else { return }
        connection.close()
        write(supervision.noteGone(at: now))
    }

    private func write(_ change: VehicleBusReport?) {
        if let change { report(change.line(of: connection.interface)) }
    }
}
