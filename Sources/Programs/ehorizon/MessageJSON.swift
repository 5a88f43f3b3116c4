import ADASISv2
import CANFrames

/// A message as one JSON object: `{"time":…,"id":"300","message":"POSITION","raw":{…},"value":{…}}`,
/// its keys always in the order of the protocol's tables.
struct MessageJSON: MessageWriter {
    func write(
        _ message: MessageFields, of logged: LoggedFrame, at time: String?, to line: inout String
    ) {
        line += "{\"time\":\(secondsText(logged.nanoseconds))"
        if let time { line += ",\"timeText\":\"\(time)\"" }
        if case .data(let frame) = logged.content { line += ",\"id\":\"\(frame.identifier.text)\"" }
        line += ",\"message\":\"\(message.kind.name)\",\"raw\":"
        append(message.items, to: &line) { "\"\($0.field.rawValue)\":\($0.raw)" }
        line += ",\"value\":"
        // The last two are the message type, which the object names already, and the reserved bits.
        append(message.items.dropLast(2), to: &line) {
            $0.value.members($0.field.rawValue, as: $0.form)
        }
        line += "}"
    }

    private func append(
        _ items: some Sequence<MessageFields.Item>, to line: inout String,
        _ text: (MessageFields.Item) -> String
    ) {
        var separator = "{"
        for item in items {
            line += separator
            line += text(item)
            separator = ","
        }
        line += separator == "{" ? "{}" : "}"
    }
}
