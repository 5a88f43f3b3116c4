/// Which message and signal of a DBC stands for which message and field of the protocol.
///
/// As a text it has a section for each message and a line for each field, in a form that a TOML file
/// can carry as it is:
///
/// ```toml
/// # What we call it on the left, what the DBC calls it on the right.
/// [position]
/// message = "ADAS_Position_FO"
/// pathIndex = "AdvDrAstMpPstnPthIdx"
///
/// [profile-short]
/// message = "ADAS_Profile_Short_FO"
///
/// [profile-short.second]      # another identifier of the kind; its name is free
/// message = "ADAS_Profile_Short2_FO"
/// types = "curvature slope-linear"
/// ```
/// Sections are ``MessageKind/maskName``, fields ``Field``'s raw values. `types` are the profile types
/// that are *sent* this way, by name or number, `""` for none; without it, all that no other section
/// of the kind has. All types are *understood* on any identifier of their kind. A trailer is given by
/// `aliveCounter` and `checksum`, the names of signals, and `checksum-algorithm`
/// (``ChecksumAlgorithm/named``), `checksum-data-id`, `checksum-data-id-place` (`first`, `last`),
/// `checksum-bytes` (as in `0-6`).
public struct LayoutMapping: Sendable, Hashable {
    /// One message of the protocol in one message of the DBC.
    public struct Section: Sendable, Hashable {
        /// The section's name, such as `profile-short.second`.
        public var name: String
        /// The message of the protocol.
        public var kind: MessageKind
        /// The name of the DBC's message.
        public var message = ""
        /// The names of the DBC's signals. The trailer's are among them.
        public var signals: [SignalName] = []
        /// The profile types that are sent this way; `nil` for those that no other section has.
        public var profileTypes: ProfileTypeSet?
        /// The algorithm of the checksum; `nil` if the frame has no trailer.
        public var algorithm: ChecksumAlgorithm?
        /// The checksum's data identifier.
        public var dataIdentifier: UInt16?
        /// Where it goes.
        public var dataIdentifierPlace = Trailer.DataIdentifierPlace.first
        /// The bytes that the checksum covers, `nil` for all.
        public var covered: Range<Int>?

        /// A section without signals.
        public init(name: String, kind: MessageKind) {
            self.name = name
            self.kind = kind
        }

        /// The name of the DBC's signal for a field, `nil` where there is none.
        public func signal(for field: Field) -> String? {
            signals.first { $0.field == field }?.name
        }
    }

    /// The DBC's name for a field.
    public struct SignalName: Sendable, Hashable {
        /// The field.
        public var field: Field
        /// The signal's name.
        public var name: String

        /// A field's name.
        public init(_ field: Field, _ name: String) {
            self.field = field
            self.name = name
        }
    }

    /// The sections, those of one kind in the order of preference.
    public var sections: [Section]

    /// A mapping of sections.
    public init(sections: [Section] = []) { self.sections = sections }
}

extension LayoutMapping {
    /// The names of a message's section: `position`, or `profile-short.` and a name of its own.
    static func kind(ofSection name: String) -> MessageKind? {
        let head = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let kind = MessageKind.standard.first(where: { $0.maskName == head[0] }) else {
            return nil
        }
        switch head.count {
        case 1: return kind
        case 2: return head[1].isEmpty || !kind.hasProfileTypes ? nil : kind
        default: return nil
        }
    }
}

extension LayoutMapping {
    /// Reads one line of a section, the text without its quotes. The error describes the problem.
    static func set(
        _ key: String, to text: String, in section: inout Section
    ) throws(LayoutMappingError.Problem) {
        switch key {
        case "message": section.message = text
        case "types":
            guard section.kind.hasProfileTypes else {
                throw .unknownKey(key, section: section.name)
            }
            section.profileTypes = try types(text, of: section.kind)
        case "checksum-algorithm":
            guard let found = ChecksumAlgorithm(name: text) else {
                let names = ChecksumAlgorithm.named.map { $0.name }
                throw .badValue(text, expected: names.joined(separator: ", "))
            }
            section.algorithm = found
        case "checksum-data-id":
            guard let number = UInt16(numeral: text) else {
                throw .badValue(text, expected: "a number up to 65535 or 0xFFFF")
            }
            section.dataIdentifier = number
        case "checksum-data-id-place":
            guard let place = Trailer.DataIdentifierPlace(rawValue: text) else {
                throw .badValue(text, expected: "first or last")
            }
            section.dataIdentifierPlace = place
        case "checksum-bytes":
            let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high, high < 64
            else { throw .badValue(text, expected: "the first and the last byte, as in 0-6") }
            section.covered = low..<high + 1
        default:
            guard let field = Field(rawValue: key),
                section.kind.fields.contains(field) || field == .aliveCounter || field == .checksum
            else { throw .unknownKey(key, section: section.name) }
            section.signals.append(SignalName(field, text))
        }
    }

    private static func types(
        _ text: String, of kind: MessageKind
    ) throws(LayoutMappingError.Problem) -> ProfileTypeSet {
        var types = ProfileTypeSet()
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard let number = kind.profileTypeNumber(named: String(word)) else {
                throw .badValue(String(word), expected: "the name or number of a profile type")
            }
            types.insert(number)
        }
        return types
    }
}

extension MessageKind {
    /// Whether its messages have a profile type.
    var hasProfileTypes: Bool { self == .profileShort || self == .profileLong }

    /// The number of a profile type by its name or number.
    func profileTypeNumber(named name: String) -> UInt8? {
        if let number = UInt8(name) { return number < 32 ? number : nil }
        return ProfileType.named.first { $0.kind == self && $0.name == name }?.number
    }
}

extension UInt16 {
    /// A decimal number, or a hexadecimal one after 0x.
    fileprivate init?(numeral text: String) {
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            self.init(text.dropFirst(2), radix: 16)
        } else {
            self.init(text)
        }
    }
}
