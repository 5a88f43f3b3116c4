/// A speed limit and the speed that is recommended, PROFILE LONG type 11 (2.0.5, confidence C). No
/// public source gives the packing: **this one is this project's own**, and the type is off unless it
/// is asked for.
public struct SpeedLimitAndRecommendedSpeed: Sendable, Hashable, PackedLongValue {
    /// Where the limit comes from.
    public enum Source: UInt8, Sendable, Hashable, CaseIterable {
        /// Not known.
        case unknown
        /// A sign.
        case sign
        /// The law.
        case law
        /// A variable sign.
        case variableSign
    }

    /// The limit in META-DATA's unit, 1...253; 0 not known, 254 no limit, 255 not available.
    public var speedLimit: UInt32
    /// The recommended speed in META-DATA's unit, 1...254; 0 not known, 255 not available.
    public var recommendedSpeed: UInt32
    /// Where the limit comes from.
    public var source = Source.unknown

    /// A limit that is none.
    public static var unlimited: UInt32 { 254 }
    /// A speed that the sender does not supply.
    public static var notAvailable: UInt32 { 255 }

    /// A limit and a recommendation.
    public init(speedLimit: UInt32, recommendedSpeed: UInt32) {
        self.speedLimit = speedLimit
        self.recommendedSpeed = recommendedSpeed
    }

    static let parts = [
        ValuePart("speedLimit", 8, .speed(isLimit: true)),
        ValuePart("recommendedSpeed", 8, .speed(isLimit: false)),
        ValuePart("source", 3, .names(ValuePart.list("unknown sign law variable-sign"))),
        ValuePart("reserved", 13, .reserved),
    ]

    var numbers: PackedNumbers {
        [speedLimit, recommendedSpeed, UInt32(source.rawValue), 0, 0, 0, 0]
    }

    init(numbers: [UInt32]) {
        self.init(speedLimit: numbers[0], recommendedSpeed: numbers[1])
        source = Source(rawValue: UInt8(truncatingIfNeeded: numbers[2])) ?? .unknown
    }
}
