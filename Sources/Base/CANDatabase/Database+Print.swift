import CANFrames

extension Database {
    /// The description as a DBC file, as cantools (strictly), SavvyCAN and Wireshark read it.
    public var dbc: String {
        var text = "VERSION \(version.quoted)\n\nNS_ :\n\nBS_:\n\nBU_: \(sender)\n"
        for message in messages {
            text += "\nBO_ \(message.databaseNumber) \(message.name): \(message.length) "
            text += "\(sender.isEmpty ? "Vector__XXX" : sender)\n"
            for signal in message.signals { text += signal.line }
        }
        text += "\n"
        if !comment.isEmpty { text += "CM_ \(comment.quoted);\n" }
        for message in messages {
            if !message.comment.isEmpty {
                text += "CM_ BO_ \(message.databaseNumber) \(message.comment.quoted);\n"
            }
            for signal in message.signals where !signal.comment.isEmpty {
                text += "CM_ SG_ \(message.databaseNumber) \(signal.name) "
                text += "\(signal.comment.quoted);\n"
            }
        }
        text += frameFormats
        for table in valueTables {
            text += "VAL_TABLE_ \(table.name)\(table.namedValues.list) ;\n"
        }
        for message in messages {
            for signal in message.signals where !signal.namedValues.isEmpty {
                text += "VAL_ \(message.databaseNumber) \(signal.name)"
                text += "\(signal.namedValues.list) ;\n"
            }
        }
        return text + valueTypes + conditions
    }

    private var valueTypes: String {
        var text = ""
        for message in messages {
            for signal in message.signals {
                guard let number = signal.valueType.number else { continue }
                text += "SIG_VALTYPE_ \(message.databaseNumber) \(signal.name) : \(number);\n"
            }
        }
        return text
    }

    /// Conditions that the mark at the signal cannot express: several numbers, or more than one
    /// multiplexor in the message.
    private var conditions: String {
        var text = ""
        for message in messages where message.signals.contains(where: { $0.isConditionComplex }) {
            for signal in message.signals {
                guard let condition = signal.condition else { continue }
                let values = condition.values.map { "\($0.lowerBound)-\($0.upperBound)" }
                text += "SG_MUL_VAL_ \(message.databaseNumber) \(signal.name) "
                text += "\(condition.multiplexor) \(values.joined(separator: ", "));\n"
            }
        }
        return text
    }

    /// CAN FD has no mark in the format itself: tools read it from this attribute, whose numbers are
    /// places in the list.
    private var frameFormats: String {
        guard messages.contains(where: { $0.isFD || $0.isFDByLength }) else { return "" }
        let reserved = (2...13).map { ",\"reserved\($0)\"" }.joined()
        var text = "BA_DEF_ BO_ \"VFrameFormat\" ENUM \"StandardCAN\",\"ExtendedCAN\"\(reserved),"
        text += "\"StandardCAN_FD\",\"ExtendedCAN_FD\";\n"
        text += "BA_DEF_DEF_ \"VFrameFormat\" \"StandardCAN\";\n"
        for message in messages {
            let format = (message.isFD ? 14 : 0) + (message.identifier.isExtended ? 1 : 0)
            text += "BA_ \"VFrameFormat\" BO_ \(message.databaseNumber) \(format);\n"
        }
        return text
    }
}

extension DatabaseMessage {
    /// Whether a reader takes the frames for CAN FD where nothing is said.
    var isFDByLength: Bool {
        length > CANFrame.classicalCapacity && CANFrame.isValid(length: length, isFD: true)
    }

    /// The identifier, with bit 31 set where it has 29 bits.
    var databaseNumber: UInt32 {
        identifier.isExtended ? identifier.value | 0x8000_0000 : identifier.value
    }
}

extension DatabaseSignal {
    fileprivate var line: String {
        let order = bits.byteOrder == .motorola ? 0 : 1
        let sign = valueType == .unsigned ? "+" : "-"
        let range = range ?? wholeRange
        return " SG_ \(name)\(mark) : \(bits.startBit)|\(bits.width)@\(order)\(sign) "
            + "(\(factor.dbc),\(offset.dbc)) [\(range.lowerBound.dbc)|\(range.upperBound.dbc)] "
            + "\(unit.quoted) Vector__XXX\n"
    }

    /// How the format marks multiplexing: with the first number only, the others follow later.
    private var mark: String {
        let value = condition?.values.first.map { "m\($0.lowerBound)" } ?? ""
        let mark = value + (isMultiplexor ? "M" : "")
        return mark.isEmpty ? "" : " " + mark
    }

    /// All that the bits can say.
    private var wholeRange: ClosedRange<Double> {
        guard valueType == .unsigned || valueType == .signed else { return 0...0 }
        let span = Double(bits.largest)
        let low = valueType == .signed ? -(span + 1) / 2 : 0
        let ends = [low * factor + offset, (low + span) * factor + offset]
        return min(ends[0], ends[1])...max(ends[0], ends[1])
    }
}

extension DatabaseSignal {
    fileprivate var isConditionComplex: Bool {
        guard let condition else { return false }
        return isMultiplexor || condition.values.count != 1
            || condition.values.contains { $0.count > 1 }
    }
}

extension SignalValueType {
    fileprivate var number: Int? {
        switch self {
        case .float: 1
        case .double: 2
        case .unsigned, .signed: nil
        }
    }
}

extension [NamedValue] {
    fileprivate var list: String {
        reduce(into: "") { $0 += " \($1.raw) \($1.name.quoted)" }
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
