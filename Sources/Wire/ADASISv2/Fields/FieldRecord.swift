import Quantities

/// A field of a message: all that is known of it but its place in a frame, which is the layout's.
///
/// Texts, JSON, DBC, the checks of layouts, the dissector and the reference page read the records.
public struct FieldRecord: Sendable {
    /// The width in bits that every implementation agrees on; `nil` for the reserved bits, which are
    /// what a layout leaves over, and for a trailer's. Confidence A.
    public let width: Int?
    /// The name in a line for people, such as `probability`.
    public let label: String
    /// The unit of the value, ASCII; empty where it has none.
    public let unit: String
    /// Where the raw number becomes a value linearly: raw · factor + offset.
    public let scale: (factor: Double, offset: Double)
    /// How sure the coding is.
    public let confidence: Confidence
    /// A remark besides the names of single values; may be empty.
    public let remark: String
    /// The meaning of a raw value.
    let value: @Sendable (UInt32) -> FieldValue

    /// The record of a field; numbers are values themselves unless `value` reads them.
    init(
        _ label: String,
        _ width: Int?,
        _ confidence: Confidence,
        unit: String = "",
        scale: (factor: Double, offset: Double) = (1, 0),
        remark: String = "",
        value: @escaping @Sendable (UInt32) -> FieldValue = { .integer(Int($0)) }
    ) {
        self.width = width
        self.label = label
        self.unit = unit
        self.scale = scale
        self.confidence = confidence
        self.remark = remark
        self.value = value
    }

    /// A field of one bit.
    static func flag(
        _ label: String, _ confidence: Confidence, remark: String = ""
    ) -> Self {
        Self(label, 1, confidence, remark: remark) { .flag($0 != 0) }
    }

    /// A field of no, yes, unknown and not available.
    static func triState(_ label: String) -> Self {
        Self(label, TriStateCode.width, .a) { FieldValue(TriStateCode(field: $0).reading) }
    }

    /// A probability in per cent.
    static func probability(remark: String = "") -> Self {
        Self(
            "probability", ProbabilityCode.width, .a, unit: "%", scale: (100.0 / 30, 0),
            remark: remark
        ) {
            FieldValue(ProbabilityCode(field: $0).reading.map { $0 * 100 }, places: 1)
        }
    }

    /// An angle in degrees, clockwise.
    static func angle(_ label: String) -> Self {
        Self(label, AngleCode.width, .a, unit: "deg", scale: (360.0 / 254, 0)) {
            FieldValue(AngleCode(field: $0).reading.map { $0.value }, places: 1)
        }
    }

    /// A value of PROFILE SHORT or PROFILE LONG; without a profile type it is a number.
    static func profileValue(_ label: String, _ width: Int, remark: String) -> Self {
        Self(label, width, .a, remark: remark) {
            $0 == UInt32.max >> UInt32(32 - width) ? .notAvailable : .integer(Int($0))
        }
    }
}
