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
