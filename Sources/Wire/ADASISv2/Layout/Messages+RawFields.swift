/// A message as the raw numbers of its fields and back, in the order of `MessageKind.fields`. The
/// message type and the reserved bits follow; a message gives the one and leaves the others 0.
///
/// Both go field by field through a closure that is inlined: with the numbers in a list between message
/// and frame each way takes two to four times as long.
protocol WireMessage {
    /// Hands over the number of each field with its place.
    func visit(_ put: (Int, UInt32) -> Void)
    /// The message of the numbers at the fields' places.
    init(_ field: (Int) -> UInt32)
}

extension WireMessage {
    /// The numbers of all fields.
    var rawFields: RawFields {
        var raw = RawFields(repeating: 0)
        visit { raw[$0] = $1 }
        return raw
    }
}

extension PositionMessage: WireMessage {
    @inline(__always)
    func visit(_ put: (Int, UInt32) -> Void) {
        put(0, UInt32(pathIndex.raw))
        put(1, UInt32(offset.raw))
        put(2, UInt32(cyclicCounter.raw))
        put(3, UInt32(positionIndex.raw))
        put(4, UInt32(positionAge.raw))
        put(5, UInt32(speed.raw))
        put(6, UInt32(relativeHeading.raw))
        put(7, UInt32(positionProbability.raw))
        put(8, UInt32(positionConfidence.raw))
        put(9, UInt32(currentLane.raw))
        put(10, UInt32(lateralOffset.raw))
        put(11, UInt32(MessageKind.position.rawValue))
    }

    @inline(__always)
    init(_ field: (Int) -> UInt32) {
        self.init(pathIndex: PathIndex(field: field(0)), offset: OffsetCode(field: field(1)))
        cyclicCounter = CyclicCounter(field: field(2))
        positionIndex = PositionIndex(field: field(3))
        positionAge = PositionAgeCode(field: field(4))
        speed = SpeedCode(field: field(5))
        relativeHeading = AngleCode(field: field(6))
        positionProbability = ProbabilityCode(field: field(7))
        positionConfidence = PositionConfidenceCode(field: field(8))
        currentLane = CurrentLaneCode(field: field(9))
        lateralOffset = LateralOffsetCode(field: field(10))
    }
}

extension SegmentMessage: WireMessage {
    @inline(__always)
    func visit(_ put: (Int, UInt32) -> Void) {
        put(0, UInt32(pathIndex.raw))
        put(1, UInt32(offset.raw))
        put(2, UInt32(cyclicCounter.raw))
        put(3, retransmission ? 1 : 0)
        put(4, update ? 1 : 0)
        put(5, UInt32(functionalRoadClass.raw))
        put(6, UInt32(formOfWay.raw))
        put(7, UInt32(effectiveSpeedLimit.raw))
        put(8, UInt32(effectiveSpeedLimitType.raw))
        put(9, UInt32(lanesDrivingDirection.raw))
        put(10, UInt32(lanesOppositeDirection.raw))
        put(11, UInt32(tunnel.raw))
        put(12, UInt32(bridge.raw))
        put(13, UInt32(dividedRoad.raw))
        put(14, UInt32(builtUpArea.raw))
        put(15, UInt32(complexIntersection.raw))
        put(16, UInt32(relativeProbability.raw))
        put(17, UInt32(partOfCalculatedRoute.raw))
        put(18, UInt32(MessageKind.segment.rawValue))
    }

    @inline(__always)
    init(_ field: (Int) -> UInt32) {
        self.init(pathIndex: PathIndex(field: field(0)), offset: OffsetCode(field: field(1)))
        cyclicCounter = CyclicCounter(field: field(2))
        retransmission = field(3) != 0
        update = field(4) != 0
        functionalRoadClass = FunctionalRoadClassCode(field: field(5))
        formOfWay = FormOfWayCode(field: field(6))
        effectiveSpeedLimit = EffectiveSpeedLimitCode(field: field(7))
        effectiveSpeedLimitType = EffectiveSpeedLimitTypeCode(field: field(8))
        lanesDrivingDirection = DrivingLanesCode(field: field(9))
        lanesOppositeDirection = OppositeLanesCode(field: field(10))
        tunnel = TriStateCode(field: field(11))
        bridge = TriStateCode(field: field(12))
        dividedRoad = TriStateCode(field: field(13))
        builtUpArea = TriStateCode(field: field(14))
        complexIntersection = TriStateCode(field: field(15))
        relativeProbability = ProbabilityCode(field: field(16))
        partOfCalculatedRoute = TriStateCode(field: field(17))
    }
}

extension StubMessage: WireMessage {
    @inline(__always)
    func visit(_ put: (Int, UInt32) -> Void) {
        put(0, UInt32(pathIndex.raw))
        put(1, UInt32(offset.raw))
        put(2, UInt32(cyclicCounter.raw))
        put(3, retransmission ? 1 : 0)
        put(4, update ? 1 : 0)
        put(5, UInt32(subPathIndex.raw))
        put(6, UInt32(turnAngle.raw))
        put(7, UInt32(relativeProbability.raw))
        put(8, UInt32(functionalRoadClass.raw))
        put(9, UInt32(formOfWay.raw))
        put(10, UInt32(lanesDrivingDirection.raw))
        put(11, UInt32(lanesOppositeDirection.raw))
        put(12, UInt32(complexIntersection.raw))
        put(13, UInt32(rightOfWay.raw))
        put(14, UInt32(partOfCalculatedRoute.raw))
        put(15, lastStubAtOffset ? 1 : 0)
        put(16, UInt32(MessageKind.stub.rawValue))
    }

    @inline(__always)
    init(_ field: (Int) -> UInt32) {
        self.init(
            pathIndex: PathIndex(field: field(0)),
            offset: OffsetCode(field: field(1)),
            subPathIndex: PathIndex(field: field(5))
        )
        cyclicCounter = CyclicCounter(field: field(2))
        retransmission = field(3) != 0
        update = field(4) != 0
        turnAngle = AngleCode(field: field(6))
        relativeProbability = ProbabilityCode(field: field(7))
        functionalRoadClass = FunctionalRoadClassCode(field: field(8))
        formOfWay = FormOfWayCode(field: field(9))
        lanesDrivingDirection = DrivingLanesCode(field: field(10))
        lanesOppositeDirection = OppositeLanesCode(field: field(11))
        complexIntersection = TriStateCode(field: field(12))
        rightOfWay = RightOfWayCode(field: field(13))
        partOfCalculatedRoute = TriStateCode(field: field(14))
        lastStubAtOffset = field(15) != 0
    }
}

extension FieldCode {
    /// The code of a field's raw number. Bits above the field's width are dropped.
    @inline(__always)
    init(field raw: UInt32) { self.init(raw: Raw(truncatingIfNeeded: raw)) }
}
