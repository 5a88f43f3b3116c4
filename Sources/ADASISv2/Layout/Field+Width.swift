extension Field {
    /// The width in bits that every implementation agrees on; `nil` for the reserved bits, which are
    /// what a layout leaves over, and for a trailer's. Confidence A.
    public var width: Int? {
        switch self {
        case .retransmission, .update, .lastStubAtOffset, .controlPoint: 1
        case .messageType: 3
        case .pathIndex, .subPathIndex: PathIndex.width
        case .offset: OffsetCode.width
        case .cyclicCounter: CyclicCounter.width
        case .positionIndex: PositionIndex.width
        case .positionAge: PositionAgeCode.width
        case .speed: SpeedCode.width
        case .relativeHeading, .turnAngle: AngleCode.width
        case .positionProbability, .relativeProbability: ProbabilityCode.width
        case .positionConfidence: PositionConfidenceCode.width
        case .currentLane: CurrentLaneCode.width
        case .lateralOffset: LateralOffsetCode.width
        case .functionalRoadClass: FunctionalRoadClassCode.width
        case .formOfWay: FormOfWayCode.width
        case .effectiveSpeedLimit: EffectiveSpeedLimitCode.width
        case .effectiveSpeedLimitType: EffectiveSpeedLimitTypeCode.width
        case .lanesDrivingDirection: DrivingLanesCode.width
        case .lanesOppositeDirection: OppositeLanesCode.width
        case .tunnel, .bridge, .dividedRoad, .builtUpArea, .complexIntersection,
            .partOfCalculatedRoute:
            TriStateCode.width
        case .rightOfWay: RightOfWayCode.width
        case .profileType: ShortProfileType.width
        case .value0, .value1: ProfileValueCode.width
        case .distance1: ProfileDistanceCode.width
        case .accuracy: AccuracyCode.width
        case .value: LongValueCode.width
        case .countryCode: CountryCode.width
        case .regionCode: RegionCode.width
        case .drivingSide: DrivingSideCode.width
        case .speedUnit: SpeedUnitCode.width
        case .majorProtocolVersion: 2
        case .minorProtocolVersion: 4
        case .minorProtocolSubVersion: 3
        case .hardwareVersion: 9
        case .mapProvider: MapProviderCode.width
        case .mapVersionYear: MapYearCode.width
        case .mapVersionQuarter: MapQuarterCode.width
        case .reserved, .aliveCounter, .checksum: nil
        }
    }

    /// Whether a layout of a message that has the field must hold it: it has no code for unknown, so
    /// a client without it would have to invent a value.
    var isIndispensable: Bool { self == .drivingSide || self == .speedUnit }
}

extension MessageKind {
    /// The fields without which messages of the kind say nothing to a client: it drops what has no path
    /// or place, and a profile or STUB without its content is none. The profile type is understood
    /// where only one travels the way.
    func neededFields(for types: ProfileTypeSet) -> [Field] {
        var place: [Field] = [.pathIndex, .offset]
        switch self {
        case .systemSpecific, .metaData: return []
        case .position, .segment: return place
        case .stub: return place + [.subPathIndex]
        case .profileShort: place.append(.value0)
        case .profileLong: place.append(.value)
        }
        return types.only == nil ? place + [.profileType] : place
    }
}
