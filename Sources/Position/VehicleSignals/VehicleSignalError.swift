/// The reason why a DBC does not give a configured signal.
public enum VehicleSignalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The DBC has none of that name.
    case unknown(name: String)
    /// Several messages have one.
    case ambiguous(name: String, messages: [String])
    /// Its unit is none of the quantity's.
    case unit(name: String, unit: String, VehicleQuantity)
    /// It lies beyond the end of its message.
    case beyondMessage(name: String, message: String)
    /// Its factor is 0, so that its value never changes.
    case noScale(name: String)
    /// It is a fraction, and its numbers can have no other meaning.
    case notWhole(name: String)
    /// It has not so many bits that it could have that number.
    case tooLarge(name: String, raw: UInt64)
    /// None of its numbers has a name that means one of those.
    case noMeaning(name: String, words: String)
    /// The signals of the two sides of an indicator, or a yaw rate and its sign, are not in one
    /// message.
    case apart(left: String, String, right: String, String)

    /// The line for people, with the signal.
    public var description: String {
        switch self {
        case .unknown(let name): "there is no signal \(name)"
        case .ambiguous(let name, let messages):
            "the signal \(name) is in \(messages.joined(separator: ", ")); say which, as in"
                + " \(messages[0]).\(name)"
        case .unit(let name, let unit, let quantity):
            "the signal \(name) has "
                + (unit.isEmpty ? "no unit" : "the unit \"\(unit)\"")
                + "; known for \(quantity.words) are \(quantity.unitNames)"
        case .beyondMessage(let name, let message):
            "the signal \(name) lies beyond the end of \(message)"
        case .noScale(let name): "the signal \(name) has the factor 0: it always says the same"
        case .notWhole(let name): "the signal \(name) is no whole number"
        case .tooLarge(let name, let raw): "the signal \(name) has no number \(raw)"
        case .noMeaning(let name, let words):
            "no number of the signal \(name) has a name that means \(words); say which numbers do"
        case .apart(let left, let message, let right, let other):
            "the signal \(left) is in \(message) and \(right) in \(other); both have to be in one message"
        }
    }
}
