import CANFrames

// What comes after the messages: names, remarks, types, conditions.
extension DatabaseBuilder {
    /// `VAL_ message signal 0 "no" 1 "yes"`, or the same of an environment variable.
    mutating func namedValues(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        if let word = words.next.word, UInt32(word) == nil { return }
        guard let key = try signalName(&words) else { return }
        let values = try words.values()
        update(key) { signal in
            let bits = signal.bits.largest
            signal.namedValues = values.map { NamedValue($0.raw & bits, $0.name) }
        }
    }

    /// `CM_ "…"`, `CM_ BO_ message "…"`, `CM_ SG_ message signal "…"`.
    mutating func comment(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
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
    mutating func valueType(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
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
    mutating func condition(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
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
        guard let place = place(ofMessage: number) else { return nil }
        return database.messages[place].signals.first {
            $0.isMultiplexor && !marked.contains(SignalName(message: number, name: $0.name))
        }?.name
    }
}

extension DatabaseStatement {
    /// `0-3`, in one word or three.
    fileprivate mutating func valueRange() throws(DatabaseSyntaxError) -> ClosedRange<UInt64> {
        let token = next
        let word = try word("a range of numbers such as 0-3")
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let low = UInt64(ends[0]), let high = UInt64(ends[1]), low <= high
        else {
            throw token.failure(.expected("a range of numbers such as 0-3", found: token.name))
        }
        return low...high
    }
}

/// The attribute by which a DBC marks CAN FD; the format itself has no word for it.
struct FrameFormatAttribute: Sendable {
    private static let name = "VFrameFormat"
    /// The names by number; those that Vector's tools write where the file does not say.
    private var names: [String] = []
    private var standard: Bool?
    private var numbers: [UInt32: Bool] = [:]

    func isFD(_ message: UInt32) -> Bool? { numbers[message] ?? standard }

    /// `BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN",…`
    mutating func define(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        guard words.skip(word: "BO_"), try words.text("the name of an attribute") == Self.name,
            words.skip(word: "ENUM")
        else { return }
        names = []
        repeat {
            names.append(try words.text("the name of a number in quotes"))
        } while words.skip(",")
    }

    /// `BA_DEF_DEF_ "VFrameFormat" "StandardCAN"`
    mutating func setDefault(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        guard try words.text("the name of an attribute") == Self.name else { return }
        standard = try isFD(&words)
    }

    /// `BA_ "VFrameFormat" BO_ message 14`
    mutating func set(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) {
        guard try words.text("the name of an attribute") == Self.name, words.skip(word: "BO_")
        else { return }
        let message = try words.messageNumber()
        numbers[message] = try isFD(&words)
    }

    private func isFD(_ words: inout DatabaseStatement) throws(DatabaseSyntaxError) -> Bool {
        if case .text(let name) = words.next.content { return name.hasSuffix("_FD") }
        let number = Int(try words.integer("the number of a frame format", in: 0...255))
        if names.indices.contains(number) { return names[number].hasSuffix("_FD") }
        return number == 14 || number == 15
    }
}
