public import ADASISv2
public import HorizonProvider

/// A named choice of what is sent to begin with.
public enum ProviderPreset: String, Sendable, Hashable, CaseIterable {
    /// POSITION, STUB, SEGMENT, META-DATA.
    case `default`
    /// All messages, and all profile types of public coding.
    case all
    /// Nothing; single messages are enabled by name.
    case none
    /// META-DATA, and the SEGMENT of the link that the car is on.
    case mini
    /// All but STUB, for the main path alone.
    case mainPath = "main-path"

    /// The messages and profile types.
    public var mask: MessageMask {
        switch self {
        case .default: return MessagePreset.default.mask
        case .all: return MessagePreset.all.mask
        case .none: return MessagePreset.none.mask
        case .mini:
            var mask = MessageMask()
            mask.set(.segment, to: true)
            mask.set(.metaData, to: true)
            return mask
        case .mainPath:
            var mask = MessagePreset.all.mask
            mask.set(.stub, to: false)
            return mask
        }
    }

    /// How much of the tree is told.
    public var extent: ProviderParameters.Extent {
        switch self {
        case .default, .all, .none: .fullTree
        case .mini: .currentLink
        case .mainPath: .mainPath
        }
    }
}
