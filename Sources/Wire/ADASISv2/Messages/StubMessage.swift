/// STUB: a road leaves the path, or goes on as the path.
///
/// All fields are unknown or not available until they are set.
public struct StubMessage: Sendable, Hashable {
    /// The path that is left.
    public var pathIndex: PathIndex
    /// Where it is left.
    public var offset: OffsetCode
    /// Counts STUBs.
    public var cyclicCounter = CyclicCounter.zero
    /// Whether this repeats something already sent.
    public var retransmission = false
    /// Whether this replaces something already sent for this place.
    public var update = false
    /// The path that begins here, ``PathIndex/noFurtherData`` or ``PathIndex/continuation``.
    public var subPathIndex: PathIndex
    /// The angle clockwise from the path's direction to the new road's.
    public var turnAngle = AngleCode.notAvailable
    /// How likely it is that the car goes there.
    public var relativeProbability = ProbabilityCode.notAvailable
    /// How important the new road is.
    public var functionalRoadClass = FunctionalRoadClassCode.notAvailable
    /// What the new road looks like.
    public var formOfWay = FormOfWayCode.notAvailable
    /// The number of lanes of the new road in driving direction.
    public var lanesDrivingDirection = DrivingLanesCode.notAvailable
    /// The number of lanes of the new road in the opposite direction.
    public var lanesOppositeDirection = OppositeLanesCode.notAvailable
    /// Whether this is part of a complex intersection.
    public var complexIntersection = TriStateCode.notAvailable
    /// Who goes first.
    public var rightOfWay = RightOfWayCode.notAvailable
    /// Whether the navigation's route goes there.
    public var partOfCalculatedRoute = TriStateCode.notAvailable
    /// Whether no further STUB follows for this offset.
    public var lastStubAtOffset = false

    /// A road of which nothing else is known.
    public init(
        pathIndex: PathIndex = .unknown,
        offset: OffsetCode = .notAvailable,
        subPathIndex: PathIndex = .unknown
    ) {
        self.pathIndex = pathIndex
        self.offset = offset
        self.subPathIndex = subPathIndex
    }
}
