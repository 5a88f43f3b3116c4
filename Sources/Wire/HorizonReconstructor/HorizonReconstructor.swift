public import ADASISv2
public import Quantities

/// A client's side of the protocol: messages in, the path tree out.
///
/// ```swift
/// var client = HorizonReconstructor()
/// client.ingest(message, at: time)
/// let limit = client.tree.root?.segment(at: Metres(120))?.effectiveSpeedLimit
/// ```
/// It stands loss, duplicates, messages that overtake each other, and joining late. What it does not
/// take into the tree it counts in ``report``, by reason.
///
/// Invariant: what the tree holds was sent; nothing is guessed. Times never run backwards: an earlier
/// one counts as the latest seen. The same messages at the same times give the same tree.
///
/// ## Source
/// The protocol reference, §3 to §8.
public struct HorizonReconstructor: Sendable {
    /// What the client decided for itself.
    public let parameters: ReconstructorParameters
    /// What it holds.
    public private(set) var tree = ReconstructedTree()
    /// What it received and dropped.
    public private(set) var report = ReceptionReport()

    /// The latest moment seen.
    private var now = MonotonicTime(nanoseconds: .min / 2)
    private var recent = RecentFrames()

    /// A client that has seen nothing yet.
    public init(parameters: ReconstructorParameters = ReconstructorParameters()) {
        self.parameters = parameters
    }

    /// Takes a message. Where the layout has no place for its counter (`isCounted` is false), neither
    /// loss nor duplicates nor overtaking messages can be detected.
    ///
    /// - Complexity: O(log things on the path) to find its place, O(things behind it) to insert it
    ///   there.
    @discardableResult
    public mutating func ingest(
        _ message: Message, at time: MonotonicTime, isCounted: Bool = true
    ) -> Reception {
        advance(to: time)
        var reception: Reception
        do throws(DropReason) {
            reception = try apply(message, isCounted: isCounted)
        } catch {
            reception = .dropped(error)
        }
        report.note(reception)
        return reception
    }

    /// Lets time pass: what has become too old is given up.
    public mutating func advance(to time: MonotonicTime) {
        now = max(now, time)
        tree.expire(context, &report)
    }

    /// Gives everything up but META-DATA.
    public mutating func reset() { tree.clear(.request, &report) }

    private var context: ReceptionContext { ReceptionContext(now: now, parameters: parameters) }

    private mutating func apply(
        _ message: Message, isCounted: Bool
    ) throws(DropReason) -> Reception {
        let kind = message.kind
        guard kind != .systemSpecific else { throw .systemSpecific }
        var arrival = LossCounter.Arrival.inOrder
        if isCounted {
            let window = parameters.reorderWindow
            if recent.contains(message, at: now, window: window) { throw .duplicate }
            recent.note(message, at: now)
            arrival = report.withLosses(kind) {
                $0.note(message.cyclicCounter, at: now, window: window)
            }
        } else {
            report.withLosses(kind) { $0.forget() }
        }
        switch message {
        case .systemSpecific: throw .systemSpecific
        case .metaData(let message): return apply(message, arrival)
        case .position(let message):
            return try tree.apply(message, arrival, context, &report)
        case .stub(let message): return try tree.apply(message, context, &report)
        case .segment(let message): return try tree.apply(message, context)
        case .profileShort(let message): return try tree.apply(message, context)
        case .profileLong(let message): return try tree.apply(message, context)
        }
    }

    private mutating func apply(
        _ message: MetaDataMessage, _ arrival: LossCounter.Arrival
    ) -> Reception {
        if case .late = arrival, tree.metaData != nil { return .dropped(.overtaken) }
        var content = message
        content.cyclicCounter = .zero
        let isNew = tree.metaData != content
        tree.setMetaData(content)
        return isNew ? .applied : .known
    }
}

/// The last four frames of each kind: one that comes twice within the window is a duplicate.
private struct RecentFrames: Sendable {
    private var frames = [32 of Message?](repeating: nil)
    private var times = [32 of MonotonicTime](repeating: .zero)

    private func slot(_ message: Message) -> Int {
        Int(message.kind.rawValue) * 4 + Int(message.cyclicCounter.raw)
    }

    func contains(_ message: Message, at time: MonotonicTime, window: Nanoseconds) -> Bool {
        let slot = slot(message)
        return frames[slot] == message && time - times[slot] <= window
    }

    mutating func note(_ message: Message, at time: MonotonicTime) {
        let slot = slot(message)
        frames[slot] = message
        times[slot] = time
    }
}
