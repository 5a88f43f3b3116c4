/// The type of a PROFILE LONG. 16...30 are system specific. Confidence A for 1 to 7, B for 8
/// to 10.
///
/// The types with a name stand in ``records``.
@frozen
public struct LongProfileType: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 5 }

    /// The number on the wire, 0...31.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 31: not available.
    public static var notAvailable: Self { Self(raw: 31) }

    /// All types with a name, in the order of their codes.
    public static var named: [Self] { records.map { Self(raw: $0.number) } }

    /// The record of the type; `nil` if the protocol does not name the type.
    public var record: ProfileRecord? { Self.records.first { $0.number == raw } }

    /// The code nearest to a value in the unit of the record. `nil`, what is no number and what lies
    /// beyond the scale are not available.
    public func code(_ value: Double?) -> LongValueCode {
        guard let raw = record?.coding.raw(value) else { return .notAvailable }
        return LongValueCode(raw: raw)
    }

    /// The value of a code in the unit of the record; the raw number where the type has no unit.
    public func value(of code: LongValueCode) -> Reading<Double> {
        if code == .notAvailable { return .notAvailable }
        return (record?.coding ?? .number).value(code.raw)
    }

    /// The meaning of a code, for people.
    func text(of code: LongValueCode) -> FieldValue {
        if code == .notAvailable { return .notAvailable }
        return (record?.coding ?? .number).text(code.raw)
    }
}
