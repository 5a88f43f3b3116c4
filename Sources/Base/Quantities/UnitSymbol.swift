/// A unit of a ``Quantity`` that has a symbol for people.
public protocol UnitSymbol: Sendable {
    /// The symbol, such as `m/s` (ISO 80000-1).
    static var symbol: String { get }
}

extension MetreUnit: UnitSymbol {
    /// m.
    public static var symbol: String { "m" }
}

extension MetrePerSecondUnit: UnitSymbol {
    /// m/s.
    public static var symbol: String { "m/s" }
}

extension MetrePerSecondSquaredUnit: UnitSymbol {
    /// m/s².
    public static var symbol: String { "m/s²" }
}

extension DegreeUnit: UnitSymbol {
    /// °.
    public static var symbol: String { "°" }
}

extension DegreePerSecondUnit: UnitSymbol {
    /// °/s.
    public static var symbol: String { "°/s" }
}
