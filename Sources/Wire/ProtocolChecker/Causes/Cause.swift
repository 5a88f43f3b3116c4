public import ADASISv2

/// Why a violation follows from another one.
public enum CauseReason: Sendable, Hashable {
    /// The message that is missing is one that was lost.
    case lost(MessageKind)
    /// The frames are missing that were lost while nothing of the sender was received.
    case silence
    /// A frame of this message type could not be read, and its counter is missing.
    case unreadable
    /// The counter of one frame was wrong, and the next frame counts on from the right one.
    case wrongCounter
    /// The same frame came twice.
    case repeatedFrame
    /// The path has had no STUB.
    case pathNotOpened(PathIndex)
    /// The index of the path was opened again, and what was sent before no longer belongs to it.
    case pathReopened(PathIndex)
    /// One POSITION was wrong, and the next one is right again.
    case wrongPosition
    /// One POSITION was late, and the next one came in time.
    case latePosition
    /// An earlier message differs from this one only in the field that broke a rule.
    case wrongField
    /// The earlier message for this place broke a rule, and the content is again that of before.
    case replacedContent
    /// The message has no flag that says that it was sent before.
    case notMarked
    /// The message breaks the rule with the same content as before.
    case sameContent
    /// The violation states the same fault of the same message.
    case sameMessage
    /// The second before has too many frames or bits already.
    case sameBurst

    /// The reason, in a clause for people.
    public var words: String {
        switch self {
        case .lost(let kind): "a \(kind.name) was lost"
        case .silence: "frames were lost in one gap"
        case .unreadable: "a frame could not be read"
        case .wrongCounter: "only that counter was wrong"
        case .repeatedFrame: "the frame came twice"
        case .pathNotOpened(let path): "path \(path.raw) had no STUB"
        case .pathReopened(let path): "path \(path.raw) was opened again"
        case .wrongPosition: "only that POSITION was wrong"
        case .latePosition: "only that POSITION was late"
        case .wrongField: "the earlier message had a wrong field"
        case .replacedContent: "the content is that of before again"
        case .notMarked: "the message was not marked"
        case .sameContent: "the same content again"
        case .sameMessage: "the same fault"
        case .sameBurst: "the same burst"
        }
    }
}

/// What a violation follows from.
public struct Cause: Sendable, Hashable {
    /// The number of the violation that it follows from, in ``CauseFinder/findings``.
    public let finding: Int
    /// Why.
    public let reason: CauseReason
}

/// A violation, and what it follows from.
public struct Finding: Sendable, Hashable {
    /// The violation.
    public let violation: Violation
    /// What it follows from; `nil` for a root cause, and for a violation of which nothing is known.
    public let cause: Cause?

    init(_ violation: Violation, cause: Cause?) {
        self.violation = violation
        self.cause = cause
    }
}
