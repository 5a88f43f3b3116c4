public import ADASISv2

/// One mistake of how a log was made or is read, from which violations from its start to its end follow.
public enum WholesaleFault: Sendable, Hashable {
    /// Message types have the identifiers of each other.
    case exchangedIdentifiers([Exchange])
    /// This share of the messages, 0 to 1, came a second time: from two places of one bus, or by a gateway.
    case repeatedFrames(share: Double)
    /// More than one sender uses the same identifiers.
    case severalSenders
    /// The cyclic counters of these message types have one value.
    case standingCounters([MessageKind])
    /// The cyclic counters skip as if at least this share of the messages were missing, 0 to 1.
    case lostFrames(share: Double)

    /// What travels where another message type is expected.
    public struct Exchange: Sendable, Hashable {
        /// The message type that the layout has on the identifier.
        public let expected: MessageKind
        /// The message type of the frames on it.
        public let found: MessageKind
    }

    /// Whether a violation follows from the fault. One of a rule that looks at one message alone does not, but for a
    /// frame on the identifier of another message type.
    public func explains(_ violation: Violation) -> Bool {
        if case .standingCounters(let kinds) = self {
            return violation.rule == .counter && violation.kind.map(kinds.contains) ?? false
        }
        return explains(violation.rule)
    }

    private func explains(_ rule: Rule) -> Bool {
        switch rule {
        case .reservedBits, .reservedValue, .pathIndex, .offset, .profileValue: false
        case .frame: if case .exchangedIdentifiers = self { true } else { false }
        case .load: isOfSeveralStreams
        case .pathLoop, .positionBackwards, .positionMotion:
            isOfSeveralStreams || hasOtherPositions
        case .positionInterval, .positionJump:
            if case .exchangedIdentifiers = self { hasOtherPositions } else { true }
        default: true
        }
    }

    /// Messages come that do not belong to what was sent before.
    private var isOfSeveralStreams: Bool {
        switch self {
        case .repeatedFrames, .severalSenders: true
        case .exchangedIdentifiers, .standingCounters, .lostFrames: false
        }
    }

    /// POSITIONs are not where they are looked for.
    private var hasOtherPositions: Bool {
        guard case .exchangedIdentifiers(let exchanges) = self else { return false }
        return exchanges.contains { $0.expected == .position }
    }
}
