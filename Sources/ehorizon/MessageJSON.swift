import ADASISv2
import CANFrames

/// A message as one JSON object: `{"time":…,"id":"300","message":"POSITION","raw":{…},"value":{…}}`,
/// its keys always in the order of the protocol's tables.
struct MessageJSON: MessagePrinter {
    /// Whether the layout has fields that only one maker has.
    let showsMakersOwn: Bool
    private var line = ""

    init(showsMakersOwn: Bool) { self.showsMakersOwn = showsMakersOwn }

    mutating func take() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return line
    }

    mutating func print(
        _ logged: LoggedFrame,
        _ frame: CANFrame,
        _ kind: MessageKind,
        _ raw: RawFields
    ) {
        line += "{\"time\":\(seconds(logged.nanoseconds)),\"id\":\"\(frame.identifier.text)\""
        line += ",\"message\":\"\(kind.name)\",\"raw\":{"
        let fields = kind.fields
        for (index, field) in fields.enumerated() where shows(field) {
            if index > 0 { line += "," }
            line += "\"\(field.rawValue)\":\(raw[index])"
        }
        line += "},\"value\":{"
        let profile = ProfileContext(kind: kind, raw: raw)
        // The last two are the message type, which the object names already, and the reserved bits.
        for (index, field) in fields.dropLast(2).enumerated() where shows(field) {
            if index > 0 { line += "," }
            line += "\"\(field.rawValue)\":"
            line += field.value(of: raw[index], in: kind, profile: profile).json
        }
        line += "}}"
    }

    private func shows(_ field: Field) -> Bool { !field.isMakersOwn || showsMakersOwn }

    /// Seconds with six decimals; what is below a microsecond is cut off, as in the log's text.
    private func seconds(_ nanoseconds: Int64) -> String {
        let microseconds = nanoseconds.magnitude / 1000
        let fraction = "\(microseconds % 1_000_000 + 1_000_000)".dropFirst()
        return "\(nanoseconds < 0 ? "-" : "")\(microseconds / 1_000_000).\(fraction)"
    }
}
