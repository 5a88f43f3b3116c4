public import Quantities

/// The best route to a place, in figures.
@frozen
public struct Reach: Sendable, Hashable {
    /// The length of the route.
    public var length: Metres
    /// The number of U-turns, dead ends apart.
    public var uTurns: Int
    /// The number of U-turns at dead ends.
    public var deadEnds: Int
    /// The number of forbidden turns.
    public var forbiddenTurns: Int

    /// A reach of its parts.
    @inlinable
    public init(length: Metres, uTurns: Int, deadEnds: Int, forbiddenTurns: Int = 0) {
        self.length = length
        self.uTurns = uTurns
        self.deadEnds = deadEnds
        self.forbiddenTurns = forbiddenTurns
    }
}
