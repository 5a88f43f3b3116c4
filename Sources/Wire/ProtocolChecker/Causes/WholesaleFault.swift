public import ADASISv2

/// One mistake of how a log was made or is read, from which violations from its start to its end follow.
public enum WholesaleFault: Sendable, Hashable {
    /// The frames on the identifiers of one message type are messages of another one.
    case exchangedIdentifiers([Exchange])
    /// The same frames come twice, in this share of the messages, 0 to 1: from two places of one bus, or by a gateway.
    case repeatedFrames(share: Double)
    /// More than one sender uses the same identifiers.
    case severalSenders
    /// At least this share of the messages was lost, 0 to 1, as the cyclic counters show.
    case lostFrames(share: Double)

    /// What travels where another message type is expected.
    public struct Exchange: Sendable, Hashable {
        /// The message type that the layout has on the identifiers.
        public let expected: MessageKind
        /// The message type of the frames on them.
        public let found: MessageKind
    }

    /// Whether the violations of a rule follow from the fault. Those of a rule that looks at one message alone do not,
    /// but for a frame on the identifier of another message type.
    public func explains(_ rule: Rule) -> Bool {
        switch rule {
        case .reservedBits, .reservedValue, .pathIndex, .offset, .profileValue: false
        case .frame: if case .exchangedIdentifiers = self { true } else { false }
        case .load:
            switch self {
            case .repeatedFrames, .severalSenders: true
            case .exchangedIdentifiers, .lostFrames: false
            }
        default: true
        }
    }
}
