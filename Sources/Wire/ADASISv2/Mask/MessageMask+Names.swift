/// A message or profile name that does not exist.
public struct UnknownMessageName: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name as it was given.
    public let name: String

    /// The error of a name.
    public init(name: String) { self.name = name }

    /// The line for people, with all names that do exist.
    public var description: String {
        "unknown message name '\(name)'; known are \(MessageMask.names.joined(separator: ", "))"
    }
}

extension MessageMask {
    /// All names, kinds first, then the profiles in the order of their codes.
    public static var names: [String] {
        let kinds: [MessageKind] = [
            .position, .stub, .segment, .metaData, .profileShort, .profileLong,
        ]
        return kinds.map { $0.maskName } + ProfileType.named.map { $0.maskName }
    }

    /// Lets through what has this name.
    public mutating func enable(_ name: String) throws(UnknownMessageName) {
        try set(name, to: true)
    }

    /// Holds back what has this name.
    public mutating func disable(_ name: String) throws(UnknownMessageName) {
        try set(name, to: false)
    }

    /// The mask of a preset after what is enabled and then what is disabled by name.
    public init(
        _ preset: MessagePreset,
        enabling enabled: [String] = [],
        disabling disabled: [String] = []
    ) throws(UnknownMessageName) {
        self = preset.mask
        for name in enabled { try enable(name) }
        for name in disabled { try disable(name) }
    }

    private mutating func set(_ name: String, to isOn: Bool) throws(UnknownMessageName) {
        if let kind = MessageKind.standard.first(where: { $0.maskName == name }) {
            set(kind, to: isOn)
        } else if let profile = ProfileType.named.first(where: { $0.maskName == name }) {
            set(profile, to: isOn)
        } else {
            throw UnknownMessageName(name: name)
        }
    }
}
