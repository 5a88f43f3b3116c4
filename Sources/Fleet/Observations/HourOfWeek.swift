public import Quantities

/// An hour of a week, UTC: 0 is Monday from 0 to 1 o'clock, 167 the last hour of Sunday.
public struct HourOfWeek: Sendable, Hashable, Comparable {
    /// The number of hours.
    public static let count = 168

    /// 0..<``count``.
    public let number: UInt8

    /// The hour of a number; `nil` beyond the last one.
    public init?(number: UInt8) {
        guard number < Self.count else { return nil }
        self.number = number
    }

    /// The hour of a moment.
    public init(_ moment: UTCTime) {
        let hours = (Double(moment.nanoseconds) / 3_600_000_000_000).rounded(.down)
        // 1970-01-01 was a Thursday.
        let hour = (Int(hours) + 3 * 24) % Self.count
        number = UInt8(hour < 0 ? hour + Self.count : hour)
    }

    /// In the order of the week.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
