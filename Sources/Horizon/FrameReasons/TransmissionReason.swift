public import Quantities

/// The reason why a message was sent, as a client of the bus can conclude it from the messages before.
public struct TransmissionReason: Sendable, Hashable {
    /// The cause.
    public let cause: TransmissionCause
    /// The time since the same data were sent before; `nil` for the first time.
    public let interval: Nanoseconds?
    /// The distance that the vehicle has driven since then; `nil` for the first time.
    public let distance: Metres?

    /// A reason.
    public init(
        _ cause: TransmissionCause, interval: Nanoseconds? = nil, distance: Metres? = nil
    ) {
        self.cause = cause
        self.interval = interval
        self.distance = distance
    }
}

/// The cause of a message.
public enum TransmissionCause: String, Sendable, Hashable, CaseIterable {
    /// The first META-DATA.
    case start
    /// The interval of POSITION, of META-DATA, or of the SEGMENT of the current link.
    case cycle
    /// META-DATA in short intervals: after the start, after a loss of the bus, and after a change of its content.
    case announcement
    /// The path is new: a STUB that opens it, or data that were within reach when it was first named.
    case newPath = "new-path"
    /// The data have come within reach.
    case withinReach = "within-reach"
    /// The data have another value than before.
    case newValue = "new-value"
    /// The messages or the profile type were enabled.
    case enabled
    /// The vehicle has driven the repetition distance since the last transmission.
    case distance
    /// The cyclic interval has passed since the last transmission, and the bus load limit left room.
    case time
    /// The STUB of a path that no message has named for the refresh interval.
    case pathRefresh = "path-refresh"
    /// The request of a client.
    case request
    /// Everything again: the bus was lost, or a client asked for everything.
    case clientsLost = "clients-lost"
    /// Everything again: clients heard no POSITION, or no path, for so long that they have dropped their horizon.
    case clientsForgot = "clients-forgot"
    /// The same data as before; the messages show no cause.
    case unknown
}
