import ADASISv2
import CANDatabase
import CANFrames
import JSONWriting

// The layout as a page needs it to decode frames: where the bits of each field are, and what each number means. The
// meanings are the texts of `ehorizon decode`, number by number, where a field has few numbers.
extension Layout {
    /// The widest field whose numbers are written out one by one.
    private static let widestTable = 10

    func write(to json: inout JSONWriter) {
        json.beginObject("layout")
        json.beginArray("messages")
        for message in messages {
            json.beginObject()
            json.text("name", message.kind.name)
            json.integer("id", Int(message.identifier.value))
            json.truth("extended", message.identifier.isExtended)
            json.truth("fd", message.isFD)
            json.integer("length", message.frameLength)
            json.beginArray("signals")
            for signal in message.signals { Self.write(signal, of: message.kind, to: &json) }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.beginArray("profiles")
        for type in ProfileType.named { Self.write(type, to: &json) }
        json.endArray()
        json.endObject()
    }

    private static func write(
        _ signal: SignalPlacement, of kind: MessageKind, to json: inout JSONWriter
    ) {
        let field = signal.field
        json.beginObject()
        json.text("name", field.rawValue)
        json.text("label", field.record.label)
        json.text("unit", field.record.unit)
        json.integer("start", signal.bits.startBit)
        json.integer("width", signal.bits.width)
        json.text("order", signal.bits.byteOrder == .motorola ? "motorola" : "intel")
        let isProfileValue = field == .value0 || field == .value1 || field == .value
        json.truth("profile_value", isProfileValue)
        if !isProfileValue {
            writeTexts(signal.bits.width, to: &json) { field.value(of: $0, in: kind).text }
        }
        json.endObject()
    }

    private static func write(_ type: ProfileType, to json: inout JSONWriter) {
        json.beginObject()
        json.text("message", type.kind.name)
        json.integer("number", Int(type.number))
        json.text("name", type.name)
        json.text("unit", type.unit)
        if type.kind == .profileShort {
            writeTexts(widestTable, to: &json) { type.text(of: $0).text }
        } else if case .linear(let scale)? = type.record?.coding {
            json.integer("zero", Int(scale.zero))
            json.number("per_unit", scale.perUnit, places: 6)
            json.integer("places", scale.places)
            json.integer("highest", Int(scale.highest))
        }
        json.endObject()
    }

    /// Writes the meaning of each number of a field of a width; nothing for a wide one, whose numbers are values.
    private static func writeTexts(
        _ width: Int, to json: inout JSONWriter, _ text: (UInt32) -> String
    ) {
        guard width <= widestTable else { return }
        json.beginArray("texts")
        for raw in 0..<(UInt32(1) << UInt32(width)) { json.text(nil, text(raw)) }
        json.endArray()
    }
}
