import ADASISv2
import Horizon
import Quantities
import RoadMap

/// One message that a client has to hold, as long as its place is within the horizon.
struct PathItem {
    /// The message, without counter and flags.
    var message: Message
    /// Its place on the path in whole metres, not wrapped.
    var metres: Int
    /// The values that it belongs to: what holds up to the next item of the same series.
    var series: Series
    /// The side path that a STUB opens.
    var branch: PathID?
    /// Whether and how urgently it is to be sent.
    var due = Due.now
    /// What a client may hold for this place, as it was sent last.
    var sent: Message?
    /// Where it was said again, once its own place lay too far behind.
    var saidAgainAt: Int?
    /// When it was sent, and with which counter.
    var sentTime = MonotonicTime.zero
    var sentOdometer = Metres.zero
    var sentCounter = CyclicCounter.zero

    /// Whether a client may hold an earlier message for this place.
    var wasSent: Bool { sent != nil }

    /// Whether it differs from what was sent for this place. What was replaced and replaced back in
    /// between does not.
    var isUpdate: Bool { sent.map { $0 != message } ?? false }

    /// How urgently an item is to be sent.
    enum Due: UInt8, Sendable {
        /// Not at all.
        case no
        /// Where the budget has room.
        case spare
        /// In its order.
        case now
    }

    /// Asks for it to be sent with another content.
    mutating func replace(_ message: Message) {
        guard message != self.message else { return }
        self.message = message
        due = .now
    }

    /// Whether both are signs, and not the same: several may stand at one place.
    func isAnotherSign(than other: PathItem) -> Bool {
        guard case .profileLong(let own) = message, own.profileType == .trafficSign,
            case .profileLong(let others) = other.message
        else { return false }
        return own.value != others.value
    }

    /// The message with its flags; only the counter is still to be set.
    var messageToSend: Message {
        var message = message
        message.retransmission = wasSent && !isUpdate
        if isUpdate { message.markAsUpdate() }
        return message
    }
}

/// What an item is part of. The order is that in which items of one place are sent.
struct Series: Hashable, Comparable {
    /// 0 STUB, 1 SEGMENT, then PROFILE SHORT by type, then PROFILE LONG by type, then lane by lane.
    let number: UInt8

    static let stub = Series(number: 0)
    static let segment = Series(number: 1)

    private init(number: UInt8) { self.number = number }

    init(_ type: ShortProfileType) { number = 1 + type.raw }

    init(_ type: LongProfileType) { number = 32 + type.raw }

    /// Extended lane information of a lane, 1...``mostLanes``; types beyond 11 are not sent.
    init(lane: Int) { number = 48 + UInt8(min(lane, Self.mostLanes)) }

    /// As many lanes as the wire can number.
    static var mostLanes: Int { TurnLanes.most }

    /// The step profile whose values hold from their place on; `nil` where it is another series.
    var stepProfile: StepProfile? { StepProfile.allCases.first { $0.series == self } }

    /// Whether it says what a road is like from its place on, and may come to say something else.
    var isRoad: Bool { self == .segment || stepProfile != nil }

    /// Whether clients join its spots by straight lines and each message holds one spot.
    var isJoinedByLines: Bool {
        self == Series(LongProfileType.longitude) || self == Series(LongProfileType.latitude)
            || self == Series(LongProfileType.altitude)
    }

    /// Whether an item is a thing at its place, and says nothing of what follows.
    var isPoint: Bool {
        self == .stub || self == Series(ShortProfileType.variableSpeedSignPosition)
            || self == Series(ShortProfileType.headingChange)
            || self == Series(LongProfileType.trafficSign)
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
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
}
