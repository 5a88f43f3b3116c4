public import ADASISv2
public import CANFrames
public import Quantities

/// Finds out which violations follow from others: one lost STUB may break a hundred rules later on.
///
/// ```swift
/// var finder = CauseFinder(parameters: checker.parameters)
/// for (frame, time) in log {
///     checker.check(frame, at: time, layout: layout)
///     finder.note(frame, at: time, layout: layout, checker.takeViolations())
/// }
/// for (index, finding) in finder.findings.enumerated() where finding.cause == nil { … }
/// ```
/// A violation follows from another one only where the log shows it: a message is missing and a counter shows that
/// one frame of its type was lost; a message was sent before and its path was opened again since; a POSITION is wrong
/// and the next one fits the one before. What is not shown stays a root cause.
public struct CauseFinder {
    private let parameters: CheckerParameters
    private var list = FindingList()
    private var bus: BusKnowledge
    private var losses: LossTrack
    private var sent = SentRecord()
    private var positions = PositionTrack()
    private var paths = PathFaults()
    private var burst = LoadBurst()
    /// The last new message of each kind and subject of a path.
    private var newest: [NewestKey: Message] = [:]

    /// A finder at the beginning of a sequence, with the parameters of the checker.
    public init(parameters: CheckerParameters = CheckerParameters()) {
        self.parameters = parameters
        losses = LossTrack(parameters)
        bus = BusKnowledge(parameters: parameters)
    }

    /// All violations so far, in their order. A later violation may be the cause of an earlier one.
    public var findings: [Finding] { list.all }

    /// The root cause of a violation, by their numbers in ``findings``.
    public func root(of index: Int) -> Int { list.root(of: index) }

    /// Takes a frame of the sender and the violations that the checker has found by it.
    public mutating func note(
        _ frame: CANFrame, at time: MonotonicTime, layout: Layout, _ violations: [Violation]
    ) {
        if let message = try? layout.decode(frame) {
            note(message, at: time, violations)
            return
        }
        for violation in violations {
            losses.noteUnreadable(at: time, finding: list.count)
            list.append(Finding(violation, cause: nil))
        }
    }

    /// Takes the violations of the end of the sequence.
    public mutating func finish(_ violations: [Violation]) {
        for violation in violations { list.append(Finding(violation, cause: nil)) }
    }

    /// Takes a message of the sender and the violations that the checker has found by it.
    public mutating func note(
        _ message: Message, at time: MonotonicTime, _ violations: [Violation]
    ) {
        bus.begin(at: time)
        losses.begin(at: time)
        let seen = Observation(message, time: time, number: 0)
        let new = NewFindings(start: list.count, seen: seen)
        for violation in violations {
            let cause = cause(of: violation, new)
            list.append(Finding(violation, cause: cause))
            record(violation, list.count - 1, new)
        }
        explainUnmarked(new)
        follow(seen, new)
    }
}

extension CauseFinder {
    private mutating func cause(of violation: Violation, _ new: NewFindings) -> Cause? {
        // A frame that came twice breaks nothing but what its first time broke.
        if let counter = list.index(of: [.counter], new),
            losses.isRepeated(new),
            [.unmarked, .positionInterval, .update, .lastStub, .nearFirst, .metaDataInterval]
                .contains(violation.rule)
        {
            return Cause(finding: counter, reason: .repeatedFrame)
        }
        switch violation.rule {
        case .counter: return losses.causeOfCounter(new, &list)
        case .positionInterval:
            return losses.causeOfInterval(new, parameters.longestPositionInterval, list)
                ?? causeOfEarly(new)
        case .metaDataInterval:
            return losses.causeOfInterval(new, parameters.longestMetaDataInterval, list)
        case .positionJump, .positionBackwards, .positionMotion: return causeOfMotion(new)
        case .reach: return causeOfReach(new)
        case .load: return burst.cause(of: list.count, at: new.time)
        case .stubFirst, .candidatePath:
            let since = new.time + Nanoseconds(-parameters.clientMemory.value)
            return violation.path.flatMap {
                losses.take(LossRecord.Missing(opening: $0), of: .stub, since: since, &list)
            }
        case .indexReuse: return causeOfReuse(new)
        case .lastStub: return causeOfLastStub(violation, new)
        case .retransmission, .update: return causeOfFlag(new)
        case .unmarked: return causeOfUnmarked(new)
        case .reservedValue, .profileValue, .pathIndex, .offset:
            return sent.repeated(new.content, violation.rule, among: list)
                .map { Cause(finding: $0, reason: .sameContent) }
        default: return nil
        }
    }

