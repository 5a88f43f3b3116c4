public import Engine
public import Positioning
public import Quantities

/// Something of a recorded drive that goes into an engine, and when.
public struct DriveEvent: Sendable {
    /// The moment, counted from the first event of the drive.
    public var arrival: MonotonicTime
    /// What happens.
    public var event: EngineEvent

    /// An event of its parts.
    public init(_ event: EngineEvent, at arrival: MonotonicTime) {
        self.arrival = arrival
        self.event = event
    }
}

extension FixLog {
    /// The drive with what the car itself said on the way, both in the order of their times. At one moment
    /// the car comes first: its fix is that of a car whose motion is known.
    public func events(with car: [DriveEvent] = []) -> [DriveEvent] {
        var events: [DriveEvent] = []
        events.reserveCapacity(entries.count + car.count)
        var next = 0
        for entry in entries {
            while next < car.count, car[next].arrival <= entry.arrival {
                events.append(car[next])
                next += 1
            }
            events.append(DriveEvent(.position(entry.event), at: entry.arrival))
        }
        return events + car[next...]
    }

    /// What the clock of the receiver shows less what the drive's own counts, nanoseconds since 1970; `nil`
    /// where the drive says no times.
    public var origin: Int64? {
        guard let first = entries.first(where: { $0.event.time != nil }) else { return nil }
        return first.event.time.map { $0.nanoseconds - first.arrival.nanoseconds }
    }
}
