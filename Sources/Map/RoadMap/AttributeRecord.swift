/// A kind of attribute with everything that tables, JSON, coverage and checks need to know of it. A new
/// attribute has its record in ``AttributeKind/records`` and its tags in the map compiler.
public struct AttributeRecord: Sendable {
    /// How often an attribute occurs on a stretch of a link.
    public enum Occurrence: Sendable {
        /// At most once, so that its lengths can be summed.
        case once
        /// Any number of times.
        case repeated
        /// Only where the value differs from the header or a note of the map; its length says nothing
        /// about coverage.
        case exception
    }

    /// The number in map files.
    public let kind: AttributeKind
    /// The name in tables and JSON.
    public let name: String
    /// How a value is coded.
    public let coding: AttributeCoding
    /// How often it occurs on a stretch of a link.
    public let occurrence: Occurrence

    init(
        _ kind: AttributeKind, _ name: String, _ coding: AttributeCoding,
        _ occurrence: Occurrence = .once
    ) {
        self.kind = kind
        self.name = name
        self.coding = coding
        self.occurrence = occurrence
    }

    /// Whether a stretch has at most one value, so that lengths can be summed.
    public var isSingle: Bool { occurrence != .repeated }

    /// Whether the attribute is one of the rows of coverage.
    public var isCounted: Bool { occurrence == .once }
}
