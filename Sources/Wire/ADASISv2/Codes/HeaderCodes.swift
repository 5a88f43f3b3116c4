/// Which path a message speaks of: a path of the tree (8...63), or one of the special values below 8.
/// Confidence A.
@frozen
public struct PathIndex: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 6 }

    /// The number on the wire, 0...63.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: unknown; clients drop the message.
    public static var unknown: Self { Self(raw: 0) }
    /// 1: the position is in an area without map. POSITION only.
    public static var noMap: Self { Self(raw: 1) }
    /// 2: the position is not on a road. POSITION only.
    public static var offRoad: Self { Self(raw: 2) }
    /// 3: the position is not calibrated yet. POSITION only.
    public static var notCalibrated: Self { Self(raw: 3) }
    /// 4: the link that the car is on, in a provider without paths ("mini"). SEGMENT only.
    public static var currentLink: Self { Self(raw: 4) }
    /// 5: a road leaves here and no further data follows on it. A STUB's sub-path only.
    public static var noFurtherData: Self { Self(raw: 5) }
    /// 6: the continuation of this same path. A STUB's sub-path only.
    public static var continuation: Self { Self(raw: 6) }
    /// 8: the first index of a path, where the first main path begins.
    public static var first: Self { Self(raw: 8) }
    /// 63: the last index of a path.
    public static var last: Self { Self(raw: 63) }

    /// The index of a path of the tree; `nil` outside 8...63.
    public init?(normal index: Int) {
        guard (8...63).contains(index) else { return nil }
        raw = UInt8(index)
    }

    /// Whether it names a path of the tree.
    public var isNormal: Bool { raw >= 8 }
}

/// A place on a path in metres from its start, 0...8190; 8191 is not available. Confidence A.
///
/// On long paths the value runs 0...8190 and then starts at 0 again, so that the true offset is the
/// raw one plus a multiple of **8191** (confidence C).
@frozen
public struct OffsetCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 13 }

    /// The number on the wire, 0...8191.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }

    /// The number of metres after which offsets repeat.
    public static var period: Int { 8191 }

    /// 8191: no offset; clients drop what carries it, except for POSITION off the map.
    public static var notAvailable: Self { Self(raw: 8191) }

    /// The code of a place that many whole metres from the path's start, wrapped. Places before the
    /// start wrap downwards.
    public init(metresFromPathStart metres: Int) {
        let rest = metres % Self.period
        raw = UInt16(rest < 0 ? rest + Self.period : rest)
    }

    /// The metres on the wire, 0...8190; `nil` where not available.
    public var metres: Int? { self == .notAvailable ? nil : Int(raw) }

    /// The offset from the path's start that lies nearest to `reference`, as a client unwraps it;
    /// `nil` where not available.
    public func metres(nearestTo reference: Int) -> Int? {
        guard let metres else { return nil }
        let half = Self.period / 2
        var difference = (metres - reference) % Self.period
        if difference > half { difference -= Self.period }
        if difference < -half { difference += Self.period }
        return reference + difference
    }
}

/// Counts the frames of one message type, so that a client sees that it lost some. 2 bits,
/// wrapping. Confidence B.
@frozen
public struct CyclicCounter: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 2 }

    /// The number on the wire, 0...3.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// Where a counter begins.
    public static var zero: Self { Self(raw: 0) }

    /// The counter of the next frame.
    public var next: Self { Self(raw: raw &+ 1) }

    /// Counts one frame.
    public mutating func advance() { self = next }

    /// How many frames are missing, modulo 4, where this one follows `previous`.
    public func lost(since previous: CyclicCounter) -> Int {
        Int((raw &- previous.raw &- 1) & Self.mask)
    }
}
