import CANFrames

/// Puts a database together, statement by statement.
struct DatabaseBuilder: Sendable {
    /// More than any real file has.
    private static let mostMessages = 65_536
    private static let mostSignals = 4_096
    /// J1939 messages of several frames have up to 1785 bytes.
    private static let longestMessage: Int64 = 2_048

    struct SignalName: Sendable, Hashable {
        let message: UInt32
        let name: String
    }

    private var database = Database(version: "", sender: "", messages: [])
    /// The places of what was described, by number and name.
    private var messagePlaces: [UInt32: Int] = [:]
    private var messageNames: Set<String> = []
    private var signalPlaces: [SignalName: Int] = [:]
    /// The message that SG_ adds to, unless it is in no message.
    private var current: (number: UInt32, place: Int)?
    private var isInNoMessage = false
    /// Signals marked `m…` whose multiplexor is not known yet, with their places in the file.
    private var openConditions: [(signal: SignalName, token: DatabaseToken, value: UInt64)] = []
    private var frameFormats = FrameFormatAttribute()

    mutating func take(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        switch try words.word("a keyword") {
        case "VERSION": database.version = try words.text("the version in quotes")
        case "BU_":
            try words.sign(":")
            if !words.isAtEnd { database.sender = try words.name("the name of a node") }
        case "BO_": try message(&words)
        case "SG_": try signal(&words)
        case "VAL_": try namedValues(&words)
        case "VAL_TABLE_":
            let name = try words.name("the name of the table")
            database.valueTables.append(ValueTable(name: name, namedValues: try words.values()))
        case "CM_": try comment(&words)
        case "SIG_VALTYPE_": try valueType(&words)
        case "SG_MUL_VAL_": try condition(&words)
        case "BA_DEF_": try frameFormats.define(&words)
        case "BA_DEF_DEF_": try frameFormats.setDefault(&words)
        case "BA_": try frameFormats.set(&words)
        default: break
        }
    }

    private mutating func message(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        let token = words.next
        let number = try words.messageNumber()
        // The message to which tools give the signals that are in none.
        isInNoMessage = number == 0xC000_0000
        let name = try words.name("the name of the message")
        try words.sign(":")
        let length = try words.integer("the length in bytes", in: 0...Self.longestMessage)
        if isInNoMessage { return }
        guard let identifier = CANIdentifier(databaseNumber: number) else {
            throw token.failure(
                number < 0x8000_0000
                    ? .outOfRange("\(number)", 0...0x7FF)
                    : .outOfRange("\(number - 0x8000_0000)", 0...0x1FFF_FFFF))
        }
        guard database.messages.count < Self.mostMessages else {
            throw token.failure(.tooMany("messages"))
        }
        guard messagePlaces.updateValue(database.messages.count, forKey: number) == nil else {
            throw token.failure(.twice("message \(number)"))
        }
        guard messageNames.insert(name).inserted else {
            throw token.failure(.twice("message \(name)"))
        }
        current = (number, database.messages.count)
        database.messages.append(
            DatabaseMessage(name: name, identifier: identifier, length: Int(length), signals: [])
        )
    }

    private mutating func signal(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        let token = words.next
        let name = try words.name("the name of the signal")
        let mark = words.next
        let multiplexing = try words.multiplexing()
        try words.sign(":")
        let bits = try words.bits()
        let (factor, offset) = try words.pair("(", ",", ")")
        let (low, high) = try words.pair("[", "|", "]")
        let unit = try words.text("the unit in quotes")
        if isInNoMessage { return }
        guard let current else {
            throw token.failure(.expected("BO_ before the first SG_", found: "'\(name)'"))
        }
        let key = SignalName(message: current.number, name: name)
        let count = database.messages[current.place].signals.count
        guard count < Self.mostSignals else { throw token.failure(.tooMany("signals")) }
        guard signalPlaces.updateValue(count, forKey: key) == nil else {
            throw token.failure(.twice("signal \(name)"))
        }
        if let value = multiplexing.value { openConditions.append((key, mark, value)) }
        database.messages[current.place].signals.append(
            DatabaseSignal(
                name: name,
                bits: bits.bits,
                factor: factor,
                offset: offset,
                valueType: bits.isSigned ? .signed : .unsigned,
                // By custom a range from 0 to 0 says that there is none.
                range: low < high ? low...high : nil,
                unit: unit,
                isMultiplexor: multiplexing.isMultiplexor
            )
        )
    }

    /// Changes a signal that was described before.
    private mutating func update(_ key: SignalName, _ change: (inout DatabaseSignal) -> Void) {
        if let message = messagePlaces[key.message], let signal = signalPlaces[key] {
            change(&database.messages[message].signals[signal])
        }
    }

