public import Engine
public import Positioning
public import Quantities

/// An event of a recorded drive for an engine, with its time.
public struct DriveEvent: Sendable {
    /// The moment, counted from the first event of the drive.
    public var arrival: MonotonicTime
    /// The event.
    public var event: EngineEvent

    /// An event of its parts.
    public init(_ event: EngineEvent, at arrival: MonotonicTime) {
        self.arrival = arrival
        self.event = event
    }
}

extension FixLog {
    /// The drive with the signals of the car, both in the order of their times. At one moment the
    /// signals come first, so that the motion of the car up to its fix is known.
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

    /// The time of the receiver's clock at the start of the drive, nanoseconds since 1970; `nil`
    /// for a drive without times.
    public var origin: Int64? {
        guard let first = entries.first(where: { $0.event.time != nil }) else { return nil }
        return first.event.time.map { $0.nanoseconds - first.arrival.nanoseconds }
    }
}
