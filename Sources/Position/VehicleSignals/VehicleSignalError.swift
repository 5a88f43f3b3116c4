/// The reason why a DBC does not give a configured signal.
public enum VehicleSignalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The DBC has no signal of this name.
    case unknown(name: String)
    /// Several messages have a signal of this name.
    case ambiguous(name: String, messages: [String])
    /// The unit of the signal is not a unit of the quantity.
    case unit(name: String, unit: String, VehicleQuantity)
    /// The signal lies beyond the end of its message.
    case beyondMessage(name: String, message: String)
    /// The factor of the signal is 0, so its value never changes.
    case noScale(name: String)
    /// The signal is not a whole number, so its values cannot have a meaning by name.
    case notWhole(name: String)
    /// The signal has too few bits for this raw value.
    case tooLarge(name: String, raw: UInt64)
    /// No raw value of the signal has a name with one of these meanings.
    case noMeaning(name: String, words: String)
    /// The signals of the two sides of an indicator, or a yaw rate and its sign, are not in one
    /// message.
    case apart(left: String, String, right: String, String)

    /// The line for people, with the signal.
    public var description: String {
        switch self {
        case .unknown(let name): "there is no signal \(name)"
        case .ambiguous(let name, let messages):
            "the signal \(name) is in \(messages.joined(separator: ", ")); name the message too, as"
                + " in \(messages[0]).\(name)"
        case .unit(let name, let unit, let quantity):
            "the signal \(name) has "
                + (unit.isEmpty ? "no unit" : "the unit \"\(unit)\"")
                + "; known for \(quantity.words) are \(quantity.unitNames)"
        case .beyondMessage(let name, let message):
            "the signal \(name) lies beyond the end of \(message)"
        case .noScale(let name): "the signal \(name) has the factor 0, so its value never changes"
        case .notWhole(let name): "the signal \(name) is no whole number"
        case .tooLarge(let name, let raw):
            "the signal \(name) has too few bits for the value \(raw)"
        case .noMeaning(let name, let words):
            "no value of the signal \(name) has a name that means \(words); give the"
                + " meaning of its values"
        case .apart(let left, let message, let right, let other):
            "the signal \(left) is in \(message) and \(right) in \(other); both must be in one message"
        }
    }
}
