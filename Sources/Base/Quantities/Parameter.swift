/// One number that a configuration can change: its key, range, unit, meaning and basis.
///
/// The record stands beside the property that it describes, and the table and the page of the settings read
/// it. The default is the value of the property in a new group and stands nowhere else.
///
/// ```swift
/// public struct NoiseParameters: ParameterGroup {
///     /// The initial standard deviation of the noise.
///     public var initialNoise = Metres(2)
///
///     public static let records: [Parameter<Self>] = [
///         Parameter(\.initialNoise, "initial_noise_m", 0...100, "The noise …", basis: "convention")
///     ]
/// }
/// ```
/// Code that works with the numbers reads the stored properties and never a record.
public struct Parameter<Group>: Sendable {
    /// The key in a configuration file. It ends with the unit, such as `initial_noise_m`.
    public let key: String
    /// The values that are allowed, in ``unit``.
    public let range: ClosedRange<Double>
    /// The unit, such as `m`; empty for a number without a unit.
    public let unit: String
    /// The meaning of the number, as a sentence without a full stop.
    public let meaning: String
    /// The source of the default: literature, measurements, or a convention of this project.
    public let basis: String
    /// Whether the number is whole.
    public let isWhole: Bool
    /// The number in a group, in ``unit``.
    public let value: @Sendable (Group) -> Double
    /// Sets the number in a group, in ``unit``. The caller has checked the range.
    public let set: @Sendable (inout Group, Double) -> Void
}

extension Parameter {
    /// The record of a plain number.
    public init(
        _ place: any WritableKeyPath<Group, Double> & Sendable, _ key: String,
        _ range: ClosedRange<Double>, unit: String = "", _ meaning: String, basis: String
    ) {
        self.init(
            key: key, range: range, unit: unit, meaning: meaning, basis: basis, isWhole: false,
            value: { $0[keyPath: place] }, set: { $0[keyPath: place] = $1 })
    }

    /// The record of a quantity; the unit is that of its type.
    public init<Unit: UnitSymbol>(
        _ place: any WritableKeyPath<Group, Quantity<Unit>> & Sendable, _ key: String,
        _ range: ClosedRange<Double>, _ meaning: String, basis: String
    ) {
        self.init(
            key: key, range: range, unit: Unit.symbol, meaning: meaning, basis: basis,
            isWhole: false, value: { $0[keyPath: place].value },
            set: { $0[keyPath: place].value = $1 })
    }

    /// The record of a span of time, in seconds.
    public init(
        _ place: any WritableKeyPath<Group, Nanoseconds> & Sendable, _ key: String,
        _ range: ClosedRange<Double>, _ meaning: String, basis: String
    ) {
        self.init(
            key: key, range: range, unit: "s", meaning: meaning, basis: basis, isWhole: false,
            value: { $0[keyPath: place].seconds }, set: { $0[keyPath: place] = .seconds($1) })
    }

    /// The record of a whole number.
    public init(
        _ place: any WritableKeyPath<Group, Int> & Sendable, _ key: String,
        _ range: ClosedRange<Int>, _ meaning: String, basis: String
    ) {
        self.init(
            key: key, range: Double(range.lowerBound)...Double(range.upperBound), unit: "",
            meaning: meaning, basis: basis, isWhole: true,
            value: { Double($0[keyPath: place]) }, set: { $0[keyPath: place] = Int($1) })
    }

    /// The record of the same number in a value that holds the group.
    public func within<Outer>(
        _ group: any WritableKeyPath<Outer, Group> & Sendable
    ) -> Parameter<Outer> {
        Parameter<Outer>(
            key: key, range: range, unit: unit, meaning: meaning, basis: basis, isWhole: isWhole,
            value: { [value] in value($0[keyPath: group]) },
            set: { [set] in set(&$0[keyPath: group], $1) })
    }
}

/// Numbers that belong together, with the record of each.
public protocol ParameterGroup: Sendable, Hashable {
    /// The defaults.
    init()
    /// One record for each number, in the order of the properties.
    static var records: [Parameter<Self>] { get }
}

extension ParameterGroup {
    /// The records of the numbers of a group in a value that holds it.
    public static func records<Outer>(
        in group: any WritableKeyPath<Outer, Self> & Sendable
    ) -> [Parameter<Outer>] {
        records.map { $0.within(group) }
    }
}
