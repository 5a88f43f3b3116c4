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

    var database = Database(version: "", sender: "", messages: [])
    /// The places of what was described, by number and name.
    private var messagePlaces: [UInt32: Int] = [:]
    private var messageNames: Set<String> = []
    private var signalPlaces: [SignalName: Int] = [:]
    /// The message that SG_ adds to, unless it is in no message.
    private var current: (number: UInt32, place: Int)?
    private var isInNoMessage = false
    /// Signals marked `m…` whose multiplexor is not known yet, with their places in the file.
    var openConditions: [(signal: SignalName, token: DatabaseToken, value: UInt64)] = []
    var frameFormats = FrameFormatAttribute()

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
    mutating func update(_ key: SignalName, _ change: (inout DatabaseSignal) -> Void) {
        if let message = messagePlaces[key.message], let signal = signalPlaces[key] {
            change(&database.messages[message].signals[signal])
        }
    }

    /// The message and the signal that come next, both described before; `nil` in no message.
    mutating func signalName(
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

    mutating func messagePlace(
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

    func place(ofMessage number: UInt32) -> Int? { messagePlaces[number] }
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