    /// A POSITION in time after one that was late.
    private func causeOfEarly(_ new: NewFindings) -> Cause? {
        guard new.seen.bestPosition != nil, let late = positions.interval,
            list.all[late].cause == nil, let before = positions.former, let at = positions.last,
            new.time - at.time < parameters.shortestPositionInterval,
            new.time - before.time <= parameters.longestPositionInterval * 2
        else { return nil }
        return Cause(finding: late, reason: .latePosition)
    }

    private func causeOfMotion(_ new: NewFindings) -> Cause? {
        if let other = list.index(of: [.positionJump, .positionBackwards], new) {
            return Cause(finding: other, reason: .sameMessage)
        }
        guard let position = new.seen.bestPosition, let wrong = positions.motion,
            list.all[wrong].cause?.reason != .wrongPosition,
            positions.skipsLast(position, at: new.time, parameters)
        else { return nil }
        return Cause(finding: wrong, reason: .wrongPosition)
    }

    private func causeOfReach(_ new: NewFindings) -> Cause? {
        guard let place = new.seen.place else { return nil }
        if let wrong = positions.motion, positions.isWithinReachOfFormer(place, parameters) {
            return Cause(finding: wrong, reason: .wrongPosition)
        }
        if let reopened = paths.reopened(place.path), let at = positions.last,
            at.position.pathIndex == place.path, at.time <= reopened.time
        {
            return Cause(finding: reopened.finding, reason: .pathReopened(place.path))
        }
        return nil
    }

    private mutating func causeOfReuse(_ new: NewFindings) -> Cause? {
        guard case .stub(let stub) = new.seen.message else { return nil }
        let child = stub.subPathIndex
        if let unopened = paths.unopened(child) {
            return Cause(finding: unopened, reason: .pathNotOpened(child))
        }
        guard let time = sent.time(of: new.content, on: stub.pathIndex, driven: positions.driven)
        else { return nil }
        for path in [child, stub.pathIndex] {
            if let reopened = paths.reopened(path), reopened.time > time {
                return Cause(finding: reopened.finding, reason: .pathReopened(path))
            }
        }
        return nil
    }

    private mutating func causeOfLastStub(_ violation: Violation, _ new: NewFindings) -> Cause? {
        guard case .stub(let stub) = new.seen.message, let offset = violation.offset else {
            return nil
        }
        var other = stub
        other.offset = offset
        guard let key = SentKey(Observation(.stub(other), time: new.time, number: 0)) else {
            return nil
        }
        let since = sent.stubs(at: key).first?.time ?? new.time
        return losses.take(
            LossRecord.Missing(stubAt: key), of: .stub, since: since,
            began: paths.began(stub.pathIndex), &list)
    }

    /// A retransmission or an update that has nothing to repeat or to replace, or something else.
    private mutating func causeOfFlag(_ new: NewFindings) -> Cause? {
        guard let place = new.seen.place, let key = SentKey(new.seen) else { return nil }
        if let first = list.index(of: [.stubFirst], new) {
            return Cause(finding: first, reason: .pathNotOpened(place.path))
        }
        let last = sent.last(key)
        if let cause = causeOfOtherSubPath(new, last?.content) { return cause }
        if let last {
            if let wrong = last.finding, last.former == new.content {
                losses.release(wrong, &list)
                return Cause(finding: wrong, reason: .replacedContent)
            }
        } else if let time = sent.time(of: new.content, on: place.path, driven: positions.driven) {
            if let reopened = paths.reopened(place.path), reopened.time > time {
                return Cause(finding: reopened.finding, reason: .pathReopened(place.path))
            }
            if let wrong = positions.wrong, wrong.time > time {
                return Cause(finding: wrong.finding, reason: .wrongPosition)
            }
        }
        if let suspect = sent.takeSuspect(of: new.content, for: key) {
            return Cause(finding: suspect, reason: .wrongField)
        }
        return losses.take(
            LossRecord.Missing(
                new.seen.message, key, doubtful: last == nil ? nil : list.count,
                before: last == nil ? sent.farther(than: key) : nil),
            of: new.seen.kind,
            since: last?.time ?? paths.began(place.path), began: paths.began(place.path),
            &list)
    }

