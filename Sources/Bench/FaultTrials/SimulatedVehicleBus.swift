import Engine
import Quantities
import SocketCAN
import Supervision

/// The daemon's side of the bus with the car's own signals: ``VehicleBusSupervision`` decides, as in the daemon.
struct SimulatedVehicleBus: ~Copyable {
    private var supervision: VehicleBusSupervision
    private let say: (String) -> Void
    private var items: [CANSocket.Received] = []

    init(_ signals: SimulatedSignals, at now: MonotonicTime, say: @escaping (String) -> Void) {
        supervision = VehicleBusSupervision(signals.signals, at: now)
        self.say = say
        signals.forgetDaemon()
        if !signals.isOpen { write(supervision.noteAbsent(at: now)) }
    }

    var deadline: MonotonicTime? { supervision.deadline }

    /// Reads what the socket has, and opens it again where it is due.
    mutating func receive(
        _ signals: SimulatedSignals, at now: MonotonicTime, into events: inout [EngineEvent]
    ) {
        if signals.hasReceived {
            items.removeAll(keepingCapacity: true)
            signals.take(into: &items)
            for item in items {
                let change = supervision.note(
                    item, at: now, clock: SimulatedSignals.clock(at: now), into: &events)
                if change == .disconnected { signals.isOpen = false }
                write(change)
            }
        }
        if supervision.isDownDue(at: now) { write(supervision.noteDown(isUp: signals.isUp)) }
        guard supervision.takeAttempt(at: now), signals.exists else { return }
        signals.isOpen = true
        write(supervision.noteConnected(at: now))
    }

    /// Reports once which signals were not received.
    mutating func reportMissing(at now: MonotonicTime) {
        write(supervision.takeMissing(at: now))
    }

    private func write(_ change: VehicleBusReport?) {
        if let change { say(change.line(of: "can1")) }
    }
}
