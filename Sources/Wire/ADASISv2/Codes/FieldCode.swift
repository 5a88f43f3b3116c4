/// The number that stands in one field of a message, and what it means.
///
/// A code carries exactly the bits of the wire. It is made of a value in its unit, and read back as
/// one that still distinguishes *unknown*, *not available* and a number. Every raw number is a
/// legal code, reserved ones included, so that decoding never fails on a field.
///
/// ## Sources
/// The comments of the codes say how sure each mapping is: **A** three or more independent sources
/// or a published frame, **B** two, **C** one, **D** inferred. The public sources are the sample in
/// the README of the Mapbox ADAS SDK, `kashiwado/adasisv2` (a Rust codec, MIT, written against
/// 2.0.5.0), `cadillac_ct6_object.dbc` of `commaai/opendbc` (MIT), and NDS.Live's ADAS curvature
/// coding. The specification itself (ADASIS v2.0.5.0) is published by the ADASIS Forum.
public protocol FieldCode: Sendable, Hashable {
    /// The unsigned type that holds the raw number.
    associatedtype Raw: FixedWidthInteger & UnsignedInteger & Sendable

    /// The width of the field in bits.
    static var width: Int { get }

    /// The number on the wire, below 2 to the power of ``width``.
    var raw: Raw { get }

    /// The code of a raw number. Bits above the field's width are dropped, as the wire would.
    init(raw: Raw)
}

extension FieldCode {
    /// The bits of the field, all set.
    public static var mask: Raw { Raw.max >> Raw(Raw.bitWidth - width) }
}

/// The meaning of a code: a value, a bound if the code saturates, or the reason for a missing value.
public enum Reading<Value: Sendable>: Sendable {
    /// The value, as exactly as the field can say it.
    case known(Value)
    /// This value or more: the field's upper end.
    case atLeast(Value)
    /// This value or less: the field's lower end.
    case atMost(Value)
    /// The sender does not know.
    case unknown
    /// The sender does not supply this.
    case notAvailable
    /// A code that the protocol gives no meaning.
    case reserved

    /// The value or the bound, `nil` where there is none.
    public var value: Value? {
        switch self {
        case .known(let value), .atLeast(let value), .atMost(let value): value
        case .unknown, .notAvailable, .reserved: nil
        }
    }
}

extension Reading: Equatable where Value: Equatable {}
extension Reading: Hashable where Value: Hashable {}

/// A plain number of that many bits, at most 16, without special values.
@frozen
public struct NumberCode<let bits: Int>: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { bits }

    /// The number.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }
}

extension NumberCode: ExpressibleByIntegerLiteral {
    /// The code of a literal number.
    public init(integerLiteral value: UInt16) { self.init(raw: value) }
}

/// Whether something holds: no 0, yes 1, unknown 2, not available 3. Confidence A.
///
/// Tunnel, bridge, divided road, built-up area, complex intersection, part of calculated route.
@frozen
public struct TriStateCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 2 }

    /// The number on the wire, 0...3.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// It does not hold.
    public static var no: Self { Self(raw: 0) }
    /// It holds.
    public static var yes: Self { Self(raw: 1) }
    /// The sender does not know.
    public static var unknown: Self { Self(raw: 2) }
    /// The sender does not supply this.
    public static var notAvailable: Self { Self(raw: 3) }

    /// The code of an answer; `nil` is unknown.
    public init(_ answer: Bool?) {
        switch answer {
        case true?: self = .yes
        case false?: self = .no
        case nil: self = .unknown
        }
    }

    /// The answer.
    public var reading: Reading<Bool> {
        switch self {
        case .no: .known(false)
        case .yes: .known(true)
        case .unknown: .unknown
        default: .notAvailable
        }
    }
}
