import CANDatabase
public import CANFrames

/// A known layout of the messages. Widths are the same in all of them, the order is not.
public enum LayoutPreset: Sendable, Hashable, CaseIterable {
    /// Most significant bit first; what production sources use. Confidence B, POSITION A.
    case adasis
    /// The same eight bytes in reverse order. Confidence B.
    case adasisIntel
    /// The order of the specification's signal tables, what `kashiwado/adasisv2` puts on the wire.
    /// Confidence C.
    case tableOrder

    /// A message's layout on its default identifier.
    func message(_ kind: MessageKind) -> MessageLayout {
        let stream = self == .tableOrder ? kind.tableOrderStream : kind.adasisStream
        var position = 0
        var signals: [SignalPlacement] = []
        for (field, width) in stream {
            let bits =
                switch self {
                case .adasis, .tableOrder:
                    SignalBits(
                        startBit: position / 8 * 8 + 7 - position % 8,
                        width: width,
                        byteOrder: .motorola
                    )
                case .adasisIntel:
                    // In reversed bytes the stream's last bit is bit 0.
                    SignalBits(startBit: 64 - position - width, width: width, byteOrder: .intel)
                }
            signals.append(SignalPlacement(field, bits))
            position += width
        }
        return MessageLayout(
            unchecked: kind,
            identifier: kind.defaultIdentifier,
            signals: signals
        )
    }
}

extension MessageKind {
    /// The identifier on which a message travels where nothing else is set: a choice of this project,
    /// by the priority that production buses show.
    public var defaultIdentifier: CANIdentifier {
        switch self {
        case .position, .systemSpecific: CANIdentifier(truncatingBase: 0x300)
        case .stub: CANIdentifier(truncatingBase: 0x301)
        case .segment: CANIdentifier(truncatingBase: 0x302)
        case .profileShort: CANIdentifier(truncatingBase: 0x303)
        case .profileLong: CANIdentifier(truncatingBase: 0x304)
        case .metaData: CANIdentifier(truncatingBase: 0x305)
        }
    }

    /// The fields with their widths in the order of `adasis`, 64 bits, one line a byte or two.
    fileprivate var adasisStream: [(Field, Int)] {
        let place: [(Field, Int)] = [
            (.messageType, 3), (.offset, 13), (.cyclicCounter, 2), (.pathIndex, 6),
        ]
        return switch self {
        case .systemSpecific: []
        case .position:
            place + [
                (.positionIndex, 2), (.positionProbability, 5), (.positionAge, 9),
                (.reserved, 1), (.positionConfidence, 3), (.currentLane, 3), (.speed, 9),
                (.relativeHeading, 8),
            ]
        case .segment:
            place + [
                (.tunnel, 2), (.bridge, 2), (.builtUpArea, 2), (.retransmission, 1), (.update, 1),
                (.relativeProbability, 5), (.functionalRoadClass, 3),
                (.partOfCalculatedRoute, 2), (.complexIntersection, 2), (.formOfWay, 4),
                (.effectiveSpeedLimit, 5), (.effectiveSpeedLimitType, 3),
                (.reserved, 1), (.dividedRoad, 2), (.lanesOppositeDirection, 2),
                (.lanesDrivingDirection, 3),
            ]
        case .stub:
            place + [
                (.subPathIndex, 6), (.retransmission, 1), (.update, 1),
                (.relativeProbability, 5), (.functionalRoadClass, 3),
                (.partOfCalculatedRoute, 2), (.complexIntersection, 2), (.formOfWay, 4),
                (.turnAngle, 8),
                (.lastStubAtOffset, 1), (.rightOfWay, 2), (.lanesOppositeDirection, 2),
                (.lanesDrivingDirection, 3),
            ]
        case .profileShort:
            place + [
                (.profileType, 5), (.controlPoint, 1), (.retransmission, 1), (.update, 1),
                (.accuracy, 2), (.distance1, 10), (.value0, 10), (.value1, 10),
            ]
        case .profileLong:
            place + [
                (.profileType, 5), (.controlPoint, 1), (.retransmission, 1), (.update, 1),
                (.value, 32),
            ]
        case .metaData:
            [
                (.messageType, 3), (.mapProvider, 3), (.countryCode, 10),
                (.cyclicCounter, 2), (.majorProtocolVersion, 2), (.minorProtocolSubVersion, 3),
                (.hardwareVersion, 9),
                (.drivingSide, 1), (.regionCode, 15),
                (.mapVersionQuarter, 2), (.mapVersionYear, 6),
                (.reserved, 3), (.speedUnit, 1), (.minorProtocolVersion, 4),
            ]
        }
    }

    /// The fields with their widths in the order of `table-order`, 64 bits.
    fileprivate var tableOrderStream: [(Field, Int)] {
        let place: [(Field, Int)] = [
            (.messageType, 3), (.cyclicCounter, 2), (.retransmission, 1), (.pathIndex, 6),
            (.offset, 13), (.update, 1),
        ]
        return switch self {
        case .systemSpecific: []
        case .position:
            [
                (.messageType, 3), (.cyclicCounter, 2), (.pathIndex, 6), (.offset, 13),
                (.positionIndex, 2), (.positionAge, 9), (.speed, 9), (.relativeHeading, 8),
                (.positionProbability, 5), (.positionConfidence, 3), (.currentLane, 3),
                (.reserved, 1),
            ]
        case .segment:
            place + [
                (.functionalRoadClass, 3), (.formOfWay, 4), (.effectiveSpeedLimit, 5),
                (.effectiveSpeedLimitType, 3), (.lanesDrivingDirection, 3),
                (.lanesOppositeDirection, 2), (.tunnel, 2), (.bridge, 2), (.dividedRoad, 2),
                (.builtUpArea, 2), (.complexIntersection, 2), (.relativeProbability, 5),
                (.partOfCalculatedRoute, 2), (.reserved, 1),
            ]
        case .stub:
            place + [
                (.subPathIndex, 6), (.turnAngle, 8), (.relativeProbability, 5),
                (.functionalRoadClass, 3), (.formOfWay, 4), (.lanesDrivingDirection, 3),
                (.lanesOppositeDirection, 2), (.complexIntersection, 2), (.rightOfWay, 2),
                (.partOfCalculatedRoute, 2), (.lastStubAtOffset, 1),
            ]
        case .profileShort:
            place + [
                (.profileType, 5), (.controlPoint, 1), (.value0, 10), (.distance1, 10),
                (.value1, 10), (.accuracy, 2),
            ]
        case .profileLong: place + [(.profileType, 5), (.controlPoint, 1), (.value, 32)]
        case .metaData:
            [
                (.messageType, 3), (.cyclicCounter, 2), (.countryCode, 10), (.regionCode, 15),
                (.drivingSide, 1), (.speedUnit, 1), (.majorProtocolVersion, 2),
                (.minorProtocolVersion, 4), (.minorProtocolSubVersion, 3),
                (.hardwareVersion, 9), (.mapProvider, 3), (.mapVersionYear, 6),
                (.mapVersionQuarter, 2), (.reserved, 3),
            ]
        }
    }
}
