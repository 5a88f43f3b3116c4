extension MessageKind {
    /// The protocol's name, such as `META-DATA`.
    public var name: String {
        switch self {
        case .systemSpecific: "SYSTEM SPECIFIC"
        case .position: "POSITION"
        case .segment: "SEGMENT"
        case .stub: "STUB"
        case .profileShort: "PROFILE SHORT"
        case .profileLong: "PROFILE LONG"
        case .metaData: "META-DATA"
        }
    }

    /// The name in masks and configurations, such as `meta-data`.
    public var maskName: String {
        switch self {
        case .systemSpecific: "system-specific"
        case .position: "position"
        case .segment: "segment"
        case .stub: "stub"
        case .profileShort: "profile-short"
        case .profileLong: "profile-long"
        case .metaData: "meta-data"
        }
    }
}

extension ShortProfileType {
    /// The name in masks and configurations, such as `curvature`; `type-17` where the protocol has
    /// none.
    public var name: String {
        switch raw {
        case 1: "curvature"
        case 2: "route-number-type"
        case 3: "slope-step"
        case 4: "slope-linear"
        case 5: "road-accessibility"
        case 6: "road-condition"
        case 7: "variable-speed-sign-position"
        case 8: "heading-change"
        case 9: "average-speed"
        case 31: "n/a"
        default: "type-\(raw)"
        }
    }
}

extension LongProfileType {
    /// The name in masks and configurations, such as `longitude`; `type-17` where the protocol has
    /// none.
    public var name: String {
        switch raw {
        case 1: "longitude"
        case 2: "latitude"
        case 3: "altitude"
        case 4: "bezier-longitude"
        case 5: "bezier-latitude"
        case 6: "bezier-altitude"
        case 7: "link-identifier"
        case 8: "traffic-sign"
        case 9: "truck-speed-limit"
        case 10: "extended-lane"
        case 11: "speed-limit-and-recommended-speed"
        case 31: "n/a"
        default: "type-\(raw)"
        }
    }
}
