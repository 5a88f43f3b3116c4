/// Which messages and profile types are sent.
///
/// ```swift
/// var mask = MessagePreset.default.mask
/// try mask.enable("profile-short.curvature")
/// try mask.disable("stub")
/// ```
/// The order of application is: a preset, then what is enabled, then what is disabled. System
/// specific messages and profile types without a name are never sent.
public struct MessageMask: Sendable, Hashable {
    /// The bit of each message kind without profile types.
    private var kinds: UInt8 = 0
    private var shortProfiles: UInt32 = 0
    private var longProfiles: UInt32 = 0

    /// A mask that lets nothing through.
    public init() {}

    /// Whether a message may be sent.
    public func allows(_ message: Message) -> Bool {
        switch message {
        case .profileShort(let message): allows(message.profileType)
        case .profileLong(let message): allows(message.profileType)
        default: allows(message.kind)
        }
    }

    /// Whether messages of a kind may be sent; of the profiles, whether any type may.
    public func allows(_ kind: MessageKind) -> Bool {
        switch kind {
        case .profileShort: shortProfiles != 0
        case .profileLong: longProfiles != 0
        default: kinds & 1 << kind.rawValue != 0
        }
    }

    /// Whether a short profile may be sent.
    public func allows(_ type: ShortProfileType) -> Bool {
        shortProfiles & 1 << UInt32(type.raw) != 0
    }

    /// Whether a long profile may be sent.
    public func allows(_ type: LongProfileType) -> Bool {
        longProfiles & 1 << UInt32(type.raw) != 0
    }

    /// Whether a profile may be sent.
    public func allows(_ profile: ProfileType) -> Bool {
        switch profile {
        case .short(let type): allows(type)
        case .long(let type): allows(type)
        }
    }

    /// Enables or disables a message. Enabling a profile message enables all types of public coding;
    /// disabling it disables all types.
    public mutating func set(_ kind: MessageKind, to isOn: Bool) {
        switch kind {
        case .profileShort, .profileLong:
            for profile in ProfileType.named
            where profile.kind == kind && (!isOn || profile.hasPublicCoding) {
                set(profile, to: isOn)
            }
        case .systemSpecific: break
        default:
            let bit: UInt8 = 1 << kind.rawValue
            kinds = isOn ? kinds | bit : kinds & ~bit
        }
    }

    /// Lets a short profile through or not; only the named types.
    public mutating func set(_ type: ShortProfileType, to isOn: Bool) {
        set(.short(type), to: isOn)
    }

    /// Lets a long profile through or not; only the named types.
    public mutating func set(_ type: LongProfileType, to isOn: Bool) {
        set(.long(type), to: isOn)
    }

    /// Lets a profile through or not; only the named types.
    public mutating func set(_ profile: ProfileType, to isOn: Bool) {
        guard profile.record != nil else { return }
        let bit: UInt32 = 1 << UInt32(profile.number)
        switch profile {
        case .short: shortProfiles = isOn ? shortProfiles | bit : shortProfiles & ~bit
        case .long: longProfiles = isOn ? longProfiles | bit : longProfiles & ~bit
        }
    }
}

/// A named choice of messages to begin with; the name is that of the command line. Providers of other
/// kinds, for the main path alone or for the link that the car is on, have presets of their own.
public enum MessagePreset: String, Sendable, Hashable, CaseIterable {
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

    /// The mask of the preset.
    public var mask: MessageMask {
        var mask = MessageMask()
        switch self {
        case .none: break
        case .default:
            for kind in [MessageKind.position, .stub, .segment, .metaData] {
                mask.set(kind, to: true)
            }
        case .all:
            for kind in MessageKind.standard { mask.set(kind, to: true) }
        case .mini:
            for kind in [MessageKind.segment, .metaData] { mask.set(kind, to: true) }
        case .mainPath:
            for kind in MessageKind.standard where kind != .stub { mask.set(kind, to: true) }
        }
        return mask
    }
}
