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
