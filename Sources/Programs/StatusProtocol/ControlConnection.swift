public import Quantities

/// The state of one connection to the control socket: its input line by line, and the output that it has not taken.
/// Both are bounded. It calls nothing of the system.
///
/// A client whose answer waits is not read: it cannot make more of them. Neither is one of whom a whole line or more
/// waits. A subscriber that does not read loses events, and later learns their number.
public struct ControlConnection: Sendable {
    /// The most bytes of events that wait for a client.
    public static let mostWaiting = 65_536
    /// A client that neither sends nor takes anything for so long is disconnected; a subscriber, if output waits.
    public static let patience = Nanoseconds.seconds(30)

    /// A line of input.
    public enum Input: Sendable, Hashable {
        /// A whole line, without its line feed.
        case line([UInt8])
        /// A line is too long; the connection is to be closed.
        case tooLong
    }

    /// The user on the other end; `nil` if the kernel does not name one.
    public let user: UInt32?
    /// The events that the client wants.
    public private(set) var events: Set<ControlEventKind> = []
    /// The number of events that were lost so far.
    public private(set) var lost = 0
    /// Whether the connection ends when its output is taken.
    public private(set) var isEnding = false
    /// Whether the client has not taken all of the last answer, a tree.
    public private(set) var hasUnreadTree = false
    private var hasInputEnded = false
    private var input: [UInt8] = []
    /// The number of received bytes that wait.
    var waitingInput: Int { input.count }
    private var searched = 0
    private var output: [UInt8] = []
    private var taken = 0
    private var unreported = 0
    private var lastProgress: MonotonicTime

    /// A connection that was just made.
    public init(user: UInt32?, at now: MonotonicTime) {
        self.user = user
        lastProgress = now
    }

    /// Whether the client subscribes to events.
    public var isSubscriber: Bool { !events.isEmpty }

    /// Whether to read from the client.
    public var reads: Bool {
        takesLines && !hasInputEnded && input.count <= ControlRequest.longestLine
    }

    private var takesLines: Bool { !isEnding && taken == output.count }

    /// Whether output waits.
    public var hasOutput: Bool { taken < output.count }

    /// Whether the connection is over.
    public func isOver(at now: MonotonicTime) -> Bool {
        if isEnding || hasInputEnded && !hasLine, !hasOutput { return true }
        return (!isSubscriber || isEnding || hasOutput) && now - lastProgress >= Self.patience
    }

    // MARK: Input

    /// Takes note of received bytes.
    public mutating func receive(_ bytes: some Sequence<UInt8>) {
        input.append(contentsOf: bytes)
    }

    /// Takes note that the client sends nothing more. Its lines are still answered.
    public mutating func noteEndOfInput() { hasInputEnded = true }

    /// The next line, if a whole one is there and the client has taken the last answer.
    public mutating func nextLine(at now: MonotonicTime) -> Input? {
        guard takesLines else { return nil }
        while searched < input.count, input[searched] != 0x0A { searched += 1 }
        guard searched <= ControlRequest.longestLine else { return .tooLong }
        guard searched < input.count else { return nil }
        let line = Array(input[..<searched])
        input.removeFirst(searched + 1)
        searched = 0
        lastProgress = now
        return .line(line)
    }

    /// Whether a whole line waits to be answered.
    public var hasLine: Bool { takesLines && input[searched...].contains(0x0A) }

    // MARK: Output

    /// Adds an answer; `isTree` for one that ``hasUnreadTree`` is about.
    public mutating func answer(_ line: [UInt8], isTree: Bool = false) {
        append(line)
        hasUnreadTree = isTree && hasOutput
    }

    /// Subscribes to more events.
    public mutating func subscribe(to kinds: Set<ControlEventKind>) { events.formUnion(kinds) }

    /// Ends the connection after an answer.
    public mutating func end(with line: [UInt8] = []) {
        append(line)
        input = []
        searched = 0
        isEnding = true
    }

    /// Adds an event, or counts it as lost. The number of lost events comes before the next one.
    /// Returns whether it was added.
    @discardableResult
    public mutating func add(
        _ event: [UInt8], of kind: ControlEventKind, at now: MonotonicTime
    ) -> Bool {
        guard events.contains(kind), !isEnding else { return true }
        let note = unreported > 0 ? ControlEvent.lost(unreported).line : []
        guard output.count - taken + note.count + event.count <= Self.mostWaiting else {
            lost += 1
            unreported += 1
            return false
        }
        unreported = 0
        if !hasOutput { lastProgress = now }
        append(note)
        append(event)
        return true
    }

    private mutating func append(_ bytes: [UInt8]) { output.append(contentsOf: bytes) }

    /// The output that waits.
    public var waiting: ArraySlice<UInt8> { output[taken...] }

    /// Takes note that the client's socket took so many bytes of it.
    public mutating func noteSent(_ count: Int, at now: MonotonicTime) {
        guard count > 0 else { return }
        lastProgress = now
        taken += count
        if taken >= output.count {
            output.removeAll(keepingCapacity: output.capacity <= 4096)
            taken = 0
            hasUnreadTree = false
        } else if taken > 4096 {
            output.removeFirst(taken)
            taken = 0
        }
    }
}
