/// Some of the 32 types of a profile message: those that travel on one identifier.
public struct ProfileTypeSet: Sendable, Hashable {
    private var bits: UInt32

    /// No type.
    public init() { bits = 0 }

    /// These types of PROFILE SHORT.
    public init(_ types: [ShortProfileType]) {
        self.init()
        for type in types { insert(type.raw) }
    }

    /// These types of PROFILE LONG.
    public init(_ types: [LongProfileType]) {
        self.init()
        for type in types { insert(type.raw) }
    }

    /// All types, also those without a name.
    public static var all: Self {
        var all = Self()
        all.bits = .max
        return all
    }

    /// Whether there is none.
    public var isEmpty: Bool { bits == 0 }

    /// The numbers of the types, in their order.
    public var numbers: [UInt8] { (0..<32).filter { contains($0) } }

    /// The number of the only type, `nil` where there are more or none.
    var only: UInt8? {
        bits.nonzeroBitCount == 1 ? UInt8(truncatingIfNeeded: bits.trailingZeroBitCount) : nil
    }

    /// Whether a type is among them, by its number.
    public func contains(_ number: UInt8) -> Bool { bits >> UInt32(number & 31) & 1 != 0 }

    /// Adds a type by its number.
    public mutating func insert(_ number: UInt8) { bits |= 1 << UInt32(number & 31) }

    /// Takes a type out by its number.
    public mutating func remove(_ number: UInt8) { bits &= ~(1 << UInt32(number & 31)) }

    /// Takes out all types that another set has.
    public mutating func subtract(_ other: Self) { bits &= ~other.bits }

    /// The types that both have.
    public func intersection(_ other: Self) -> Self {
        var both = self
        both.bits &= other.bits
        return both
    }
}
