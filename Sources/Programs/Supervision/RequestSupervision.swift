public import ADASISv2
public import CANFrames
public import Engine
public import HorizonProvider
public import Quantities

/// Decides which requests of clients are answered, and when. Equal waiting requests are merged. Each kind of answer has
/// its limit, so that requests neither displace the horizon on the bus nor interrupt an answer. It makes no system calls.
public struct RequestSupervision: Sendable {
    /// The least time from one answer with the whole horizon to the next, and from all messages of a type to the next
    /// time. A whole horizon takes up to 4 s with the default messages.
    public static let wholeInterval = Nanoseconds.seconds(5)
    /// The least time from one answer with META-DATA to the next.
    public static let metaDataInterval = Nanoseconds.seconds(1)
    /// How long such an answer waits at most while messages of the last one are still to be sent.
    public static let longestWhole = Nanoseconds.seconds(60)
    /// The time after which an answer that waits is tried again.
    static let wholeRetry = Nanoseconds.milliseconds(100)
    /// The time from one change of the mask to the next.
    public static let maskInterval = Nanoseconds.seconds(1)
    /// The time from one line about rejected requests to the next.
    public static let linePause = Nanoseconds.seconds(60)

    private let layout: RequestLayout
    private var configured: (mask: MessageMask, extent: ProviderParameters.Extent)
    /// The mask that clients want, and the one in effect.
    private var wanted = ClientMask.all
    private var applied = ClientMask.all
    private var pending = PendingRequests()
    private var lastCount: UInt64?
    private var flood = FloodWatch()
    private var maskLine = AnswerLine()
    private var resetLine = AnswerLine()
    /// When the last line about a rejected request was written.
    private var lastLine: MonotonicTime?
    /// Requests that were rejected so far.
    public private(set) var rejected = 0

    /// The supervision of requests to a provider with that configuration.
    public init(
        _ layout: RequestLayout, mask: MessageMask, extent: ProviderParameters.Extent
    ) {
        self.layout = layout
        configured = (mask, extent)
    }

    /// The identifier of the requests.
    public var identifier: CANIdentifier { layout.identifier }

    /// When a request that waits can be answered; `nil` where none waits.
    public var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(pending.deadline(wantsMask: wanted != applied))
        earliest.add(flood.deadline)
        earliest.add(maskLine.deadline)
        earliest.add(resetLine.deadline)
        return earliest.time
    }

    /// Takes note of a frame with the identifier. Returns a line where it is rejected, or where requests come
    /// faster than they are answered; each once.
    public mutating func note(_ frame: CANFrame, at now: MonotonicTime) -> String? {
        let request: ClientRequest
        do throws(RequestLayout.Rejection) {
            request = try layout.request(in: frame)
        } catch {
            return reject(error == .tooShort ? "it is too short" : "its checksum is wrong", at: now)
        }
        if let count = layout.aliveCounter(in: frame) {
            defer { lastCount = count }
            if count == lastCount { return reject("its counter repeats", at: now) }
        }
        var merged = 0
        if request.isReset, !pending.addReset() { merged += 1 }
        if let (kind, counter) = request.messages, !pending.add(kind, counter) { merged += 1 }
        if let mask = request.mask { wanted = mask }
        return flood.note(merged, at: now) ? Self.floodLine : nil
    }

    private static let floodLine =
        "requests come faster than they are answered: some are merged, or not answered"

    private mutating func reject(_ reason: String, at now: MonotonicTime) -> String? {
        rejected += 1
        if let lastLine, now - lastLine < Self.linePause { return nil }
        lastLine = now
        return "a request is rejected: \(reason) (\(rejected) so far)"
    }

    /// Appends the events for the requests that are answered now. Returns the lines about them.
    /// - Parameter isRepeating: Whether messages of the last answer are still to be sent
    ///   (``/Engine/Engine/isRepeating``).
    public mutating func answer(
        at now: MonotonicTime, isRepeating: Bool, into events: inout [EngineEvent]
    ) -> [String] {
        var lines: [String] = []
        if let count = flood.takeEnd(at: now) {
            lines.append(
                "requests are answered in time again; \(count) were merged or not answered")
        }
        if pending.isWholeDue(at: now), isRepeating { pending.holdWhole(at: now) }
        if wanted != applied, pending.takeMask(at: now) {
            applied = wanted
            events.append(maskEvent)
            maskLine.note()
        }
        if let count = maskLine.take(at: now) {
            let names = ClientMask.kinds.filter { !applied.allows($0) }.map(\.name)
            lines.append(
                names.isEmpty
                    ? "a client asks for all configured messages\(count)"
                    : "a client asks for no \(names.joined(separator: ", "))\(count)")
        }
        if pending.takeReset(at: now) {
            events.append(.clientsLost)
            resetLine.note()
        }
        if let count = resetLine.take(at: now) {
            lines.append("a client asks for the whole horizon again\(count)")
        }
        while let (kind, counter) = pending.takeMessages(at: now) {
            events.append(.request(kind, counter))
        }
        if flood.note(pending.dropSingles(), at: now) { lines.append(Self.floodLine) }
        return lines
    }

    /// Takes note of a mask of the configuration that was read again. Returns the event for the engine.
    public mutating func noteConfigured(
        _ mask: MessageMask, extent: ProviderParameters.Extent
    ) -> EngineEvent {
        configured = (mask, extent)
        return maskEvent
    }

    private var maskEvent: EngineEvent {
        .mask(applied.applied(to: configured.mask), extent: configured.extent)
    }
}

/// A line about something that clients may do again and again: at once, and then each ten seconds at most, with the
/// number of times.
private struct AnswerLine: Sendable {
    private static let pause = Nanoseconds.seconds(10)

    private var count = 0
    private var last: MonotonicTime?

    /// When the line about what has happened since the last one is due; `nil` if nothing has.
    var deadline: MonotonicTime? { count > 0 ? last.map { $0 + Self.pause } ?? .zero : nil }

    /// Takes note that it happened.
    mutating func note() { count += 1 }

    /// The end of the line, if it is due.
    mutating func take(at now: MonotonicTime) -> String? {
        guard let deadline, now >= deadline else { return nil }
        defer { (count, last) = (0, now) }
        return count == 1 ? "" : " (\(count) times since the last line)"
    }
}
