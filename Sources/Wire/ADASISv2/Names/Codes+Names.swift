// The names of the codes that are no numbers, as texts and DBC files show them.

extension CurrentLaneCode {
    /// The lane's name.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .emergency: "emergency"
        case .single: "single"
        case .leftMost: "left-most"
        case .rightMost: "right-most"
        case .middle: "middle"
        case .notAvailable: "n/a"
        default: "reserved"
        }
    }
}

extension FormOfWayCode {
    /// The form's name.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .controlledAccess: "controlled-access"
        case .multipleCarriageway: "multiple-carriageway"
        case .singleCarriageway: "single-carriageway"
        case .roundabout: "roundabout"
        case .trafficSquare: "traffic-square"
        case .parallelRoad: "parallel-road"
        case .controlledAccessRamp: "controlled-access-ramp"
        case .ramp: "ramp"
        case .serviceRoad: "service-road"
        case .carParkAccess: "car-park-access"
        case .serviceAccess: "service-access"
        case .pedestrianZone: "pedestrian-zone"
        case .notAvailable: "n/a"
        default: "reserved"
        }
    }
}

extension EffectiveSpeedLimitTypeCode {
    /// The reason's name.
    public var name: String {
        switch self {
        case .implicit: "implicit"
        case .explicitSign: "sign"
        case .byNight: "night"
        case .byDay: "day"
        case .timeOfDay: "time-of-day"
        case .rain: "rain"
        case .snow: "snow"
        default: "unknown"
        }
    }
}

extension RightOfWayCode {
    /// The name.
    public var name: String {
        switch self {
        case .priority: "priority"
        case .mayHaveToYield: "may-have-to-yield"
        case .unknown: "unknown"
        default: "n/a"
        }
    }
}

extension AccuracyCode {
    /// The name.
    public var name: String {
        switch self {
        case .highest: "highest"
        case .medium: "medium"
        case .lowest: "lowest"
        default: "unknown"
        }
    }
}

extension MapProviderCode {
    /// The provider's name.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .here: "HERE"
        case .tomTom: "TomTom"
        case .zenrin: "Zenrin"
        case .ipc: "IPC"
        case .navInfo: "NavInfo"
        case .other: "other"
        default: "n/a"
        }
    }
}
