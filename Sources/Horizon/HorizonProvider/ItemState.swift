import ADASISv2
import Horizon
import Quantities

/// The data that decide in a tick whether an item is due: 32 bytes.
struct ItemState {
    let branch: PathID
    private(set) var sentTime = MonotonicTime.zero
    private(set) var sentOdometer = Metres.zero
    let place: Int32
    let series: Series
    let kind: MessageKind
    /// From the lowest bit: the urgency, the one at the last pass, whether it was sent, whether it is to be repeated.
    private var bits: UInt8 = 0

    init(_ item: PathItem) {
        place = Int32(clamping: item.metres)
        series = item.series
        kind = item.message.kind
        branch = item.branch ?? .none
        due = .now
        wasSent = item.wasSent
    }

    /// Records its last transmission.
    mutating func setSent(at time: MonotonicTime, odometer: Metres) {
        (sentTime, sentOdometer) = (time, odometer)
    }

    var due: Urgency {
        get { Urgency(rawValue: bits & 3) ?? .no }
        set { bits = bits & ~3 | newValue.rawValue }
    }
    var waiting: Urgency {
        get { Urgency(rawValue: bits >> 2 & 3) ?? .no }
        set { bits = bits & ~12 | newValue.rawValue << 2 }
    }
    var wasSent: Bool {
        get { bits & 16 != 0 }
        set { bits = newValue ? bits | 16 : bits & ~16 }
    }
    /// Whether it is part of a repetition of everything, or of all messages of a kind, and was not sent since.
    var isToRepeat: Bool {
        get { bits & 32 != 0 }
        set { bits = newValue ? bits | 32 : bits & ~32 }
    }

    var metres: Int { Int(place) }
    var isBranch: Bool { branch != .none }
    var key: UInt64 { PathItems.key(metres, series) }
}
