import RoadMap

/// One fact from the tags of a way that holds for all of it.
struct RoadFact: Hashable {
    var kind: AttributeKind
    var value: UInt64
    var directions: DirectionSet
    var provenance: Provenance
}
