import ADASISv2
import CANFrames

/// What can have an identifier of its own: a kind of messages, or a profile type.
enum IdentifierCarrier: Sendable, Hashable {
    case kind(MessageKind)
    case short(ShortProfileType)
    case long(LongProfileType)

    /// All that have a name. Kinds come first: a profile type's own identifier stays its own when that
    /// of the other types changes.
    static let all =
        MessageKind.standard.map(IdentifierCarrier.kind)
        + ShortProfileType.named.map(IdentifierCarrier.short)
        + LongProfileType.named.map(IdentifierCarrier.long)

    /// The name, as message masks have it.
    var name: String {
        switch self {
        case .kind(let kind): kind.maskName
        case .short(let type): "\(MessageKind.profileShort.maskName).\(type.name)"
        case .long(let type): "\(MessageKind.profileLong.maskName).\(type.name)"
        }
    }

    /// The carrier of a name, `nil` where there is none.
    init?(name: Substring) {
        guard let carrier = IdentifierCarrier.all.first(where: { $0.name == name }) else {
            return nil
        }
        self = carrier
    }

    /// The messages that carry it.
    var kind: MessageKind {
        switch self {
        case .kind(let kind): kind
        case .short: .profileShort
        case .long: .profileLong
        }
    }

    /// The words for people.
    var description: String {
        switch self {
        case .kind(let kind): kind.name
        case .short(let type): "PROFILE SHORT of type \(type.name)"
        case .long(let type): "PROFILE LONG of type \(type.name)"
        }
    }

    /// Where a configuration sets it. The names of profile types have a dot in them.
    var settingPath: [String] { ["layout", "can_id", name] }

    /// The same as one name.
    var settingName: String { Setting.name(of: settingPath) }

    /// Whether a layout sends it at all.
    func isCarried(by layout: Layout) -> Bool {
        switch self {
        case .kind(let kind): layout.carries(kind)
        case .short(let type):
            layout.carries(.profileShort(ProfileShortMessage(profileType: type)))
        case .long(let type): layout.carries(.profileLong(ProfileLongMessage(profileType: type)))
        }
    }

    /// Sets the identifier.
    func set(_ identifier: CANIdentifier, in layout: inout Layout) {
        switch self {
        case .kind(let kind): layout.setIdentifier(identifier, of: kind)
        case .short(let type): layout.setIdentifier(identifier, of: type)
        case .long(let type): layout.setIdentifier(identifier, of: type)
        }
    }
}
