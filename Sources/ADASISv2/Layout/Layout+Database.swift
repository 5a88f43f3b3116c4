public import CANDatabase

extension Layout {
    /// The layout as a description of the bus, one message for each kind, from which a DBC is
    /// printed. A signal's name is its field's name. Two messages on one identifier cannot be
    /// described this way.
    public func database() throws(LayoutError) -> Database {
        for (index, message) in messages.enumerated() {
            for other in messages[..<index] where other.identifier == message.identifier {
                throw .sharedIdentifier(message.identifier, other.kind, message.kind)
            }
        }
        return Database(
            version: "",
            sender: "HorizonProvider",
            messages: messages.map { $0.databaseMessage },
            comment: "ADASIS v2 horizon, after public sources."
        )
    }
}

extension MessageLayout {
    fileprivate var databaseMessage: DatabaseMessage {
        DatabaseMessage(
            name: kind.identifierName,
            identifier: identifier,
            length: frameLength,
            isFD: isFD,
            signals: kind.fields.compactMap { field in
                bits(of: field).map { databaseSignal(field, $0) }
            },
            comment: "ADASIS v2 \(kind.name), message type \(kind.rawValue)."
        )
    }

    private func databaseSignal(_ field: Field, _ bits: SignalBits) -> DatabaseSignal {
        DatabaseSignal(
            name: field.rawValue,
            bits: bits.moved(byBytes: byteOffset),
            factor: field.scale.factor,
            offset: field.scale.offset,
            unit: field.unit(),
            namedValues: field.namedValues(in: kind),
            comment: field.remark
        )
    }
}

extension MessageKind {
    /// The name where only letters, digits and underscores are allowed, such as `META_DATA`.
    fileprivate var identifierName: String {
        String(name.map { $0 == " " || $0 == "-" ? "_" : $0 })
    }
}

extension Field {
    /// The numbers of the field that are words or bounds rather than values.
    func namedValues(in kind: MessageKind) -> [NamedValue] {
        // No reserved bits are named; a value of 32 bits has one name only.
        guard let width, width <= 16 else {
            return self == .value ? [NamedValue(UInt64(UInt32.max), "n/a")] : []
        }
        if self == .messageType { return [NamedValue(UInt64(kind.rawValue), kind.name)] }
        return (0..<UInt32(1) << UInt32(width)).compactMap { raw in
            switch value(of: raw, in: kind) {
            case .word("reserved"): nil
            case .word(let name): NamedValue(UInt64(raw), name)
            case let value where value.isBound:
                NamedValue(UInt64(raw), value.text + (unit().isEmpty ? "" : " " + unit()))
            case .integer(let limit) where self == .effectiveSpeedLimit:
                NamedValue(UInt64(raw), "\(limit)")
            case .flag(let answer) where width > 1:
                NamedValue(UInt64(raw), answer ? "yes" : "no")
            default: nil
            }
        }
    }
}
