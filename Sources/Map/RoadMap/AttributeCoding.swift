/// How the value of an attribute is coded in a number.
public enum AttributeCoding: Sendable {
    /// 0 no, 1 yes.
    case flag
    /// A number.
    case number
    /// A number with its sign in the lowest bit (zigzag).
    case signedNumber
    /// Days since 1970.
    case day
    /// The place of a text in the strings of the link's block.
    case text
    /// The number of a value with a name; the function returns the name; `nil` if the number has none.
    case name(@Sendable (UInt8) -> String?)
    /// ``SpeedLimitRule``.
    case speedLimit
    /// ``Condition``.
    case condition
    /// ``VehicleAccess``.
    case vehicleAccess
    /// ``TurnRestriction``.
    case turnRestriction
    /// ``RoadObject``.
    case roadObject
    /// ISO 3166-1 numeric.
    case country
    /// ``RegionCode``.
    case region
    /// ``ExitCount`` of the way of its link.
    case exitCount
    /// A speed in units of 0.5 km/h.
    case halfKilometresPerHour

    /// The values of an enumeration by their numbers.
    static func named<Value: RawRepresentable<UInt8> & Sendable>(_: Value.Type) -> Self {
        .name { number in Value(rawValue: number).map { "\($0)" } }
    }
}

extension AttributeKind {
    /// Whether a value is the place of a text.
    public var isText: Bool {
        if case .text = record?.coding { return true }
        return false
    }
}
