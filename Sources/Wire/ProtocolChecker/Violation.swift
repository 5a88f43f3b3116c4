public import ADASISv2
public import Quantities

/// A message that breaks a rule.
public struct Violation: Sendable, Hashable {
    /// When the message was on the bus.
    public let time: MonotonicTime
    /// Which message of the sequence it is, from 1.
    public let number: Int
    /// The rule.
    public let rule: Rule
    /// The kind of message; `nil` for what is no message.
    public let kind: MessageKind?
    /// The violation, in a sentence without a full stop.
    public let explanation: String
    /// The path that breaks the rule; `nil` for a violation that concerns no path.
    public let path: PathIndex?
    /// The offset of the violation on the wire; `nil` for a violation that concerns no place.
    public let offset: OffsetCode?
}
