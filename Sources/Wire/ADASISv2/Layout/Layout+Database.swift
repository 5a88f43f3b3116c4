public import CANDatabase
import CANFrames

extension Layout {
    /// The layout as a description of the bus, from which a DBC is printed.
    ///
    /// A message for each kind, with a signal for each field, called as the field. Profile types on an
    /// identifier of their own are a message more, such as `PROFILE_SHORT_CURVATURE`. Kinds on one
    /// identifier are one message, called by its identifier, with the message type as multiplexor and
    /// the kind's name in front of its signals'. Where their frames differ, that cannot be described.
    public func database() throws(LayoutError) -> Database {
        try check()
        var described: [DatabaseMessage] = []
        var done: [CANIdentifier] = []
        for message in messages where !done.contains(message.identifier) {
            done.append(message.identifier)
            let sharing = messages.filter { $0.identifier == message.identifier }
            let isShared = sharing.contains { $0.kind != message.kind }
            let types = sharing.reduce(into: ProfileTypeSet()) { types, other in
                for number in other.profileTypes.numbers { types.insert(number) }
            }
            described.append(
                isShared
                    ? DatabaseMessage(shared: sharing)
                    : message.databaseMessage(name(types, message))
            )
        }
        return Database(
            version: "",
            sender: "HorizonProvider",
            messages: described,
            comment: "ADASIS v2 horizon, after public sources."
        )
    }

    private func name(_ types: ProfileTypeSet, _ message: MessageLayout) -> String {
        let sameKind = messages.filter { $0.kind == message.kind }
        let before = sameKind.prefix { $0.identifier != message.identifier }.count
        return message.kind.identifierName + message.kind.suffix(of: types, number: before + 1)
    }
}

extension DatabaseMessage {
    /// Several messages on one identifier, distinguished by the message type.
    fileprivate init(shared messages: [MessageLayout]) {
        let first = messages[0]
        self = first.databaseMessage("ADASIS_" + first.identifier.text)
        var trailer = signals.filter { $0.isOfTrailer }
        let type = signals.filter { $0.name == Field.messageType.rawValue }
        signals = type.map { signal in
            var signal = signal
            signal.isMultiplexor = true
            signal.namedValues = MessageKind.allCases.map {
                NamedValue(UInt64($0.rawValue), $0.name)
            }
            return signal
        }
        var kinds: [MessageKind] = []
        for message in messages where !kinds.contains(message.kind) {
            let kind = message.kind
            kinds.append(kind)
            for signal in message.databaseMessage("").signals {
                if signal.name == Field.messageType.rawValue || signal.isOfTrailer { continue }
                var signal = signal
                signal.name = "\(kind.identifierName)_\(signal.name)"
                let value = UInt64(kind.rawValue)
                signal.condition = SignalCondition(
                    multiplexor: Field.messageType.rawValue,
                    values: [value...value]
                )
                signals.append(signal)
            }
        }
        // One comment cannot say how several checksums are made.
        if messages.contains(where: { $0.trailer != first.trailer }) {
            for index in trailer.indices where trailer[index].name == Field.checksum.rawValue {
                trailer[index].comment = Field.checksum.record.remark
            }
        }
        signals += trailer
        comment = "ADASIS v2 " + kinds.map { $0.name }.joined(separator: ", ") + "."
    }
}

extension DatabaseSignal {
    fileprivate var isOfTrailer: Bool {
        name == Field.checksum.rawValue || name == Field.aliveCounter.rawValue
    }
}

extension MessageLayout {
    fileprivate func databaseMessage(_ name: String) -> DatabaseMessage {
        var signals = kind.fields.compactMap { field in
            bits(of: field).map { databaseSignal(field, $0.moved(byBytes: byteOffset)) }
        }
        if let trailer {
            if let counter = trailer.counter {
                signals.append(databaseSignal(.aliveCounter, counter))
            }
            var checksum = databaseSignal(.checksum, trailer.checksum)
            checksum.comment = [checksum.comment, trailer.mappingText]
                .filter { !$0.isEmpty }.joined(separator: " ")
            signals.append(checksum)
        }
        return DatabaseMessage(
            name: name,
            identifier: identifier,
            length: frameLength,
            isFD: isFD,
            signals: signals,
            comment: "ADASIS v2 \(kind.name), message type \(kind.rawValue)."
        )
    }

    private func databaseSignal(_ field: Field, _ bits: SignalBits) -> DatabaseSignal {
        DatabaseSignal(
            name: field.rawValue,
            bits: bits,
            factor: field.record.scale.factor,
            offset: field.record.scale.offset,
            unit: field.record.unit,
            namedValues: field.namedValues(in: kind),
            comment: field.record.remark
        )
    }
}

extension Field {
    /// The numbers of the field that are words or bounds rather than values.
    public func namedValues(in kind: MessageKind) -> [NamedValue] {
        // No reserved bits are named; a value of 32 bits has one name only.
        guard let width, width <= 16 else {
            return self == .value ? [NamedValue(UInt64(UInt32.max), "n/a")] : []
        }
        if self == .messageType { return [NamedValue(UInt64(kind.rawValue), kind.name)] }
        return (0..<UInt32(1) << UInt32(width)).compactMap { raw in
            guard isUsed(raw, in: kind) else { return nil }
            return switch value(of: raw, in: kind) {
            case .word("reserved"): NamedValue?.none
            case .word(let name): NamedValue(UInt64(raw), name)
            case let value where value.isBound:
                NamedValue(
                    UInt64(raw), value.text + (record.unit.isEmpty ? "" : " " + record.unit))
            case .integer(let limit) where self == .effectiveSpeedLimit:
                NamedValue(UInt64(raw), "\(limit)")
            case .flag(let answer) where width > 1:
                NamedValue(UInt64(raw), answer ? "yes" : "no")
            default: nil
            }
        }
    }

    /// Whether a number can stand in messages of a kind: of the path indexes below 8, 1 to 3 are
    /// POSITION's, 4 is SEGMENT's, 5 and 6 are sub-paths.
    private func isUsed(_ raw: UInt32, in kind: MessageKind) -> Bool {
        switch (self, raw) {
        case (.pathIndex, 1...3): kind == .position
        case (.pathIndex, 4): kind == .segment
        case (.subPathIndex, 1...4): false
        default: true
        }
    }
}
