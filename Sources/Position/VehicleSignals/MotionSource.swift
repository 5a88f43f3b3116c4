/// The signal of a quantity of the car's motion, and its coding.
public struct MotionSource: Sendable, Hashable, ExpressibleByStringLiteral {
    /// `SIGNAL` where it is in one message alone, or `MESSAGE.SIGNAL`.
    public var name: String
    /// Its unit, one of ``VehicleQuantity/unitNames``; `nil` for the one that the DBC gives.
    public var unit: String?
    /// A signal of the same message that is not 0 where the value is negative; `nil` where the
    /// signal has a sign of its own.
    public var sign: String?
    /// Whether a yaw rate counts to the right; ISO 8855 has it count to the left.
    public var countsToTheRight = false

    /// A signal with the unit of the DBC and a sign of its own.
    public init(_ name: String, unit: String? = nil, sign: String? = nil) {
        self.name = name
        self.unit = unit
        self.sign = sign
    }

    /// A signal by its name.
    public init(stringLiteral name: String) { self.init(name) }
}
