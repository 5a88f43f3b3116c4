import Quantities

extension Field {
    /// The record of the field.
    public var record: FieldRecord {
        switch self {
        case .messageType:
            FieldRecord("messageType", 3, .a) {
                .word(MessageKind(rawValue: UInt8($0 & 7))?.name ?? "reserved")
            }
        case .pathIndex:
            FieldRecord("path", PathIndex.width, .a) { PathIndex(field: $0).text }
        case .offset:
            FieldRecord(
                "offset", OffsetCode.width, .a, unit: "m",
                remark: "Metres from the path's start, modulo 8191."
            ) { OffsetCode(field: $0).metres.map { .integer($0) } ?? .notAvailable }
        case .cyclicCounter:
            FieldRecord(
                "cyclicCounter", CyclicCounter.width, .b,
                remark: "Counts the frames of this message type.")
        case .retransmission:
            .flag("repeated", .b, remark: "1: repeats something already sent.")
        case .update:
            .flag("update", .b, remark: "1: replaces a value already sent for this place.")
        case .positionIndex: FieldRecord("index", PositionIndex.width, .b)
        case .positionAge:
            FieldRecord("age", PositionAgeCode.width, .a, unit: "ms", scale: (5, 0)) {
                switch PositionAgeCode(field: $0).reading {
                case .atLeast(let age): .bound(.above, age.seconds * 1000, places: 0)
                case let reading: FieldValue(reading.map { $0.seconds * 1000 }, places: 0)
                }
            }
        case .speed:
            FieldRecord("speed", SpeedCode.width, .a, unit: "m/s", scale: (0.2, -12.8)) {
                FieldValue(SpeedCode(field: $0).reading.map { $0.value }, places: 1)
            }
        case .relativeHeading: .angle("heading")
        case .positionProbability: .probability()
        case .positionConfidence:
            FieldRecord(
                "confidence", PositionConfidenceCode.width, .b,
                remark: "0 is the highest, 6 the lowest."
            ) { FieldValue(PositionConfidenceCode(field: $0).reading) }
        case .currentLane:
            FieldRecord("lane", CurrentLaneCode.width, .a) {
                .word(CurrentLaneCode(field: $0).name)
            }
        case .lateralOffset:
            FieldRecord(
                "lateral", LateralOffsetCode.width, .c, unit: "m", scale: (1, -256),
                remark: "GM's; its direction is not public."
            ) { FieldValue(LateralOffsetCode(field: $0).reading.map { $0.value }, places: 0) }
        case .subPathIndex:
            FieldRecord("sub-path", PathIndex.width, .a) { PathIndex(field: $0).subPathText }
        case .turnAngle: .angle("turn")
        case .relativeProbability:
            .probability(remark: "0: also where driving is not allowed; sources differ (C).")
        case .functionalRoadClass:
            FieldRecord(
                "class", FunctionalRoadClassCode.width, .a,
                remark: "1 is the highest, 6 the lowest."
            ) { FieldValue(FunctionalRoadClassCode(field: $0).reading) }
        case .formOfWay:
            FieldRecord("form", FormOfWayCode.width, .a) { .word(FormOfWayCode(field: $0).name) }
        case .effectiveSpeedLimit:
            FieldRecord(
                "limit", EffectiveSpeedLimitCode.width, .a,
                remark: "Up to and including, in the unit that META_DATA states."
            ) { EffectiveSpeedLimitCode(field: $0).text }
        case .effectiveSpeedLimitType:
            FieldRecord("by", EffectiveSpeedLimitTypeCode.width, .a) {
                .word(EffectiveSpeedLimitTypeCode(field: $0).name)
            }
        case .lanesDrivingDirection:
            FieldRecord("lanes", DrivingLanesCode.width, .a) {
                FieldValue(DrivingLanesCode(field: $0).reading)
            }
        case .lanesOppositeDirection:
            FieldRecord("opposite", OppositeLanesCode.width, .a) {
                FieldValue(OppositeLanesCode(field: $0).reading)
            }
        case .tunnel: .triState("tunnel")
        case .bridge: .triState("bridge")
        case .dividedRoad: .triState("divided")
        case .builtUpArea: .triState("built-up")
        case .complexIntersection: .triState("complex")
        case .partOfCalculatedRoute: .triState("route")
        case .rightOfWay:
            FieldRecord("right-of-way", RightOfWayCode.width, .b) {
                .word(RightOfWayCode(field: $0).name)
            }
        case .lastStubAtOffset:
            .flag("last", .a, remark: "1: no further STUB follows for this offset.")
        case .profileType: FieldRecord("profileType", ShortProfileType.width, .a)
        case .controlPoint: .flag("control-point", .b)
        case .value0:
            .profileValue(
                "value0", ProfileValueCode.width,
                remark: "Holds at the offset; the profile type says how it is coded.")
        case .distance1:
            FieldRecord(
                "distance1", ProfileDistanceCode.width, .a, unit: "m",
                remark: "Metres from the offset to value1; 0: no second value."
            ) { $0 == ProfileDistanceCode.mask ? .notAvailable : .integer(Int($0)) }
        case .value1:
            .profileValue(
                "value1", ProfileValueCode.width, remark: "Holds at the offset plus distance1.")
        case .accuracy:
            FieldRecord("accuracy", AccuracyCode.width, .a) { .word(AccuracyCode(field: $0).name) }
        case .value:
            .profileValue(
                "value", LongValueCode.width, remark: "The profile type says how it is coded.")
        case .countryCode:
            FieldRecord("country", CountryCode.width, .a, remark: "ISO 3166-1 numeric.") {
                FieldValue(CountryCode(field: $0).reading)
            }
        case .regionCode:
            FieldRecord("region", RegionCode.width, .c) {
                RegionCode(field: $0) == .unknown ? .unknown : .integer(Int($0))
            }
        case .drivingSide:
            FieldRecord("drive", DrivingSideCode.width, .a) {
                .word(DrivingSideCode(field: $0) == .left ? "left" : "right")
            }
        case .speedUnit:
            FieldRecord("unit", SpeedUnitCode.width, .a) {
                .word(SpeedUnitCode(field: $0) == .kilometresPerHour ? "km/h" : "mph")
            }
        case .majorProtocolVersion: FieldRecord("majorProtocolVersion", 2, .b)
        case .minorProtocolVersion: FieldRecord("minorProtocolVersion", 4, .b)
        case .minorProtocolSubVersion: FieldRecord("minorProtocolSubVersion", 3, .b)
        case .hardwareVersion: FieldRecord("hardware", 9, .b)
        case .mapProvider:
            FieldRecord("map", MapProviderCode.width, .b) { .word(MapProviderCode(field: $0).name) }
        case .mapVersionYear:
            FieldRecord("mapVersionYear", MapYearCode.width, .b, scale: (1, 2000)) {
                FieldValue(MapYearCode(field: $0).reading)
            }
        case .mapVersionQuarter:
            FieldRecord("mapVersionQuarter", MapQuarterCode.width, .c, scale: (1, 1)) {
                .integer(MapQuarterCode(field: $0).quarter)
            }
        case .reserved: FieldRecord("reserved", nil, .b)
        case .aliveCounter:
            FieldRecord(
                "aliveCounter", nil, .own, remark: "Counts the frames of this identifier.")
        case .checksum:
            FieldRecord(
                "checksum", nil, .own,
                remark: "Over the frame's other bytes and its data identifier.")
        }
    }
}

extension PathIndex {
    /// The meaning of the index of a path.
    fileprivate var text: FieldValue {
        switch self {
        case .unknown: .unknown
        case .noMap: .word("no-map")
        case .offRoad: .word("off-road")
        case .notCalibrated: .word("not-calibrated")
        case .currentLink: .word("current-link")
        default: isNormal ? .integer(Int(raw)) : .reserved
        }
    }

    /// The meaning of the index of a sub-path.
    fileprivate var subPathText: FieldValue {
        switch self {
        case .noFurtherData: .word("no-further-data")
        case .continuation: .word("continuation")
        default: text
        }
    }
}

extension EffectiveSpeedLimitCode {
    fileprivate var text: FieldValue {
        switch reading {
        case .unknown: .unknown
        case .upTo(let limit): .integer(limit)
        case .above150: .bound(.above, 150, places: 0)
        case .unlimited: .word("unlimited")
        case .notAvailable: .notAvailable
        }
    }
}
