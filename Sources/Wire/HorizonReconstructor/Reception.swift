public import ADASISv2

/// What became of a message.
public enum Reception: Sendable, Hashable {
    /// It said something new, and the tree has it.
    case applied
    /// It said what the tree had already.
    case known
    /// It speaks of a path of which no STUB and no POSITION has been seen yet. It is kept until one
    /// comes.
    case pending
    /// It was dropped.
    case dropped(DropReason)
}

/// Why a message was dropped.
public enum DropReason: Int, Error, Sendable, Hashable, CaseIterable {
    /// Its path index is 0.
    case unknownPath
    /// Its path index is one that this kind of message cannot have.
    case misplacedPathIndex
    /// Its path index, or a STUB's sub-path, is none that the protocol gives a meaning.
    case reservedPathIndex
    /// It has no offset.
    case noOffset
    /// Its profile type is not available or has no meaning.
    case reservedProfileType
    /// The very same frame came a moment ago.
    case duplicate
    /// Something later about the same place came before it.
    case overtaken
    /// It speaks of a place farther behind the vehicle than the trailing length.
    case behind
    /// A STUB that would make a path begin on itself.
    case loop
    /// The path holds as much as it can.
    case full
    /// It is a matter between the car's makers.
    case systemSpecific
}

/// Why a client gave its whole horizon up.
public enum ResetCause: Int, Sendable, Hashable, CaseIterable {
    /// The vehicle came farther than it can have driven.
    case forwardJump
    /// The vehicle moved back beyond the trailing length.
    case backwardJump
    /// No POSITION came for too long.
    case positionTimeout
    /// The host asked for it.
    case request
}

/// What a client has received so far, lost, and dropped.
public struct ReceptionReport: Sendable {
    /// The number of messages that came.
    public private(set) var received = 0
    /// The number of messages that said something new, at once or when their path became known.
    public private(set) var applied = 0
    /// The number of messages that said nothing new.
    public private(set) var known = 0
    /// The number of messages that were kept for a path not yet known.
    public private(set) var pending = 0
    /// The number of paths that were forgotten before anything said where they begin.
    public private(set) var pathsForgotten = 0
    /// The number of paths whose index was given to another one while this client still held them.
    public private(set) var pathsReopened = 0

    private var drops = [11 of Int](repeating: 0)
    private var resets = [4 of Int](repeating: 0)
    private var losses = [7 of LossCounter](repeating: LossCounter())

    /// How many messages were dropped for a reason.
    public func dropped(_ reason: DropReason) -> Int { drops[reason.rawValue] }

    /// How often the horizon was given up for a cause.
    public func resets(_ cause: ResetCause) -> Int { resets[cause.rawValue] }

    /// How many messages of a kind are missing by their counters. Two bits cannot count more than
    /// three in a row.
    public func lost(_ kind: MessageKind) -> Int { losses[Int(kind.rawValue)].lost }

    /// How many messages of a kind came after a later one.
    public func late(_ kind: MessageKind) -> Int { losses[Int(kind.rawValue)].late }

    mutating func note(_ reception: Reception) {
        received += 1
        switch reception {
        case .applied: applied += 1
        case .known: known += 1
        case .pending: pending += 1
        case .dropped(let reason): drops[reason.rawValue] += 1
        }
    }

    mutating func note(_ cause: ResetCause) { resets[cause.rawValue] += 1 }

    mutating func noteForgottenPath() { pathsForgotten += 1 }

    mutating func noteReopenedPath() { pathsReopened += 1 }

    mutating func withLosses<Result>(
        _ kind: MessageKind, _ body: (inout LossCounter) -> Result
    ) -> Result {
        body(&losses[Int(kind.rawValue)])
    }
}
