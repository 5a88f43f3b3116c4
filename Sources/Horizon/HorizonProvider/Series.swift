import ADASISv2
import RoadMap

/// The series of an item. At one place, items are sent in the order of their series.
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

    /// The largest number of lanes on the wire.
    static var mostLanes: Int { TurnLanes.most }

    /// The step profile whose values hold from their place on; `nil` if it is another series.
    var stepProfile: StepProfile? { StepProfile.allCases.first { $0.series == self } }

    /// Whether it describes the road from its place on, and its value may change.
    var isRoad: Bool { Self.roads >> UInt64(number) & 1 != 0 }

    /// Whether clients interpolate linearly between its points, and each message contains one
    /// point.
    var isJoinedByLines: Bool { Self.lines >> UInt64(number) & 1 != 0 }

    /// Whether an item is an object at its place, without a value for the road behind it.
    var isPoint: Bool { Self.points >> UInt64(number) & 1 != 0 }

    private static let lines = bits(
        of: LongProfileType.records.filter { $0.course == .line }.map {
            Self(LongProfileType(raw: $0.number))
        })

    private static let roads = bits(of: [.segment] + StepProfile.allCases.map(\.series))

    private static let points = bits(
        of: [.stub]
            + ShortProfileType.records.filter { $0.course == .points }
            .map { Self(ShortProfileType(raw: $0.number)) }
            + LongProfileType.records.filter { $0.course == .points }
            .map { Self(LongProfileType(raw: $0.number)) })

    /// A bit for each series.
    private static func bits(of series: [Self]) -> UInt64 {
        series.reduce(0) { $0 | 1 << UInt64($1.number) }
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// The series that a mask allows, a bit each by ``number``.
    static func allowed(by mask: MessageMask) -> UInt64 {
        var allowed: UInt64 = 0
        func set(_ series: Series, _ isAllowed: Bool) {
            if isAllowed { allowed |= 1 << UInt64(series.number) }
        }
        set(.stub, mask.allows(.stub))
        set(.segment, mask.allows(.segment))
        for raw in 1...30 as ClosedRange<UInt8> {
            let type = ShortProfileType(raw: raw)
            set(Series(type), mask.allows(type))
        }
        for raw in 1...15 as ClosedRange<UInt8> {
            let type = LongProfileType(raw: raw)
            set(Series(type), mask.allows(type))
        }
        let lanes = mask.allows(LongProfileType.extendedLane)
        for lane in 1...mostLanes { set(Series(lane: lane), lanes) }
        return allowed
    }
}