    /// The message and the signal that come next, both described before; `nil` in no message.
    private mutating func signalName(
        _ words: inout DatabaseStatement
    ) throws(DatabaseSyntaxError) -> SignalName? {
        let number = try words.messageNumber()
        let token = words.next
        let name = try words.name("the name of a signal")
        if number == 0xC000_0000 { return nil }
        let key = SignalName(message: number, name: name)
        guard signalPlaces[key] != nil else {
            throw token.failure(.unknown("signal \(name) of message \(number)"))
        }
        return key
    }

    private mutating func messagePlace(
        _ words: inout DatabaseStatement
    ) throws(DatabaseSyntaxError) -> Int? {
        let token = words.next
        let number = try words.messageNumber()
        if number == 0xC000_0000 { return nil }
        guard let place = messagePlaces[number] else {
            throw token.failure(.unknown("message \(number)"))
        }
        return place
    }

}

// The statements after the messages: names, remarks, types, conditions.
extension DatabaseBuilder {
    /// `VAL_ message signal 0 "no" 1 "yes"`, or the same of an environment variable.
    private mutating func namedValues(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError)
    {
        if let word = words.next.word, UInt32(word) == nil { return }
        guard let key = try signalName(&words) else { return }
        let values = try words.values()
        update(key) { signal in
            let bits = signal.bits.largest
            signal.namedValues = values.map { NamedValue($0.raw & bits, $0.name) }
        }
    }

    /// `CM_ "…"`, `CM_ BO_ message "…"`, `CM_ SG_ message signal "…"`.
    private mutating func comment(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        if words.skip(word: "BO_") {
            guard let place = try messagePlace(&words) else { return }
            database.messages[place].comment = try words.text("a remark in quotes")
        } else if words.skip(word: "SG_") {
            guard let key = try signalName(&words) else { return }
            let text = try words.text("a remark in quotes")
            update(key) { $0.comment = text }
        } else if words.next.word == nil {
            database.comment = try words.text("a remark in quotes")
        }
    }

    /// `SIG_VALTYPE_ message signal : 1`: 1 and 2 are IEEE 754 numbers.
    private mutating func valueType(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        guard let key = try signalName(&words) else { return }
        // The colon is left out by some tools.
        _ = words.skip(":")
        switch try words.integer("the type of the signal", in: 0...3) {
        case 1: update(key) { $0.valueType = .float }
        case 2: update(key) { $0.valueType = .double }
        default: break
        }
    }

    /// `SG_MUL_VAL_ message signal multiplexor 0-3, 7-7`: extended multiplexing.
    private mutating func condition(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        guard let key = try signalName(&words) else { return }
        let multiplexor = try words.name("the name of the multiplexor")
        var values: [ClosedRange<UInt64>] = []
        repeat {
            values.append(try words.valueRange())
        } while words.skip(",")
        guard words.isAtEnd else { throw words.expected("','") }
        update(key) {
            $0.condition = SignalCondition(multiplexor: multiplexor, values: values)
        }
    }

    /// Gives each signal marked `m…` its condition, where `SG_MUL_VAL_` has not, and marks CAN FD.
    consuming func finish() throws(DatabaseSyntaxError) -> Database {
        let marked = Set(openConditions.map { $0.signal })
        var multiplexors: [UInt32: String?] = [:]
        for (key, token, value) in openConditions {
            let found = multiplexors[key.message] ?? multiplexor(of: key.message, marked)
            multiplexors[key.message] = .some(found)
            var isOpen = false
            update(key) { signal in
                if signal.condition != nil { return }
                isOpen = found == nil
                signal.condition = SignalCondition(
                    multiplexor: found ?? "",
                    values: [value...value]
                )
            }
            if isOpen { throw token.failure(.withoutMultiplexor("signal \(key.name)")) }
        }
        for place in database.messages.indices {
            let message = database.messages[place]
            let number = message.databaseNumber
            // Without a word, only CAN FD has frames of more than eight bytes.
            database.messages[place].isFD =
                frameFormats.isFD(number) ?? message.isFDByLength
        }
        return database
    }

    /// The one signal of a message that is a multiplexor and not multiplexed itself.
    private func multiplexor(of number: UInt32, _ marked: Set<SignalName>) -> String? {
        guard let place = messagePlaces[number] else { return nil }
        return database.messages[place].signals.first {
            $0.isMultiplexor && !marked.contains(SignalName(message: number, name: $0.name))
        }?.name
    }
}

extension CANIdentifier {
    /// An identifier as a DBC writes it: bit 31 marks 29 bits.
    fileprivate init?(databaseNumber number: UInt32) {
        if number < 0x8000_0000 {
            self.init(base: number)
        } else {
            self.init(extended: number - 0x8000_0000)
        }
    }
}
