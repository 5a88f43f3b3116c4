import Geodesy
import Positioning
import Quantities
import RoadMap

/// The car with its receiver and its own signals.
struct SimulatedVehicle: ~Copyable {
    private(set) var car: SimulatedCar
    private(set) var receiver: SimulatedReceiver
    /// The bus of its own signals; `nil` without any.
    let signals: SimulatedSignals?

    init(_ traits: CarTraits, on map: RoadMap, seed: UInt64) throws {
        car = SimulatedCar(map: map, noise: traits.noise, seed: seed)
        receiver = SimulatedReceiver(traits, seed: seed)
        signals = try traits.signals.map { try SimulatedSignals($0, seed: seed) }
    }

    /// When something arrives next.
    /// - Parameter isRead: Whether anybody reads it.
    func next(isRead: Bool) -> MonotonicTime {
        let report = receiver.next(isRead: isRead)
        return min(report, signals?.next ?? report)
    }

    /// The car drives on to a moment, and sends its signals.
    mutating func advance(to now: MonotonicTime) throws(MapError) {
        try car.drive(to: now)
        signals?.send(car, at: now)
    }

    /// The reports of the receiver that arrive now.
    mutating func takePositions(at now: MonotonicTime, into events: inout [PositionEvent]) {
        receiver.take(car, at: now, into: &events)
    }

    /// The receiver reports, and nobody reads it.
    mutating func report(at now: MonotonicTime) { receiver.report(car, at: now) }

    /// The faults of now.
    mutating func note(_ faults: Set<Fault>) {
        receiver.faults = faults
        signals?.note(faults)
    }

    /// The error of the receiver's clock.
    mutating func setClock(_ error: Nanoseconds) { receiver.clockError = error }

    /// The daemon ends, or starts.
    mutating func forgetDaemon() { signals?.forgetDaemon() }
}
