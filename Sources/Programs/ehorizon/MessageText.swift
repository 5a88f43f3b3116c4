import ADASISv2
import CANFrames

/// A message as a line for people: the frame as candump writes it, then its words with units.
struct MessageText: MessageWriter {
    /// The width of a frame with an 11-bit identifier on an interface such as `vcan0`.
    private static let frameWidth = 46
    /// The width of the longest name, PROFILE SHORT.
    private static let nameWidth = 13

    func write(
        _ message: MessageFields, of logged: LoggedFrame, at time: String?, to line: inout String
    ) {
        var text = logged.text
        if let time, let end = text.firstIndex(of: ")") { text = "(\(time)" + text[end...] }
        let name = message.kind.name
        line += text + blanks(Self.frameWidth - text.utf8.count)
        line += "  " + name + blanks(Self.nameWidth - name.utf8.count)
        for item in message.items {
            guard let words = words(of: item, in: message) else { continue }
            line += "  " + words
        }
        if let counter = message[.cyclicCounter] { line += "  #\(counter.text)" }
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// The words for a field, `nil` where the line leaves it out.
    private func words(of item: MessageFields.Item, in message: MessageFields) -> String? {
        func text(_ field: Field) -> String { message[field]?.text ?? "" }
        let value = item.value.text(unit: item.unit)
        switch item.field {
        case .messageType, .reserved, .cyclicCounter, .minorProtocolVersion,
            .minorProtocolSubVersion, .mapVersionYear, .mapVersionQuarter:
            return nil
        case .pathIndex: return "path " + padded(value, to: 2)
        case .offset:
            return "offset " + blanks(4 - item.value.text.utf8.count) + value
        case .retransmission, .update, .lastStubAtOffset, .controlPoint:
            return item.value == .flag(true) ? item.field.record.label : nil
        case .profileType, .value0, .value: return value
        case .distance1: return item.value == .integer(0) ? nil : "+\(item.value.text) m"
        case .value1: return message[.distance1] == .integer(0) ? nil : value
        case .majorProtocolVersion:
            return "version \(value).\(text(.minorProtocolVersion))"
                + ".\(text(.minorProtocolSubVersion))"
        case .mapProvider:
            return "map \(value) \(text(.mapVersionYear)) Q\(text(.mapVersionQuarter))"
        default: return "\(item.field.record.label) \(value)"
        }
    }

    private func padded(_ text: String, to width: Int) -> String {
        blanks(width - text.utf8.count) + text
    }
}
