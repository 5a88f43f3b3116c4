import CANFrames

extension Database {
    /// The description as a DBC file, as cantools (strictly), SavvyCAN and Wireshark read it.
    public var dbc: String {
        var text = "VERSION \(version.quoted)\n\nNS_ :\n\nBS_:\n\nBU_: \(sender)\n"
        for message in messages {
            text += "\nBO_ \(message.number) \(message.name): \(message.length) \(sender)\n"
            for signal in message.signals { text += signal.line }
        }
        text += "\n"
        if !comment.isEmpty { text += "CM_ \(comment.quoted);\n" }
        for message in messages {
            if !message.comment.isEmpty {
                text += "CM_ BO_ \(message.number) \(message.comment.quoted);\n"
            }
            for signal in message.signals where !signal.comment.isEmpty {
                text += "CM_ SG_ \(message.number) \(signal.name) \(signal.comment.quoted);\n"
            }
        }
        text += frameFormats
        for message in messages {
            for signal in message.signals where !signal.namedValues.isEmpty {
                text += "VAL_ \(message.number) \(signal.name)"
                for value in signal.namedValues { text += " \(value.raw) \(value.name.quoted)" }
                text += " ;\n"
            }
        }
        return text
    }

    /// CAN FD has no mark in the format itself: tools read it from this attribute, whose numbers are
    /// places in the list.
    private var frameFormats: String {
        guard messages.contains(where: { $0.isFD }) else { return "" }
        let reserved = (2...13).map { ",\"reserved\($0)\"" }.joined()
        var text = "BA_DEF_ BO_ \"VFrameFormat\" ENUM \"StandardCAN\",\"ExtendedCAN\"\(reserved),"
        text += "\"StandardCAN_FD\",\"ExtendedCAN_FD\";\n"
        text += "BA_DEF_DEF_ \"VFrameFormat\" \"StandardCAN\";\n"
        for message in messages {
            let format = (message.isFD ? 14 : 0) + (message.identifier.isExtended ? 1 : 0)
            text += "BA_ \"VFrameFormat\" BO_ \(message.number) \(format);\n"
        }
        return text
    }
}

extension DatabaseMessage {
    /// The identifier, with bit 31 set where it has 29 bits.
    fileprivate var number: UInt32 {
        identifier.isExtended ? identifier.value | 0x8000_0000 : identifier.value
    }
}

extension DatabaseSignal {
    fileprivate var line: String {
        let order = bits.byteOrder == .motorola ? 0 : 1
        let largest = (Double(bits.largest) * factor + offset).dbc
        return " SG_ \(name) : \(bits.startBit)|\(bits.width)@\(order)+ "
            + "(\(factor.dbc),\(offset.dbc)) [\(offset.dbc)|\(largest)] "
            + "\(unit.quoted) Vector__XXX\n"
    }
}

extension Double {
    /// The number without a decimal point where it is whole.
    fileprivate var dbc: String {
        self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
}

extension String {
    /// The text in double quotes; those within are escaped.
    fileprivate var quoted: String {
        var text = "\""
        for character in self {
            if character == "\"" || character == "\\" { text.append("\\") }
            text.append(character)
        }
        return text + "\""
    }
}
