public import Quantities

/// Decides when subscribers get an event about the place of the vehicle or the state of the bus.
public struct EventSchedule: Sendable {
    /// The time from one place to the next, while its state stays.
    public static let placePause = Nanoseconds.seconds(1)

    private var lastPlace: (state: String, time: MonotonicTime)?
    private var lastBus: String?

    /// A schedule before the first event.
    public init() {}

    /// Looks at the state at a tick. Returns the events that are due.
    public mutating func look(
        _ place: StatusReport.Place, _ interface: String, _ bus: String, at now: MonotonicTime
    ) -> [ControlEvent] {
        var events: [ControlEvent] = []
        if bus != lastBus {
            lastBus = bus
            events.append(.bus(interface: interface, state: bus))
        }
        let isDue = lastPlace.map {
            $0.state != place.state || now - $0.time >= Self.placePause
        }
        if isDue ?? true {
            lastPlace = (place.state, now)
            events.append(.place(place))
        }
        return events
    }
}
