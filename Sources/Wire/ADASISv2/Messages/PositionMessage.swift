/// POSITION: where the car is on which path, how fast, how sure.
///
/// All fields are unknown or not available until they are set.
public struct PositionMessage: Sendable, Hashable {
    /// The path, or why there is none.
    public var pathIndex: PathIndex
    /// The place on the path.
    public var offset: OffsetCode
    /// Counts POSITIONs.
    public var cyclicCounter = CyclicCounter.zero
    /// Which candidate this is, 0 the best or only one.
    public var positionIndex: PositionIndex = 0
    /// How long ago the offset was true.
    public var positionAge = PositionAgeCode.notAvailable
    /// The car's speed.
    public var speed = SpeedCode.notAvailable
    /// The car's heading, clockwise from the path's direction.
    public var relativeHeading = AngleCode.notAvailable
    /// How likely it is that the car is here.
    public var positionProbability = ProbabilityCode.notAvailable
    /// The confidence of the position.
    public var positionConfidence = PositionConfidenceCode.notAvailable
    /// The car's lane.
    public var currentLane = CurrentLaneCode.notAvailable
    /// The lateral distance between car and path. Only GM's layout has it, in place of the speed.
    public var lateralOffset = LateralOffsetCode.notAvailable

    /// A position on a path of which nothing else is known.
    public init(pathIndex: PathIndex = .unknown, offset: OffsetCode = .notAvailable) {
        self.pathIndex = pathIndex
        self.offset = offset
    }
}
