/// STUB: a branch point of a path, or the continuation of the path at a junction.
///
/// All fields are unknown or not available until they are set.
public struct StubMessage: Sendable, Hashable {
    /// The path with the branch point.
    public var pathIndex: PathIndex
    /// The offset of the branch point on this path.
    public var offset: OffsetCode
    /// The cyclic counter of STUBs.
    public var cyclicCounter = CyclicCounter.zero
    /// Whether the message was sent before with the same values.
    public var retransmission = false
    /// Whether the message replaces an earlier one for the same offset and sub-path.
    public var update = false
    /// The path that begins here, ``PathIndex/noFurtherData`` or ``PathIndex/continuation``.
    public var subPathIndex: PathIndex
    /// The angle clockwise from the path's direction to the new road's.
    public var turnAngle = AngleCode.notAvailable
    /// The probability that the car takes this road.
    public var relativeProbability = ProbabilityCode.notAvailable
    /// The functional road class of the new road.
    public var functionalRoadClass = FunctionalRoadClassCode.notAvailable
    /// The form of way of the new road.
    public var formOfWay = FormOfWayCode.notAvailable
    /// The number of lanes of the new road in driving direction.
    public var lanesDrivingDirection = DrivingLanesCode.notAvailable
    /// The number of lanes of the new road in the opposite direction.
    public var lanesOppositeDirection = OppositeLanesCode.notAvailable
    /// Whether the branch point is part of a complex intersection.
    public var complexIntersection = TriStateCode.notAvailable
    /// The right of way at the branch point.
    public var rightOfWay = RightOfWayCode.notAvailable
    /// Whether the new road is part of the calculated route.
    public var partOfCalculatedRoute = TriStateCode.notAvailable
    /// Whether no further STUB follows for this offset.
    public var lastStubAtOffset = false

    /// A STUB without further known fields.
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
