public import ADASISv2
public import CANFrames
public import Quantities

/// Finds out whether one mistake explains the violations of a whole log.
///
/// ```swift
/// var track = WholesaleTrack(parameters: checker.parameters)
/// for (frame, time) in log {
///     checker.check(frame, at: time, layout: layout)
///     track.note(frame, at: time, layout: layout, checker.takeViolations())
/// }
/// if let fault = track.fault { … }
/// ```
public struct WholesaleTrack {
    private struct Tally {
        /// The frames on the identifiers of the message type.
        var frames = 0
        /// Those that are messages of another type, by its number.
        var others = [Int](repeating: 0, count: 8)
        /// How often 0 to 3 frames were missing by the counter.
        var steps = [Int](repeating: 0, count: 4)
        /// The frames that came twice.
        var repeated = 0
        var last: (frame: CANFrame, counter: CyclicCounter, time: MonotonicTime)?

        /// The frames that were lost. A counter that mostly stands still counts nothing.
        var lost: Int {
            steps[3] * 2 > steps.reduce(0, +) ? 0 : steps[1] + 2 * steps[2] + 3 * steps[3]
        }
    }

    /// A frame that is the same as the one before of its message type, and that comes so soon after it, is that one.
    private static let repetition = Nanoseconds.milliseconds(50)
    /// Fewer messages are no evidence.
    private static let leastMessages = 20
    /// So many of the frames on an identifier are of the other message type.
    private static let exchanged = 0.85
    /// So many of the messages came twice.
    private static let repeated = 0.25
    /// So many POSITIONs fit an earlier one in the place of the last one.
    private static let foreign = 0.2
    /// So many of the messages are missing. Of fewer, the losses are named one by one.
    private static let lost = 0.1

    private var tallies = [Tally](repeating: Tally(), count: 8)
    private var senders: SenderTrack

    /// A log of which nothing is known yet.
    public init(parameters: CheckerParameters = CheckerParameters()) {
        senders = SenderTrack(parameters)
    }

    /// Takes note of the next frame, and of the violations that the checker has found by it.
    public mutating func note(
        _ frame: CANFrame, at time: MonotonicTime, layout: Layout, _ violations: [Violation]
    ) {
        do throws(FrameError) {
            guard let message = try layout.decode(frame), message.kind != .systemSpecific else {
                return
            }
            let isCounted = layout.carries(.cyclicCounter, of: message.kind, in: frame)
            note(message, frame, at: time, isCounted: isCounted)
            if case .position(let position) = message {
                senders.note(position, at: time, violations)
            }
        } catch {
            guard case .wrongType(let kind, let actual) = error else { return }
            tallies[Int(kind.rawValue)].frames += 1
            guard tallies[0].others.indices.contains(actual) else { return }
            tallies[Int(kind.rawValue)].others[actual] += 1
        }
    }

    private mutating func note(
        _ message: Message, _ frame: CANFrame, at time: MonotonicTime, isCounted: Bool
    ) {
        let slot = Int(message.kind.rawValue)
        let counter = message.cyclicCounter
        tallies[slot].frames += 1
        // Without a counter a message that is sent again is no other than one that came twice.
        guard isCounted else { return }
        if let last = tallies[slot].last {
            if last.frame == frame, time - last.time < Self.repetition {
                tallies[slot].repeated += 1
            } else {
                tallies[slot].steps[counter.lost(since: last.counter)] += 1
            }
        }
        tallies[slot].last = (frame, counter, time)
    }

    /// The fault, as far as the log was read; `nil` where no single one explains most of what is wrong.
    public var fault: WholesaleFault? {
        let exchanges = MessageKind.standard.compactMap { exchange(on: $0) }
        if !exchanges.isEmpty { return .exchangedIdentifiers(exchanges) }
        let messages = tallies.reduce(0) { $0 + $1.frames }
        guard messages >= Self.leastMessages else { return nil }
        let repeated = Double(tallies.reduce(0) { $0 + $1.repeated }) / Double(messages)
        if repeated >= Self.repeated { return .repeatedFrames(share: repeated) }
        if senders.foreign >= Self.leastMessages,
            Double(senders.foreign) >= Self.foreign * Double(senders.positions)
        {
            return .severalSenders
        }
        let lost = tallies.reduce(0) { $0 + $1.lost }
        let share = Double(lost) / Double(messages + lost)
        return lost >= Self.leastMessages && share >= Self.lost ? .lostFrames(share: share) : nil
    }

    private func exchange(on kind: MessageKind) -> WholesaleFault.Exchange? {
        let tally = tallies[Int(kind.rawValue)]
        guard tally.frames >= Self.leastMessages,
            let found = MessageKind.standard.first(where: {
                Double(tally.others[Int($0.rawValue)]) >= Self.exchanged * Double(tally.frames)
            })
        else { return nil }
        return WholesaleFault.Exchange(expected: kind, found: found)
    }
}
