/// Whether the vehicle may leave a junction by a road, and if not, the reason.
@frozen
public enum ExitLegality: UInt8, Sendable, Hashable, CaseIterable {
    /// It is legal.
    case legal
    /// Cars may drive the road only towards the junction: it is one-way, or closed in the other
    /// direction.
    case oneWay
    /// A turn restriction that holds now or a closed barrier forbids the turn.
    case forbiddenTurn
    /// The road is closed to the vehicle in this direction.
    case closed
}
