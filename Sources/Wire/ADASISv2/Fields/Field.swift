/// A field of a message. Its raw value is its name in texts, DBC files and configurations.
public enum Field: String, Sendable, Hashable, CaseIterable {
    /// The three bits that say which message it is.
    case messageType
    /// The path.
    case pathIndex
    /// The place on the path.
    case offset
    /// The counter of the message's type.
    case cyclicCounter
    /// Whether this repeats something already sent.
    case retransmission
    /// Whether this replaces something already sent.
    case update

    /// Which candidate a POSITION is.
    case positionIndex
    /// How long ago the offset was true.
    case positionAge
    /// The car's speed.
    case speed
    /// The car's heading from the path's direction.
    case relativeHeading
    /// How likely a POSITION is.
    case positionProbability
    /// The confidence of a POSITION.
    case positionConfidence
    /// The car's lane.
    case currentLane
    /// The lateral distance between car and path, in GM's layout in place of the speed. No preset has it.
    case lateralOffset

    /// The path that begins at a STUB.
    case subPathIndex
    /// The angle at which it leaves.
    case turnAngle
    /// How likely it is that the car comes along.
    case relativeProbability
    /// How important the road is.
    case functionalRoadClass
    /// The form of way of the road.
    case formOfWay
    /// The speed limit in force.
    case effectiveSpeedLimit
    /// Why it is in force.
    case effectiveSpeedLimitType
    /// Lanes in driving direction.
    case lanesDrivingDirection
    /// Lanes in the opposite direction.
    case lanesOppositeDirection
    /// Whether there is a tunnel.
    case tunnel
    /// Whether there is a bridge.
    case bridge
    /// Whether the carriageways are divided.
    case dividedRoad
    /// Whether the area is built up.
    case builtUpArea
    /// Whether this is part of a complex intersection.
    case complexIntersection
    /// The right of way at a branch point (STUB).
    case rightOfWay
    /// Whether the navigation's route comes along.
    case partOfCalculatedRoute
    /// Whether no further STUB follows for this offset.
    case lastStubAtOffset

    /// The type of the values of a profile.
    case profileType
    /// Whether a profile's spot is a control point.
    case controlPoint
    /// The first value of PROFILE SHORT.
    case value0
    /// The distance to its second value.
    case distance1
    /// The second value of PROFILE SHORT.
    case value1
    /// How exact these values are.
    case accuracy
    /// The value of PROFILE LONG.
    case value

    /// The country.
    case countryCode
    /// The region within the country.
    case regionCode
    /// The side that traffic drives on.
    case drivingSide
    /// The unit of speed limits.
    case speedUnit
    /// The protocol's version, first number.
    case majorProtocolVersion
    /// The protocol's version, second number.
    case minorProtocolVersion
    /// The protocol's version, third number.
    case minorProtocolSubVersion
    /// The version of the sender's hardware.
    case hardwareVersion
    /// The supplier of the map.
    case mapProvider
    /// The year of the map.
    case mapVersionYear
    /// The quarter of the year of the map.
    case mapVersionQuarter

    /// Bits without a meaning.
    case reserved

    /// The counter of a frame's trailer, which is no field of the message.
    case aliveCounter
    /// The checksum of a frame's trailer, which is no field of the message.
    case checksum
}

extension MessageKind {
    /// The fields of a message in the order in which tables and texts list them. The last two are
    /// always the message type and the reserved bits.
    public var fields: [Field] {
        switch self {
        case .systemSpecific: [.messageType, .reserved]
        case .position:
            [
                .pathIndex, .offset, .cyclicCounter, .positionIndex, .positionAge, .speed,
                .relativeHeading, .positionProbability, .positionConfidence, .currentLane,
                .lateralOffset,
                .messageType, .reserved,
            ]
        case .segment:
            [
                .pathIndex, .offset, .cyclicCounter, .retransmission, .update,
                .functionalRoadClass, .formOfWay, .effectiveSpeedLimit, .effectiveSpeedLimitType,
                .lanesDrivingDirection, .lanesOppositeDirection, .tunnel, .bridge, .dividedRoad,
                .builtUpArea, .complexIntersection, .relativeProbability, .partOfCalculatedRoute,
                .messageType, .reserved,
            ]
        case .stub:
            [
                .pathIndex, .offset, .cyclicCounter, .retransmission, .update, .subPathIndex,
                .turnAngle, .relativeProbability, .functionalRoadClass, .formOfWay,
                .lanesDrivingDirection, .lanesOppositeDirection, .complexIntersection,
                .rightOfWay, .partOfCalculatedRoute, .lastStubAtOffset,
                .messageType, .reserved,
            ]
        case .profileShort:
            [
                .pathIndex, .offset, .cyclicCounter, .retransmission, .update, .profileType,
                .controlPoint, .value0, .distance1, .value1, .accuracy,
                .messageType, .reserved,
            ]
        case .profileLong:
            [
                .pathIndex, .offset, .cyclicCounter, .retransmission, .update, .profileType,
                .controlPoint, .value,
                .messageType, .reserved,
            ]
        case .metaData:
            [
                .cyclicCounter, .countryCode, .regionCode, .drivingSide, .speedUnit,
                .majorProtocolVersion, .minorProtocolVersion, .minorProtocolSubVersion,
                .hardwareVersion, .mapProvider, .mapVersionYear, .mapVersionQuarter,
                .messageType, .reserved,
            ]
        }
    }
}

/// The raw numbers of a message's fields, in the order of ``MessageKind/fields``; unused places are 0.
///
/// The reserved bits' place is 0 in what a message gives, so that they are sent as 0.
public typealias RawFields = [20 of UInt32]
