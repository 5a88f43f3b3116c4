// Each message as the raw numbers of its fields and back, in the order of `MessageKind.fields`. The
// message type and the reserved bits follow; encoding fills in the one and sends the others as 0.

extension PositionMessage {
    var rawFields: RawFields {
        var raw = RawFields(repeating: 0)
        raw[0] = UInt32(pathIndex.raw)
        raw[1] = UInt32(offset.raw)
        raw[2] = UInt32(cyclicCounter.raw)
        raw[3] = UInt32(positionIndex.raw)
        raw[4] = UInt32(positionAge.raw)
        raw[5] = UInt32(speed.raw)
        raw[6] = UInt32(relativeHeading.raw)
        raw[7] = UInt32(positionProbability.raw)
        raw[8] = UInt32(positionConfidence.raw)
        raw[9] = UInt32(currentLane.raw)
        raw[10] = UInt32(lateralOffset.raw)
        raw[11] = UInt32(MessageKind.position.rawValue)
        return raw
    }

    init(_ raw: RawFields) {
        self.init(pathIndex: PathIndex(field: raw[0]), offset: OffsetCode(field: raw[1]))
        cyclicCounter = CyclicCounter(field: raw[2])
        positionIndex = PositionIndex(field: raw[3])
        positionAge = PositionAgeCode(field: raw[4])
        speed = SpeedCode(field: raw[5])
        relativeHeading = AngleCode(field: raw[6])
        positionProbability = ProbabilityCode(field: raw[7])
        positionConfidence = PositionConfidenceCode(field: raw[8])
        currentLane = CurrentLaneCode(field: raw[9])
        lateralOffset = LateralOffsetCode(field: raw[10])
    }
}

extension SegmentMessage {
    var rawFields: RawFields {
        var raw = RawFields(repeating: 0)
        raw[0] = UInt32(pathIndex.raw)
        raw[1] = UInt32(offset.raw)
        raw[2] = UInt32(cyclicCounter.raw)
        raw[3] = retransmission ? 1 : 0
        raw[4] = update ? 1 : 0
        raw[5] = UInt32(functionalRoadClass.raw)
        raw[6] = UInt32(formOfWay.raw)
        raw[7] = UInt32(effectiveSpeedLimit.raw)
        raw[8] = UInt32(effectiveSpeedLimitType.raw)
        raw[9] = UInt32(lanesDrivingDirection.raw)
        raw[10] = UInt32(lanesOppositeDirection.raw)
        raw[11] = UInt32(tunnel.raw)
        raw[12] = UInt32(bridge.raw)
        raw[13] = UInt32(dividedRoad.raw)
        raw[14] = UInt32(builtUpArea.raw)
        raw[15] = UInt32(complexIntersection.raw)
        raw[16] = UInt32(relativeProbability.raw)
        raw[17] = UInt32(partOfCalculatedRoute.raw)
        raw[18] = UInt32(MessageKind.segment.rawValue)
        return raw
    }

    init(_ raw: RawFields) {
        self.init(pathIndex: PathIndex(field: raw[0]), offset: OffsetCode(field: raw[1]))
        cyclicCounter = CyclicCounter(field: raw[2])
        retransmission = raw[3] != 0
        update = raw[4] != 0
        functionalRoadClass = FunctionalRoadClassCode(field: raw[5])
        formOfWay = FormOfWayCode(field: raw[6])
        effectiveSpeedLimit = EffectiveSpeedLimitCode(field: raw[7])
        effectiveSpeedLimitType = EffectiveSpeedLimitTypeCode(field: raw[8])
        lanesDrivingDirection = DrivingLanesCode(field: raw[9])
        lanesOppositeDirection = OppositeLanesCode(field: raw[10])
        tunnel = TriStateCode(field: raw[11])
        bridge = TriStateCode(field: raw[12])
        dividedRoad = TriStateCode(field: raw[13])
        builtUpArea = TriStateCode(field: raw[14])
        complexIntersection = TriStateCode(field: raw[15])
        relativeProbability = ProbabilityCode(field: raw[16])
        partOfCalculatedRoute = TriStateCode(field: raw[17])
    }
}

extension StubMessage {
    var rawFields: RawFields {
        var raw = RawFields(repeating: 0)
        raw[0] = UInt32(pathIndex.raw)
        raw[1] = UInt32(offset.raw)
        raw[2] = UInt32(cyclicCounter.raw)
        raw[3] = retransmission ? 1 : 0
        raw[4] = update ? 1 : 0
        raw[5] = UInt32(subPathIndex.raw)
        raw[6] = UInt32(turnAngle.raw)
        raw[7] = UInt32(relativeProbability.raw)
        raw[8] = UInt32(functionalRoadClass.raw)
        raw[9] = UInt32(formOfWay.raw)
        raw[10] = UInt32(lanesDrivingDirection.raw)
        raw[11] = UInt32(lanesOppositeDirection.raw)
        raw[12] = UInt32(complexIntersection.raw)
        raw[13] = UInt32(rightOfWay.raw)
        raw[14] = UInt32(partOfCalculatedRoute.raw)
        raw[15] = lastStubAtOffset ? 1 : 0
        raw[16] = UInt32(MessageKind.stub.rawValue)
        return raw
    }

    init(_ raw: RawFields) {
        self.init(
            pathIndex: PathIndex(field: raw[0]),
            offset: OffsetCode(field: raw[1]),
            subPathIndex: PathIndex(field: raw[5])
        )
        cyclicCounter = CyclicCounter(field: raw[2])
        retransmission = raw[3] != 0
        update = raw[4] != 0
        turnAngle = AngleCode(field: raw[6])
        relativeProbability = ProbabilityCode(field: raw[7])
        functionalRoadClass = FunctionalRoadClassCode(field: raw[8])
        formOfWay = FormOfWayCode(field: raw[9])
        lanesDrivingDirection = DrivingLanesCode(field: raw[10])
        lanesOppositeDirection = OppositeLanesCode(field: raw[11])
        complexIntersection = TriStateCode(field: raw[12])
        rightOfWay = RightOfWayCode(field: raw[13])
        partOfCalculatedRoute = TriStateCode(field: raw[14])
        lastStubAtOffset = raw[15] != 0
    }
}

extension FieldCode {
    /// The code of a field's raw number. Bits above the field's width are dropped.
    @inline(__always)
    init(field raw: UInt32) { self.init(raw: Raw(truncatingIfNeeded: raw)) }
}
