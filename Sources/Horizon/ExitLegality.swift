/// Whether the vehicle may leave a junction by a road, and if not, why.
@frozen
public enum ExitLegality: UInt8, Sendable, Hashable, CaseIterable {
    /// It may.
    case legal
    /// The road is one-way, and leads here.
    case oneWay
    /// A turn restriction that holds now or a closed barrier forbids the turn.
    case forbiddenTurn
    /// The road is closed to the vehicle in this direction.
    case closed
}
