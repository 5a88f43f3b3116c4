public import Quantities

/// The value of PROFILE LONG: 32 bits whose meaning the profile type gives; 0xFFFFFFFF is not
/// available.
@frozen
public struct LongValueCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 32 }

    /// The number on the wire.
    public let raw: UInt32

    /// The code of a raw number.
    public init(raw: UInt32) { self.raw = raw }

    /// 0xFFFFFFFF: not available.
    public static var notAvailable: Self { Self(raw: .max) }

    private init(_ value: Double?, on scale: LinearCoding) {
        raw = scale.raw(value) ?? Self.notAvailable.raw
    }

    private func number(on scale: LinearCoding) -> Reading<Double> {
        self == .notAvailable ? .notAvailable : scale.reading(raw)
    }
}

// Types 1 to 3, and 4 to 6 for the control points of Bezier curves. Confidence C.
extension LongValueCode {
    /// The code of a longitude, −180...180 degrees east, in steps of 1e-7 degrees; otherwise not
    /// available.
    public init(longitude: Degrees?) {
        self.init(longitude?.value, on: LongProfileType.degreesEast)
    }

    /// The longitude in degrees east.
    public var longitude: Reading<Degrees> {
        number(on: LongProfileType.degreesEast).map { Degrees($0) }
    }

    /// The code of a latitude, −90...90 degrees north, in steps of 1e-7 degrees; otherwise not
    /// available.
    public init(latitude: Degrees?) {
        self.init(latitude?.value, on: LongProfileType.degreesNorth)
    }

    /// The latitude in degrees north.
    public var latitude: Reading<Degrees> {
        number(on: LongProfileType.degreesNorth).map { Degrees($0) }
    }

    /// The code of an altitude above sea level from −1000 m on, in steps of 1 cm; otherwise not
    /// available.
    public init(altitude: Metres?) {
        self.init(altitude?.value, on: LongProfileType.metresAboveSea)
    }

    /// The altitude above sea level.
    public var altitude: Reading<Metres> {
        number(on: LongProfileType.metresAboveSea).map { Metres($0) }
    }
}

// Type 7. Confidence A: 32 opaque bits.
extension LongValueCode {
    /// The code of a link identifier. 0xFFFFFFFF is not one: it reads as not available.
    public init(linkIdentifier: UInt32?) { raw = linkIdentifier ?? .max }

    /// The link identifier.
    public var linkIdentifier: Reading<UInt32> {
        self == .notAvailable ? .notAvailable : .known(raw)
    }
}

extension Reading {
    /// The same reading of a value derived from this one.
    public func map<Other>(_ transform: (Value) -> Other) -> Reading<Other> {
        switch self {
        case .known(let value): .known(transform(value))
        case .atLeast(let value): .atLeast(transform(value))
        case .atMost(let value): .atMost(transform(value))
        case .unknown: .unknown
        case .notAvailable: .notAvailable
        case .reserved: .reserved
        }
    }
}
