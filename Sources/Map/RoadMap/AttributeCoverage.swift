public import Quantities

/// How much of a map's roads something is known of, by length. A road that may be driven both ways
/// counts twice, because what is known of it may differ.
public struct AttributeCoverage: Sendable {
    private var total = 0
    private var attributes = [Int](repeating: 0, count: 256)
    /// By kind and provenance.
    private var lengths = [Int](repeating: 0, count: 256 * Self.provenances)
    /// More than the largest number of a provenance.
    private static let provenances = 16
    private var profiles = [Int](repeating: 0, count: 256)

    /// Of no road at all.
    public init() {}

    /// Counts a link of a length.
    public mutating func add(linkOf length: Centimetres, _ directions: DirectionSet) {
        total += length.value * directions.count
    }

    /// Counts an attribute of a link that has those directions.
    public mutating func add(_ attribute: Attribute, of directions: DirectionSet) {
        let holding = attribute.directions.intersection(directions).count
        let length = max(0, attribute.to.value - attribute.from.value) * holding
        attributes[Int(attribute.kind.rawValue)] += length
        let place =
            Int(attribute.kind.rawValue) * Self.provenances + Int(attribute.provenance.rawValue)
        lengths[place] += length
    }

    /// The share of the roads that has an attribute known in a way, 0...1.
    public func share(of kind: AttributeKind, _ provenance: Provenance) -> Double {
        let length = lengths[Int(kind.rawValue) * Self.provenances + Int(provenance.rawValue)]
        return total > 0 ? Double(length) / Double(total) : 0
    }

    /// Counts a stretch of a link that a profile describes.
    public mutating func add(
        _ kind: ProfileKind,
        over length: Centimetres,
        of directions: DirectionSet
    ) {
        profiles[Int(kind.rawValue)] += length.value * directions.count
    }

    /// The share of the roads that has an attribute, 0...1; 0 where there are no roads.
    public func share(of kind: AttributeKind) -> Double {
        total > 0 ? Double(attributes[Int(kind.rawValue)]) / Double(total) : 0
    }

    /// The share of the roads that has a profile, 0...1; 0 where there are no roads.
    public func share(of kind: ProfileKind) -> Double {
        total > 0 ? Double(profiles[Int(kind.rawValue)]) / Double(total) : 0
    }

    /// The shares of everything that this version can know of a road, in the order of the kinds'
    /// numbers, profiles last.
    public var shares: [(name: String, share: Double)] {
        AttributeKind.records.filter(\.isCounted).map { ($0.name, share(of: $0.kind)) }
            + ProfileKind.named.map { ($0.name, share(of: $0.kind)) }
    }
}
