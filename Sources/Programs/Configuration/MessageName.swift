import ADASISv2
import CANFrames
import TextFiles

/// A kind of messages or a profile type, as masks and identifiers name it.
///
/// The mask is made of these from the flag or the file on: a name is parsed once, where it is read.
enum MessageName: Sendable, Hashable {
    case kind(MessageKind)
    case short(ShortProfileType)
    case long(LongProfileType)

    /// All, kinds first: an identifier that is set for one profile type holds after one is set for its
    /// kind.
    static let all =
        MessageKind.standard.map(MessageName.kind)
        + ShortProfileType.named.map(MessageName.short)
        + LongProfileType.named.map(MessageName.long)

    /// The name in flags and files, such as `profile-short.curvature`.
    var name: String {
        switch self {
        case .kind(let kind): kind.maskName
        case .short(let type): "\(MessageKind.profileShort.maskName).\(type.name)"
        case .long(let type): "\(MessageKind.profileLong.maskName).\(type.name)"
        }
    }

    /// Parses a name; `nil` where there is none such.
    init?(name: Substring) {
        guard let found = MessageName.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Parses a name. The error lists the names that exist.
    init(_ name: String) throws(UnknownMessageName) {
        guard let found = MessageName(name: name[...]) else {
            throw UnknownMessageName(name: name)
        }
        self = found
    }

    /// The kind of its messages.
    var kind: MessageKind {
        switch self {
        case .kind(let kind): kind
        case .short: .profileShort
        case .long: .profileLong
        }
    }

    /// The name for messages to people.
    var description: String {
        switch self {
        case .kind(let kind): kind.name
        case .short(let type): "PROFILE SHORT of type \(type.name)"
        case .long(let type): "PROFILE LONG of type \(type.name)"
        }
    }

    /// The setting of its CAN identifier. The names of profile types have a dot in them.
    var settingPath: [String] { ["layout", "can_id", name] }

    /// The name of that setting.
    var settingName: String { Setting.name(of: settingPath) }

    /// Whether a layout has a place for it.
    func isCarried(by layout: Layout) -> Bool {
        switch self {
        case .kind(let kind): layout.carries(kind)
        case .short(let type):
            layout.carries(.profileShort(ProfileShortMessage(profileType: type)))
        case .long(let type): layout.carries(.profileLong(ProfileLongMessage(profileType: type)))
        }
    }

    /// Sets its CAN identifier in a layout.
    func set(_ identifier: CANIdentifier, in layout: inout Layout) {
        switch self {
        case .kind(let kind): layout.setIdentifier(identifier, of: kind)
        case .short(let type): layout.setIdentifier(identifier, of: type)
        case .long(let type): layout.setIdentifier(identifier, of: type)
        }
    }
}

extension MessageMask {
    /// Lets through what a name stands for, or not.
    mutating func set(_ name: MessageName, to isOn: Bool) {
        switch name {
        case .kind(let kind): set(kind, to: isOn)
        case .short(let type): set(type, to: isOn)
        case .long(let type): set(type, to: isOn)
        }
    }

    /// Whether what a name stands for may be sent.
    func allows(_ name: MessageName) -> Bool {
        switch name {
        case .kind(let kind): allows(kind)
        case .short(let type): allows(type)
        case .long(let type): allows(type)
        }
    }

    /// The single messages and profile types that are on and off against another mask. The two profile
    /// kinds are left out: their types say more.
    func difference(from other: MessageMask) -> (on: [MessageName], off: [MessageName]) {
        let kinds: [MessageKind] = [.position, .stub, .segment, .metaData]
        let single =
            kinds.map(MessageName.kind) + ShortProfileType.named.map(MessageName.short)
            + LongProfileType.named.map(MessageName.long)
        let changed = single.filter { allows($0) != other.allows($0) }
        return (changed.filter { allows($0) }, changed.filter { !allows($0) })
    }
}

extension UnknownMessageName {
    /// The line for people, with the name that may have been meant.
    var words: String {
        "\(self)\(NearestName.words(for: name, among: MessageMask.names))"
    }
}
