import ADASISv2
import Quantities

/// Follows the counters of a sender, and finds out what was lost and what is missing for it.
struct LossTrack {
    private let parameters: CheckerParameters
    private var counters = CounterTrack()
    private var record = LossRecord()
    /// The violation that shows the loss of frames in the last silence.
    private var silence: (end: MonotonicTime, finding: Int)?
    /// The last frame that could not be read, until a counter has shown which it was.
    private var unreadable: (time: MonotonicTime, finding: Int)?

    init(_ parameters: CheckerParameters) { self.parameters = parameters }

    mutating func begin(at time: MonotonicTime) { counters.begin(at: time, parameters) }

    mutating func noteUnreadable(at time: MonotonicTime, finding: Int) {
        unreadable = (time, finding)
    }

    mutating func note(_ message: Message, at time: MonotonicTime, finding: Int?) {
        counters.note(message, at: time, finding: finding)
    }

    /// The loss that explains why a message is missing, which was sent at a moment or later.
    mutating func take(
        _ missing: LossRecord.Missing, of kind: MessageKind, since: MonotonicTime,
        began: MonotonicTime? = nil, _ list: inout FindingList
    ) -> Cause? {
        if let gap = record.take(missing, of: kind, since: since, began: began ?? since) {
            return Cause(finding: gap.finding, reason: gap.isSilence ? .silence : .lost(kind))
        }
        guard let gap = record.displace(for: missing, of: kind, since: since) else { return nil }
        list.unlink(gap.former)
        return Cause(finding: gap.finding, reason: gap.isSilence ? .silence : .lost(kind))
    }

    /// A violation is found to follow from no loss.
    mutating func release(_ finding: Int, _ list: inout FindingList) {
        guard let reason = list.all[finding].cause?.reason else { return }
        switch reason {
        case .lost, .silence:
            record.release(doubtful: finding)
            list.unlink(finding)
        default: return
        }
    }

    /// Whether the frame is the one before of its type once more, with its counter.
    func isRepeated(_ new: NewFindings) -> Bool {
        guard let last = counters[new.seen.kind] else { return false }
        return last.message == new.seen.message && new.time - last.time < .milliseconds(50)
    }

    mutating func causeOfCounter(_ new: NewFindings, _ list: inout FindingList) -> Cause? {
        guard let last = counters[new.seen.kind] else { return nil }
        if let wrong = last.finding, let expected = last.expected,
            new.seen.message.cyclicCounter == expected.next, last.message.cyclicCounter != expected
        {
            record.remove(finding: wrong)
            list.unlink(lossesOf: wrong)
            return Cause(finding: wrong, reason: .wrongCounter)
        }
        if let finding = silence(since: last.time) {
            return Cause(finding: finding, reason: .silence)
        }
        if let bad = unreadable, bad.time >= last.time, lostFrames(last, new) == 1 {
            unreadable = nil
            return Cause(finding: bad.finding, reason: .unreadable)
        }
        return nil
    }

    /// The violation that shows a loss in the last silence, if that was after a moment.
    private func silence(since time: MonotonicTime) -> Int? {
        guard let gap = counters.silence, time <= gap.start, let silence, silence.end == gap.end
        else { return nil }
        return silence.finding
    }

    private func lostFrames(_ last: CounterTrack.Frame, _ new: NewFindings) -> Int {
        new.seen.message.cyclicCounter.lost(since: last.message.cyclicCounter)
    }

    /// Why a message that has an interval is late: the ones before it were lost.
    func causeOfInterval(
        _ new: NewFindings, _ longest: Nanoseconds, _ list: FindingList
    ) -> Cause? {
        guard let last = counters[new.seen.kind] else { return nil }
        let interval = new.time - last.time
        if let finding = silence(since: last.time), let gap = counters.silence,
            interval <= longest + (gap.end - gap.start)
        {
            return Cause(finding: finding, reason: .silence)
        }
        guard let counter = list.index(of: [.counter], new),
            interval <= longest * Int64(lostFrames(last, new) + 1)
        else { return nil }
        return Cause(finding: counter, reason: .lost(new.seen.kind))
    }

    /// A counter shows that frames were lost. What is missing for it may have been found already.
    mutating func record(_ index: Int, _ new: NewFindings, _ list: inout FindingList) {
        guard let last = counters[new.seen.kind], !isRepeated(new) else { return }
        let reason = list.all[index].cause?.reason
        if reason == .wrongCounter || reason == .silence { return }
        var isSilence = false
        if let gap = counters.silence, last.time <= gap.start, reason == nil {
            isSilence = true
            silence = (gap.end, index)
            record.add(
                nil, from: gap.start, to: new.time, finding: index,
                frames: counters.frames(within: gap.end - gap.start))
        } else {
            record.add(
                new.seen.kind, from: last.time, to: new.time, finding: index,
                frames: lostFrames(last, new))
        }
        for early in list.all.indices.reversed() where early != index {
            let violation = list.all[early].violation
            guard violation.time >= last.time else { break }
            guard list.all[early].cause == nil,
                let why = self.reason(for: violation, isSilence: isSilence, new, &list)
            else { continue }
            list.link(early, to: index, why)
        }
    }

    /// Why a violation of before follows from the loss that shows now.
    private mutating func reason(
        for violation: Violation, isSilence: Bool, _ new: NewFindings, _ list: inout FindingList
    ) -> CauseReason? {
        switch violation.rule {
        case .stubFirst, .candidatePath:
            guard let path = violation.path else { return nil }
            if !isSilence, new.seen.bestPosition?.pathIndex == path { return .lost(.position) }
            return take(LossRecord.Missing(opening: path), of: .stub, since: new.time, &list)?
                .reason
        case .positionInterval, .metaDataInterval:
            guard isSilence, let gap = counters.silence, violation.time >= gap.end else {
                return nil
            }
            return .silence
        default: return nil
        }
    }
}
