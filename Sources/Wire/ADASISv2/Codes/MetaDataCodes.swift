/// The country by ISO 3166-1 numeric; 0 unknown. Confidence A.
@frozen
public struct CountryCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 10 }

    /// The number on the wire, 0...1023.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }

    /// 0: unknown.
    public static var unknown: Self { Self(raw: 0) }

    /// The code of a country's ISO 3166-1 number 1...999; `nil` and other numbers are unknown.
    public init(isoNumeric number: Int?) {
        guard let number, (1...999).contains(number) else {
            self = .unknown
            return
        }
        raw = UInt16(number)
    }

    /// The country's ISO 3166-1 number.
    public var reading: Reading<Int> {
        switch raw {
        case 0: .unknown
        case 1...999: .known(Int(raw))
        default: .reserved
        }
    }
}

/// The region within the country, 15 opaque bits; 0 unknown. How letters are packed into it is
/// disputed (confidence C), so nothing here packs any.
@frozen
public struct RegionCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 15 }

    /// The number on the wire, 0...32767.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }

    /// 0: unknown.
    public static var unknown: Self { Self(raw: 0) }
}

/// The side of the road that traffic drives on. Confidence A. The field has no unknown.
@frozen
public struct DrivingSideCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 1 }

    /// The number on the wire, 0 or 1.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: left.
    public static var left: Self { Self(raw: 0) }
    /// 1: right.
    public static var right: Self { Self(raw: 1) }
}

/// The unit of all effective speed limits. Confidence A. The field has no unknown.
@frozen
public struct SpeedUnitCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 1 }

    /// The number on the wire, 0 or 1.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: kilometres per hour.
    public static var kilometresPerHour: Self { Self(raw: 0) }
    /// 1: miles per hour.
    public static var milesPerHour: Self { Self(raw: 1) }
}

/// The supplier of the map. Confidence A to B.
@frozen
public struct MapProviderCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 3 }

    /// The number on the wire, 0...7.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: unknown.
    public static var unknown: Self { Self(raw: 0) }
    /// 1: HERE.
    public static var here: Self { Self(raw: 1) }
    /// 2: TomTom.
    public static var tomTom: Self { Self(raw: 2) }
    /// 3: Zenrin.
    public static var zenrin: Self { Self(raw: 3) }
    /// 4: IPC.
    public static var ipc: Self { Self(raw: 4) }
    /// 5: NavInfo.
    public static var navInfo: Self { Self(raw: 5) }
    /// 6: another one.
    public static var other: Self { Self(raw: 6) }
    /// 7: not available.
    public static var notAvailable: Self { Self(raw: 7) }
}

/// The year of the map from 2000 on; 63 not available. Confidence C.
@frozen
public struct MapYearCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 6 }

    /// The number on the wire, 0...63.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 63: not available.
    public static var notAvailable: Self { Self(raw: 63) }

    /// The code of a year 2000...2062; `nil` and other years are not available.
    public init(year: Int?) {
        guard let year, (2000...2062).contains(year) else {
            self = .notAvailable
            return
        }
        raw = UInt8(year - 2000)
    }

    /// The year.
    public var reading: Reading<Int> {
        self == .notAvailable ? .notAvailable : .known(2000 + Int(raw))
    }
}

/// The quarter of the year of the map. Confidence C. The field has no code for unknown: where the
/// year is not available the quarter means nothing.
@frozen
public struct MapQuarterCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 2 }

    /// The number on the wire, 0...3 for the first to the fourth quarter.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// The code of a quarter 1...4; `nil` for other numbers.
    public init?(quarter: Int) {
        guard (1...4).contains(quarter) else { return nil }
        raw = UInt8(quarter - 1)
    }

    /// The quarter, 1...4.
    public var quarter: Int { Int(raw) + 1 }
}
