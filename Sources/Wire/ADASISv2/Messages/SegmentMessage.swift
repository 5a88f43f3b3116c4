/// SEGMENT: what the road is like from an offset on, up to the next SEGMENT of the path.
///
/// All fields are unknown or not available until they are set.
public struct SegmentMessage: Sendable, Hashable {
    /// The path.
    public var pathIndex: PathIndex
    /// From where on it holds.
    public var offset: OffsetCode
    /// Counts SEGMENTs.
    public var cyclicCounter = CyclicCounter.zero
    /// Whether this repeats something already sent.
    public var retransmission = false
    /// Whether this replaces something already sent for this place.
    public var update = false
    /// How important the road is.
    public var functionalRoadClass = FunctionalRoadClassCode.notAvailable
    /// The form of way of the road.
    public var formOfWay = FormOfWayCode.notAvailable
    /// The speed limit in force.
    public var effectiveSpeedLimit = EffectiveSpeedLimitCode.notAvailable
    /// Why that limit is in force.
    public var effectiveSpeedLimitType = EffectiveSpeedLimitTypeCode.unknown
    /// The number of lanes in driving direction.
    public var lanesDrivingDirection = DrivingLanesCode.notAvailable
    /// The number of lanes in the opposite direction.
    public var lanesOppositeDirection = OppositeLanesCode.notAvailable
    /// Whether the road runs in a tunnel.
    public var tunnel = TriStateCode.notAvailable
    /// Whether the road runs on a bridge.
    public var bridge = TriStateCode.notAvailable
    /// Whether the carriageways are divided.
    public var dividedRoad = TriStateCode.notAvailable
    /// Whether the road runs in a built-up area.
    public var builtUpArea = TriStateCode.notAvailable
    /// Whether this is part of a complex intersection.
    public var complexIntersection = TriStateCode.notAvailable
    /// How likely it is that the car comes along here.
    public var relativeProbability = ProbabilityCode.notAvailable
    /// Whether the navigation's route comes along here.
    public var partOfCalculatedRoute = TriStateCode.notAvailable

    /// A stretch of a path of which nothing else is known.
    public init(pathIndex: PathIndex = .unknown, offset: OffsetCode = .notAvailable) {
        self.pathIndex = pathIndex
        self.offset = offset
    }
}