    /// A STUB whose path was opened by no STUB, or by another one.
    private func causeOfOtherSubPath(_ new: NewFindings, _ last: Message?) -> Cause? {
        guard case .stub(let stub) = new.seen.message, stub.subPathIndex.isNormal else {
            return nil
        }
        if let unopened = paths.unopened(stub.subPathIndex) {
            return Cause(finding: unopened, reason: .pathNotOpened(stub.subPathIndex))
        }
        guard let reuse = list.index(of: [.indexReuse, .pathLoop], new) else { return nil }
        if let cause = list.all[reuse].cause { return cause }
        guard case .stub(var other) = last else { return nil }
        other.subPathIndex = stub.subPathIndex
        return .stub(other) == new.content ? Cause(finding: reuse, reason: .sameMessage) : nil
    }

    private mutating func causeOfUnmarked(_ new: NewFindings) -> Cause? {
        guard let key = SentKey(new.seen), let last = sent.last(key), last.content != new.content
        else { return nil }
        return last.finding.flatMap { wrong in
            list.all[wrong].violation.rule == .nearFirst
                ? Cause(finding: wrong, reason: .wrongField) : nil
        }
    }
}

extension CauseFinder {
    private mutating func record(_ violation: Violation, _ index: Int, _ new: NewFindings) {
        switch violation.rule {
        case .counter: losses.record(index, new, &list)
        case .stubFirst, .candidatePath:
            if let path = violation.path { paths.setUnopened(path, finding: index) }
        case .indexReuse, .pathLoop:
            if let path = violation.path { paths.setReopened(path, finding: index, at: new.time) }
        default: break
        }
        guard list.all[index].cause == nil else { return }
        if violation.rule == .nearFirst {
            guard let early = NewestKey(new.seen).flatMap({ newest[$0] }) else { return }
            sent.suspect(early, .nearFirst, at: nil, finding: index)
        } else {
            sent.suspect(new.seen.message, violation.rule, at: new.time, finding: index)
        }
    }

    /// A message that lacks its flag seems to be new: the rules for new messages mean nothing for it.
    private mutating func explainUnmarked(_ new: NewFindings) {
        guard let unmarked = list.index(of: [.unmarked], new), let key = SentKey(new.seen) else {
            return
        }
        let isSame = sent.last(key)?.content == new.content
        for index in new.start..<list.count where index != unmarked {
            let broken = list.all[index].violation
            let isStub = broken.rule == .lastStub && broken.offset == key.offset && isSame
            if broken.rule == .nearFirst || isStub {
                list.link(index, to: unmarked, .notMarked)
            }
        }
    }

    /// Takes note of the message.
    private mutating func follow(_ seen: Observation, _ new: NewFindings) {
        let reopening = list.index(of: [.indexReuse, .pathLoop], new)
        bus.note(seen)
        for path in paths.takeNew(bus, at: seen.time) {
            sent.reopen(path, wasFree: reopening == nil)
        }
        let first = (new.start..<list.count).first { list.all[$0].violation.rule != .counter }
        sent.note(seen, driven: positions.driven, finding: first)
        losses.note(seen.message, at: seen.time, finding: list.index(of: [.counter], new))
        if let position = seen.bestPosition {
            positions.note(
                position, at: seen.time,
                motion: list.index(of: [.positionJump, .positionBackwards, .positionMotion], new),
                interval: list.index(of: [.positionInterval], new))
        }
        if seen.isFirst, let key = NewestKey(seen) { newest[key] = seen.message }
    }
}
