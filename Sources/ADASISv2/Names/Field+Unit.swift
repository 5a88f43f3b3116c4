extension Field {
    /// The unit of the field's value, ASCII; empty where it has none.
    public func unit(profile: ProfileContext = .none) -> String {
        switch self {
        case .offset, .distance1, .lateralOffset: "m"
        case .positionAge: "ms"
        case .speed: "m/s"
        case .relativeHeading, .turnAngle: "deg"
        case .positionProbability, .relativeProbability: "%"
        case .value0, .value1:
            switch profile {
            case .short(.curvature): "1/m"
            case .short(.slopeStep), .short(.slopeLinear): "%"
            case .short(.averageSpeed): "m/s"
            case .short(.headingChange): "deg"
            default: ""
            }
        case .value:
            switch profile {
            case .long(.longitude), .long(.latitude), .long(.bezierLongitude),
                .long(.bezierLatitude):
                "deg"
            case .long(.altitude), .long(.bezierAltitude): "m"
            default: ""
            }
        default: ""
        }
    }

    /// How the raw number becomes a value where that is linear: raw · factor + offset.
    public var scale: (factor: Double, offset: Double) {
        switch self {
        case .positionAge: (5, 0)
        case .speed: (0.2, -12.8)
        case .relativeHeading, .turnAngle: (360.0 / 254, 0)
        case .positionProbability, .relativeProbability: (100.0 / 30, 0)
        case .lateralOffset: (1, -256)
        case .mapVersionYear: (1, 2000)
        case .mapVersionQuarter: (1, 1)
        default: (1, 0)
        }
    }

    /// What a table of named values does not say; empty where there is nothing to add.
    public var remark: String {
        switch self {
        case .offset: "Metres from the path's start, modulo 8191."
        case .cyclicCounter: "Counts the frames of this message type."
        case .retransmission: "1: repeats something already sent."
        case .update: "1: replaces a value already sent for this place."
        case .positionConfidence: "0 is the highest, 6 the lowest."
        case .relativeProbability: "0: also where driving is not allowed; sources differ (C)."
        case .functionalRoadClass: "1 is the highest, 6 the lowest."
        case .effectiveSpeedLimit: "Up to and including, in the unit that META_DATA states."
        case .lastStubAtOffset: "1: no further STUB follows for this offset."
        case .lateralOffset: "GM's; its direction is not public."
        case .aliveCounter: "Counts the frames of this identifier."
        case .checksum: "Over the frame's other bytes and its data identifier."
        case .value0: "Holds at the offset; the profile type says how it is coded."
        case .distance1: "Metres from the offset to value1; 0: no second value."
        case .value1: "Holds at the offset plus distance1."
        case .value: "The profile type says how it is coded."
        case .countryCode: "ISO 3166-1 numeric."
        default: ""
        }
    }
}
