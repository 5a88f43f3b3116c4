public import ADASISv2
public import CANFrames
public import Quantities

/// Finds out whether one mistake explains the violations of a whole log.
///
/// ```swift
/// var track = WholesaleTrack(layout: layout)
/// for (frame, time) in log {
///     checker.check(frame, at: time, layout: layout)
///     track.note(frame, at: time, checker.takeViolations())
/// }
/// for fault in track.faults { … }
/// ```
public struct WholesaleTrack {
    private struct Seen {
        let frame: CANFrame
        let counter: CyclicCounter
        let time: MonotonicTime
    }

    /// What came on the identifiers of a message type.
    private struct Tally {
        var frames = 0
        /// The frames that are messages of another type, by its number.
        var others = [Int](repeating: 0, count: 8)
        /// The frames with the counter of the one before, and all that have one before.
        var standing = (same: 0, all: 0)
        /// The last frames of the type.
        var last: [Seen] = []
    }

    /// What came in a part of the log.
    private struct Part {
        var messages = 0
        var repeated = 0
        var lost = 0
    }

    /// So many messages are a part of the log. A fault of the whole log shows in nine of ten parts.
    private static let partMessages = 500
    /// A frame that came before within this time, and among so many, came twice. POSITIONs come every 100 ms at most.
    private static let repetition = Nanoseconds.milliseconds(90)
    private static let mostRemembered = 16
    /// Fewer messages are no evidence.
    private static let leastMessages = 20
    /// So many of the frames on an identifier are of the other message type.
    private static let exchanged = 0.85
    /// So many of the messages came twice.
    private static let repeated = 0.25
    /// So many POSITIONs continue an earlier one in the place of the last one.
    private static let foreign = 0.2
    /// So many of the messages of a type have the counter of the one before.
    private static let standing = 0.95
    /// So many of the messages are missing. Of fewer, the losses are named one by one.
    private static let lost = 0.1

    private let layout: Layout
    private var tallies = [Tally](repeating: Tally(), count: 8)
    private var parts = [Part()]
    private var senders = SenderTrack()

    /// A log of which nothing is known yet, and the layout by which it is read.
    public init(layout: Layout) { self.layout = layout }

    /// Takes note of the next frame, and of the violations that the checker has found by it.
    public mutating func note(
        _ frame: CANFrame, at time: MonotonicTime, _ violations: [Violation]
    ) {
        do throws(FrameError) {
            guard let message = try layout.decode(frame), message.kind != .systemSpecific else {
                return
            }
            tallies[Int(message.kind.rawValue)].frames += 1
            if layout.carries(.cyclicCounter, of: message.kind, in: frame) {
                note(Seen(frame: frame, counter: message.cyclicCounter, time: time), message.kind)
            }
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

    private mutating func note(_ seen: Seen, _ kind: MessageKind) {
        let slot = Int(kind.rawValue)
        if parts[parts.count - 1].messages == Self.partMessages { parts.append(Part()) }
        let part = parts.count - 1
        parts[part].messages += 1
        let isRepeated = tallies[slot].last.contains {
            $0.frame == seen.frame && seen.time - $0.time < Self.repetition
        }
        if isRepeated {
            parts[part].repeated += 1
            return
        }
        if let last = tallies[slot].last.last {
            // Of a counter that stands still nothing is known.
            let isSame = seen.counter == last.counter
            tallies[slot].standing.all += 1
            tallies[slot].standing.same += isSame ? 1 : 0
            parts[part].lost += isSame ? 0 : seen.counter.lost(since: last.counter)
        }
        if tallies[slot].last.count == Self.mostRemembered { tallies[slot].last.removeFirst() }
        tallies[slot].last.append(seen)
    }

    /// The faults, as far as the log was read. Of several, a violation follows from the first that explains it.
    public var faults: [WholesaleFault] {
        let exchanges = exchanges
        if !exchanges.isEmpty { return [.exchangedIdentifiers(exchanges)] }
        if let share = share({ $0.repeated }, of: { $0.messages }, atLeast: Self.repeated) {
            return [.repeatedFrames(share: share)]
        }
        if senders.foreign >= Self.leastMessages,
            Double(senders.foreign) >= Self.foreign * Double(senders.positions)
        {
            return [.severalSenders]
        }
        let standing = standing
        let lost = share({ $0.lost }, of: { $0.messages + $0.lost }, atLeast: Self.lost)
        return (standing.isEmpty ? [] : [.standingCounters(standing)])
            + (lost.map { [.lostFrames(share: $0)] } ?? [])
    }

    /// The message types whose counters stand still. With fewer messages, all have the same counter.
    private var standing: [MessageKind] {
        func stand(atLeast least: Int, _ share: Double) -> [MessageKind] {
            MessageKind.standard.filter { kind in
                let (same, all) = tallies[Int(kind.rawValue)].standing
                return all >= least && Double(same) >= share * Double(all)
            }
        }
        let many = stand(atLeast: Self.leastMessages, Self.standing)
        guard !many.isEmpty else { return [] }
        let few = stand(atLeast: 2, 1)
        return MessageKind.standard.filter { many.contains($0) || few.contains($0) }
    }

    /// A share of the messages that is high enough, also by half in nine of ten parts of the log.
    private func share(
        _ count: (Part) -> Int, of all: (Part) -> Int, atLeast least: Double
    ) -> Double? {
        let sum = parts.reduce(0) { $0 + count($1) }
        let share = Double(sum) / Double(max(parts.reduce(0) { $0 + all($1) }, 1))
        guard sum >= Self.leastMessages, share >= least else { return nil }
        let affected = parts.count { Double(count($0)) >= least / 2 * Double(all($0)) }
        return affected * 10 >= parts.count * 9 ? share : nil
    }

    /// The message types that have the identifiers of each other.
    private var exchanges: [WholesaleFault.Exchange] {
        let found = MessageKind.standard.compactMap { kind in
            exchange(on: kind, least: Self.leastMessages) ?? exchange(on: kind, least: 1)
        }
        let isClosed = Set(found.map(\.expected)) == Set(found.map(\.found))
        // The type is read at the place of the message type that is expected.
        let messages = layout.messages.filter { message in
            found.contains { $0.expected == message.kind }
        }
        let types = messages.map { message in
            message.signals.first { $0.field == .messageType }?.bits
        }
        guard isClosed, messages.count == found.count, Set(types).count == 1,
            Set(messages.map(\.byteOffset)).count == 1,
            found.contains(where: {
                tallies[Int($0.expected.rawValue)].frames >= Self.leastMessages
            })
        else { return [] }
        return found
    }

    /// With fewer frames, all of them are of the other message type.
    private func exchange(on kind: MessageKind, least: Int) -> WholesaleFault.Exchange? {
        let tally = tallies[Int(kind.rawValue)]
        let share = least == 1 ? 1 : Self.exchanged
        guard tally.frames >= least,
            let found = MessageKind.standard.first(where: {
                Double(tally.others[Int($0.rawValue)]) >= share * Double(tally.frames)
            })
        else { return nil }
        return WholesaleFault.Exchange(expected: kind, found: found)
    }
}
