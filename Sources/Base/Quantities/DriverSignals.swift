/// Which way the car's turn indicator points, as far as the car says it.
@frozen
public enum TurnIndicator: String, Sendable, Hashable, CaseIterable {
    /// Not known, which is a value of its own: nothing is concluded from it.
    case unknown
    /// It is not on.
    case off
    /// To the left.
    case left
    /// To the right.
    case right
    /// Both sides, as hazard lights; that says nothing of a turn.
    case both
}

/// Which lane of its road the car drives in, as far as the car says it.
@frozen
public enum DrivenLane: Sendable, Hashable {
    /// Not known.
    case unknown
    /// Counted from the left of its direction, the first one is 1.
    case fromLeft(UInt8)
    /// Counted from the right of its direction, the first one is 1.
    case fromRight(UInt8)
}

/// A side of the road in driving direction.
@frozen
public enum RoadSide: String, Sendable, Hashable, CaseIterable {
    /// The left one.
    case left
    /// The right one.
    case right
}

/// What the car says at a moment of what its driver is about to do. What is `nil` was not said; that it is
/// not known is.
@frozen
public struct DriverSignals: Sendable, Hashable {
    /// The turn indicator.
    public var indicator: TurnIndicator?
    /// The lane.
    public var lane: DrivenLane?

    /// Signals of their parts.
    @inlinable
    public init(indicator: TurnIndicator? = nil, lane: DrivenLane? = nil) {
        self.indicator = indicator
        self.lane = lane
    }
}
