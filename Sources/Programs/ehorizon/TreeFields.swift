import ADASISv2
import HorizonReconstructor

/// A field of something in the tree, ready for text and JSON.
struct TreeField {
    let field: Field
    let value: FieldValue

    init<Code: FieldCode>(_ field: Field, _ code: Code, _ kind: MessageKind) {
        self.field = field
        value = field.value(of: UInt32(code.raw), in: kind)
    }

    init(_ field: Field, _ flag: Bool) {
        self.field = field
        value = .flag(flag)
    }

    /// The value with its unit; `nil` where it says nothing.
    var words: String? {
        let label = field.record.label
        return switch value {
        case .word("n/a"), .flag(false): nil
        case .flag(true): label
        default: "\(label) \(value.text(unit: field.record.unit))"
        }
    }

    /// `"name":value`, with the word or the flag of the value.
    var json: String { value.members(field.rawValue, as: field.form()) }
}

extension PositionMessage {
    var treeFields: [TreeField] {
        [
            TreeField(.speed, speed, .position), TreeField(.positionAge, positionAge, .position),
            TreeField(.relativeHeading, relativeHeading, .position),
            TreeField(.positionProbability, positionProbability, .position),
            TreeField(.positionConfidence, positionConfidence, .position),
            TreeField(.currentLane, currentLane, .position),
        ]
    }
}

extension SegmentMessage {
    var treeFields: [TreeField] {
        [
            TreeField(.functionalRoadClass, functionalRoadClass, .segment),
            TreeField(.formOfWay, formOfWay, .segment),
            TreeField(.effectiveSpeedLimit, effectiveSpeedLimit, .segment),
            TreeField(.effectiveSpeedLimitType, effectiveSpeedLimitType, .segment),
            TreeField(.lanesDrivingDirection, lanesDrivingDirection, .segment),
            TreeField(.lanesOppositeDirection, lanesOppositeDirection, .segment),
            TreeField(.tunnel, tunnel, .segment), TreeField(.bridge, bridge, .segment),
            TreeField(.dividedRoad, dividedRoad, .segment),
            TreeField(.builtUpArea, builtUpArea, .segment),
            TreeField(.complexIntersection, complexIntersection, .segment),
            TreeField(.relativeProbability, relativeProbability, .segment),
            TreeField(.partOfCalculatedRoute, partOfCalculatedRoute, .segment),
        ]
    }
}

extension StubMessage {
    var treeFields: [TreeField] {
        [
            TreeField(.turnAngle, turnAngle, .stub),
            TreeField(.relativeProbability, relativeProbability, .stub),
            TreeField(.functionalRoadClass, functionalRoadClass, .stub),
            TreeField(.formOfWay, formOfWay, .stub),
            TreeField(.lanesDrivingDirection, lanesDrivingDirection, .stub),
            TreeField(.lanesOppositeDirection, lanesOppositeDirection, .stub),
            TreeField(.complexIntersection, complexIntersection, .stub),
            TreeField(.rightOfWay, rightOfWay, .stub),
            TreeField(.partOfCalculatedRoute, partOfCalculatedRoute, .stub),
            TreeField(.lastStubAtOffset, lastStubAtOffset),
        ]
    }
}

extension MetaDataMessage {
    var treeFields: [TreeField] {
        [
            TreeField(.countryCode, countryCode, .metaData),
            TreeField(.drivingSide, drivingSide, .metaData),
            TreeField(.speedUnit, speedUnit, .metaData),
        ]
    }
}

extension Whereabouts {
    var name: String {
        switch self {
        case .onPath: "on-path"
        case .noMap: "no-map"
        case .offRoad: "off-road"
        case .notCalibrated: "not-calibrated"
        case .noPosition: "no-position"
        }
    }
}
