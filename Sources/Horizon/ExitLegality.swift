/// Whether the vehicle may leave a junction by a road, and if not, why.
@frozen
public enum ExitLegality: UInt8, Sendable, Hashable, CaseIterable {
    /// It may.
    case legal
    /// Cars may drive the road towards here alone: it is one-way, or closed to them the other way.
    case oneWay
    /// A turn restriction that holds now or a closed barrier forbids the turn.
    case forbiddenTurn
    /// The road is closed to the vehicle in this direction.
    case closed
}
