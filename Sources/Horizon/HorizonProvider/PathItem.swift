import ADASISv2
import Horizon
import Quantities
import RoadMap

/// One message that a client must hold while its place is within the horizon, and its last
/// transmission. ``PathItems`` knows when it is due.
struct PathItem {
    /// The message, without counter and flags.
    private(set) var message: Message
    /// Its place on the path in whole metres, not wrapped.
    let metres: Int
    /// Its series: each value holds up to the next item of the same series.
    let series: Series
    /// The side path that a STUB opens.
    let branch: PathID?
    /// The message that a client may hold for this place: the last transmitted one.
    private(set) var sent: Message?
    /// Its last transmission for a later place, while its own one was behind the trailing length.
    private(set) var repetition: Repetition?
    /// The counter of its transmission.
    private(set) var sentCounter = CyclicCounter.zero

    /// A transmission for a place behind the item's own one, from which on it is in force.
    struct Repetition {
        /// The place in whole metres, not wrapped.
        let place: Int
        /// The content.
        let message: Message
    }

    /// An item that was not sent yet.
    init(message: Message, metres: Int, series: Series, branch: PathID? = nil) {
        self.message = message
        self.metres = metres
        self.series = series
        self.branch = branch
    }

    /// An item that was sent.
    init(
        message: Message, metres: Int, series: Series, branch: PathID? = nil, sent: Message?,
        repetition: Repetition? = nil, counter: CyclicCounter = .zero
    ) {
        self.init(message: message, metres: metres, series: series, branch: branch)
        self.sent = sent
        self.repetition = repetition
        sentCounter = counter
    }

    /// Whether a client may hold an earlier message of it.
    var wasSent: Bool { sent != nil || repetition != nil }

    /// Whether clients may hold it for a later place alone: it was built when its own one was already behind the
    /// trailing length.
    var isHeldForLaterPlaceAlone: Bool { sent == nil && repetition != nil }

    /// Whether it differs from the message that was sent for this place. A message that was changed
    /// and changed back before its transmission does not differ.
    var isUpdate: Bool { sent.map { $0 != message } ?? false }

    /// Changes the content; `false` if the content is the same.
    mutating func replace(_ message: Message) -> Bool {
        guard message != self.message else { return false }
        self.message = message
        return true
    }

    /// Records its transmission, with the counter and the place if that is not its own.
    mutating func noteSent(counter: CyclicCounter, for place: Int?) {
        if let place {
            repetition = Repetition(place: place, message: message)
        } else {
            sent = message
        }
        sentCounter = counter
    }

    /// Whether it replaces an earlier item of its place and series. Several roads may branch off at one place,
    /// and several signs may stand there.
    func replaces(_ earlier: PathItem) -> Bool { branch == nil && !isAnotherSign(than: earlier) }

    /// Whether both are different signs.
    private func isAnotherSign(than other: PathItem) -> Bool {
        guard case .profileLong(let own) = message, own.profileType == .trafficSign,
            case .profileLong(let others) = other.message
        else { return false }
        return own.value != others.value
    }

    /// The message with its flags; only the counter is missing.
    var messageToSend: Message {
        var message = message
        message.retransmission = sent != nil && !isUpdate
        if isUpdate { message.markAsUpdate() }
        return message
    }
}

/// The urgency of an item.
enum Urgency: UInt8, Sendable, Comparable {
    /// Not at all.
    case no
    /// If the bus load limit leaves room.
    case spare
    /// Once nothing waits that clients lack: they hold it, and it is sent again after a distance.
    case again
    /// In its order: clients lack it, or may lack it.
    case now

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Some urgencies.
struct UrgencySet {
    private var bits: UInt8 = 0

    mutating func insert(_ urgency: Urgency) { bits |= 1 << urgency.rawValue }
    func contains(_ urgency: Urgency) -> Bool { bits & 1 << urgency.rawValue != 0 }
    /// Whether nothing waits.
    var isEmpty: Bool { bits & ~1 == 0 }
}

extension Message {
    /// Marks the message as replacing one that was sent for the same place.
    mutating func markAsUpdate() {
        switch self {
        case .segment(var message):
            message.update = true
            self = .segment(message)
        case .stub(var message):
            message.update = true
            self = .stub(message)
        case .profileShort(var message):
            message.update = true
            self = .profileShort(message)
        case .profileLong(var message):
            message.update = true
            self = .profileLong(message)
        case .systemSpecific, .position, .metaData: break
        }
    }

    /// The turn angle of a STUB.
    var turnAngle: AngleCode? {
        if case .stub(let stub) = self { stub.turnAngle } else { nil }
    }
}
