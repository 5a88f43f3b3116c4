import ADASISv2
import CANFrames

/// The fields of a message with what they say, in the order of the protocol's tables.
struct MessageFields {
    /// A field of the message.
    struct Item {
        let field: Field
        /// The number on the wire.
        let raw: UInt32
        /// Its meaning.
        let value: FieldValue
        /// The unit of the value, empty where it has none.
        let unit: String
        /// What JSON has for the value.
        let form: FieldForm
    }

    let kind: MessageKind
    /// The fields, but for those that only one maker has where the layout has none of them.
    let items: [Item]

    init(_ kind: MessageKind, _ raw: RawFields, showsMakersOwn: Bool) {
        self.kind = kind
        let profile = ProfileType(kind: kind, raw: raw)
        items = kind.fields.enumerated().compactMap { index, field in
            if field.isMakersOwn, !showsMakersOwn { return nil }
            return Item(
                field: field, raw: raw[index],
                value: field.value(of: raw[index], in: kind, profile: profile),
                unit: field.unit(profile: profile), form: field.form(profile: profile))
        }
    }

    /// The link-identifier that the message carries, `nil` where it carries none.
    var linkIdentifier: UInt32? {
        guard kind == .profileLong,
            items.contains(where: {
                $0.field == .profileType && $0.raw == UInt32(LongProfileType.linkIdentifier.raw)
            }),
            let raw = items.first(where: { $0.field == .value })?.raw
        else { return nil }
        return LongValueCode(raw: raw).linkIdentifier.value
    }

    /// What a field says, `nil` where the message does not have it.
    subscript(field: Field) -> FieldValue? { items.first { $0.field == field }?.value }
}

/// Writes a message as one line.
protocol MessageWriter {
    /// Adds the message of a frame to a line. `time` is the time as text; `nil` for seconds.
    func write(
        _ message: MessageFields, of logged: LoggedFrame, at time: String?, to line: inout String)
}

extension FieldValue {
    /// The value with its unit as people read it: words have none.
    func text(unit: String) -> String {
        switch self {
        case .word, .flag, .flags, .parts: text
        case .integer, .decimal, .bound:
            unit == "deg" ? text + "°" : unit.isEmpty ? text : "\(text) \(unit)"
        }
    }
}
