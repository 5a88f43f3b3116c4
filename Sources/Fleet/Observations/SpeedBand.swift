public import Quantities

/// The bands in which speeds are counted. Each is an eighth wider than the one before: from 0.5 m/s to 70 m/s.
public struct SpeedBand: Sendable, Hashable, Comparable {
    /// The number of bands.
    public static let count = 42

    /// 0..<``count``, the slowest first.
    public let number: UInt8

    /// The lower bounds, centimetres per second. Whole numbers, so that a speed is in the same band on every machine.
    private static let bounds: [Int] = {
        var bounds = [50]
        while bounds.count < count { bounds.append(bounds[bounds.count - 1] * 9 / 8) }
        return bounds
    }()

    /// The band of a number; `nil` beyond the last one.
    public init?(number: UInt8) {
        guard number < Self.count else { return nil }
        self.number = number
    }

    /// The band of a speed. Slower ones are in the first band, faster ones in the last.
    public init(_ speed: MetresPerSecond) {
        let value = Int(min(max(speed.value, 0), 1000) * 100)
        number = UInt8((Self.bounds.lastIndex { $0 <= value }) ?? 0)
    }

    /// Where it begins and ends.
    var bounds: (from: MetresPerSecond, to: MetresPerSecond) {
        let from = Double(Self.bounds[Int(number)])
        return (MetresPerSecond(from / 100), MetresPerSecond(from * 9 / 8 / 100))
    }

    /// The speed in its middle.
    public var middle: MetresPerSecond {
        let from = Double(Self.bounds[Int(number)])
        return MetresPerSecond(from * 17 / 16 / 100)
    }

    /// The slower first.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
