public import Quantities

/// One fact about a stretch of a link.
@frozen
public struct Attribute: Sendable, Hashable {
    /// What it is about.
    public var kind: AttributeKind
    /// The directions it holds for.
    public var directions: DirectionSet
    /// How the map came to know it.
    public var provenance: Provenance
    /// Where it begins, from the link's start node, whichever way one drives.
    public var from: Centimetres
    /// Where it ends, from the link's start node; never before `from`.
    public var to: Centimetres
    /// The value, as its kind says.
    public var value: UInt64

    /// A fact of its parts.
    @inlinable
    public init(
        _ kind: AttributeKind,
        _ value: UInt64,
        directions: DirectionSet = .both,
        provenance: Provenance,
        from: Centimetres,
        to: Centimetres
    ) {
        self.kind = kind
        self.directions = directions
        self.provenance = provenance
        self.from = from
        self.to = to
        self.value = value
    }
}
