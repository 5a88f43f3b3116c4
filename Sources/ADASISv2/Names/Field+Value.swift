import Quantities

extension Field {
    /// What a raw number in the field says. `kind` and `profile` are those of the message.
    public func value(
        of raw: UInt32,
        in kind: MessageKind,
        profile: ProfileContext = .none
    ) -> FieldValue {
        switch self {
        case .messageType: .word(MessageKind(rawValue: UInt8(raw & 7))?.name ?? "reserved")
        case .pathIndex: PathIndex(field: raw).value(isSubPath: false)
        case .subPathIndex: PathIndex(field: raw).value(isSubPath: true)
        case .offset: OffsetCode(field: raw).metres.map { .integer($0) } ?? .notAvailable
        case .retransmission, .update, .lastStubAtOffset, .controlPoint: .flag(raw != 0)
        case .positionAge, .speed, .relativeHeading, .turnAngle, .positionProbability,
            .relativeProbability, .positionConfidence, .currentLane, .lateralOffset:
            positionValue(of: raw)
        case .functionalRoadClass, .formOfWay, .effectiveSpeedLimit, .effectiveSpeedLimitType,
            .lanesDrivingDirection, .lanesOppositeDirection, .rightOfWay:
            roadValue(of: raw)
        case .tunnel, .bridge, .dividedRoad, .builtUpArea, .complexIntersection,
            .partOfCalculatedRoute:
            FieldValue(TriStateCode(field: raw).reading)
        case .profileType: profileType(raw, kind)
        case .value0, .value1: ProfileValueCode(field: raw).value(of: profile)
        case .value: LongValueCode(field: raw).value(of: profile)
        case .distance1: distance(raw)
        case .accuracy: .word(AccuracyCode(field: raw).name)
        case .countryCode: FieldValue(CountryCode(field: raw).reading)
        case .regionCode:
            RegionCode(field: raw) == .unknown ? .unknown : .integer(Int(raw))
        case .drivingSide: .word(DrivingSideCode(field: raw) == .left ? "left" : "right")
        case .speedUnit:
            .word(SpeedUnitCode(field: raw) == .kilometresPerHour ? "km/h" : "mph")
        case .mapProvider: .word(MapProviderCode(field: raw).name)
        case .mapVersionYear: FieldValue(MapYearCode(field: raw).reading)
        case .mapVersionQuarter: .integer(MapQuarterCode(field: raw).quarter)
        case .cyclicCounter, .positionIndex, .majorProtocolVersion, .minorProtocolVersion,
            .minorProtocolSubVersion, .hardwareVersion, .reserved, .aliveCounter, .checksum:
            .integer(Int(raw))
        }
    }

    private func positionValue(of raw: UInt32) -> FieldValue {
        switch self {
        case .positionAge:
            switch PositionAgeCode(field: raw).reading {
            case .atLeast(let age): .bound(.above, age.seconds * 1000, places: 0)
            case let reading: FieldValue(reading.map { $0.seconds * 1000 }, places: 0)
            }
        case .speed: FieldValue(SpeedCode(field: raw).reading.map { $0.value }, places: 1)
        case .relativeHeading, .turnAngle:
            FieldValue(AngleCode(field: raw).reading.map { $0.value }, places: 1)
        case .positionProbability, .relativeProbability:
            FieldValue(ProbabilityCode(field: raw).reading.map { $0 * 100 }, places: 1)
        case .positionConfidence: FieldValue(PositionConfidenceCode(field: raw).reading)
        case .lateralOffset:
            FieldValue(LateralOffsetCode(field: raw).reading.map { $0.value }, places: 0)
        default: .word(CurrentLaneCode(field: raw).name)
        }
    }

    private func roadValue(of raw: UInt32) -> FieldValue {
        switch self {
        case .functionalRoadClass: FieldValue(FunctionalRoadClassCode(field: raw).reading)
        case .formOfWay: .word(FormOfWayCode(field: raw).name)
        case .effectiveSpeedLimit: EffectiveSpeedLimitCode(field: raw).value
        case .effectiveSpeedLimitType: .word(EffectiveSpeedLimitTypeCode(field: raw).name)
        case .lanesDrivingDirection: FieldValue(DrivingLanesCode(field: raw).reading)
        case .lanesOppositeDirection: FieldValue(OppositeLanesCode(field: raw).reading)
        default: .word(RightOfWayCode(field: raw).name)
        }
    }

    private func profileType(_ raw: UInt32, _ kind: MessageKind) -> FieldValue {
        .word(
            kind == .profileLong
                ? LongProfileType(field: raw).name : ShortProfileType(field: raw).name
        )
    }

    private func distance(_ raw: UInt32) -> FieldValue {
        let code = ProfileDistanceCode(field: raw)
        return code == .notAvailable ? .notAvailable : .integer(Int(code.raw))
    }
}

extension PathIndex {
    fileprivate func value(isSubPath: Bool) -> FieldValue {
        switch self {
        case .unknown: .unknown
        case .noMap: .word("no-map")
        case .offRoad: .word("off-road")
        case .notCalibrated: .word("not-calibrated")
        case .currentLink: .word("current-link")
        case .noFurtherData where isSubPath: .word("no-further-data")
        case .continuation where isSubPath: .word("continuation")
        default: isNormal ? .integer(Int(raw)) : .reserved
        }
    }
}

extension EffectiveSpeedLimitCode {
    fileprivate var value: FieldValue {
        switch reading {
        case .unknown: .unknown
        case .upTo(let limit): .integer(limit)
        case .above150: .bound(.above, 150, places: 0)
        case .unlimited: .word("unlimited")
        case .notAvailable: .notAvailable
        }
    }
}
