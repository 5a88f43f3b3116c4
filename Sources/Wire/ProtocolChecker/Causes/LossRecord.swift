import ADASISv2
import Quantities

/// What counters and silence say of lost frames. A lost frame explains one missing message, and no more: so an
/// independent fault does not disappear among the consequences of a loss.
struct LossRecord {
    /// A message that is missing: what it was for, as far as that is known.
    struct Missing {
        /// The path that a STUB opens.
        private(set) var opened: PathIndex?
        /// The place and the subject of the message.
        private(set) var key: SentKey?
        /// The place of a STUB.
        private(set) var spot: SentKey?
        /// The violation that a lost update would explain. A wrong retransmission explains it as well.
        private(set) var doubtful: Int?
        /// When it had been sent at the latest.
        private(set) var before: MonotonicTime?

        init(opening path: PathIndex) { opened = path }

        /// A message that is sent again or replaced; `doubtful` where something was sent for its place.
        init(_ message: Message, _ key: SentKey, doubtful: Int?, before: MonotonicTime?) {
            self.before = before
            self.key = key
            self.doubtful = doubtful
            guard case .stub(let stub) = message else { return }
            opened = stub.subPathIndex.isNormal ? stub.subPathIndex : nil
            spot = key.spot
        }

        /// A STUB at the offset of another one.
        init(stubAt key: SentKey) { spot = key.spot }

        func isSame(as other: Missing) -> Bool {
            if let key, let otherKey = other.key { return key == otherKey }
            if let opened, let otherOpened = other.opened { return opened == otherOpened }
            return spot != nil && spot == other.spot
        }

        mutating func add(_ other: Missing) {
            opened = opened ?? other.opened
            key = key ?? other.key
            spot = spot ?? other.spot
        }
    }

    /// Frames that were lost between two moments.
    private struct Gap {
        /// `nil`: of any kind.
        let kind: MessageKind?
        let start: MonotonicTime
        let end: MonotonicTime
        let finding: Int
        /// How many frames were lost, at most.
        let frames: Int
        var missing: [Missing] = []
    }

    /// The gaps of this many violations are known.
    private static let most = 256

    private var gaps: [Gap] = []

    mutating func add(
        _ kind: MessageKind?, from start: MonotonicTime, to end: MonotonicTime, finding: Int,
        frames: Int
    ) {
        gaps.append(Gap(kind: kind, start: start, end: end, finding: finding, frames: frames))
        if gaps.count > Self.most { gaps.removeFirst() }
    }

    /// Nothing was lost after all.
    mutating func remove(finding: Int) { gaps.removeAll { $0.finding == finding } }

    /// The violation that shows the loss of a message of a kind, which was sent at a moment or later. Its path began
    /// at a moment before.
    mutating func take(
        _ missing: Missing, of kind: MessageKind, since: MonotonicTime, began: MonotonicTime
    ) -> (finding: Int, isSilence: Bool)? {
        for index in gaps.indices.reversed() where isPossible(gaps[index], kind, began, missing) {
            guard let slot = gaps[index].missing.firstIndex(where: { $0.isSame(as: missing) })
            else { continue }
            gaps[index].missing[slot].add(missing)
            return (gaps[index].finding, gaps[index].kind == nil)
        }
        for index in gaps.indices.reversed() where isPossible(gaps[index], kind, since, missing) {
            if gaps[index].missing.count >= gaps[index].frames { continue }
            gaps[index].missing.append(missing)
            return (gaps[index].finding, gaps[index].kind == nil)
        }
        return nil
    }

    /// Gives a message that is surely missing the place of one that is not. The violation that had the place.
    mutating func displace(
        for missing: Missing, of kind: MessageKind, since: MonotonicTime
    ) -> (finding: Int, isSilence: Bool, former: Int)? {
        guard missing.doubtful == nil else { return nil }
        for index in gaps.indices.reversed() where isPossible(gaps[index], kind, since, missing) {
            for slot in gaps[index].missing.indices {
                guard let former = gaps[index].missing[slot].doubtful else { continue }
                gaps[index].missing[slot] = missing
                return (gaps[index].finding, gaps[index].kind == nil, former)
            }
        }
        return nil
    }

    /// A violation has another cause than a loss.
    mutating func release(doubtful finding: Int) {
        for index in gaps.indices {
            gaps[index].missing.removeAll { $0.doubtful == finding }
        }
    }

    private func isPossible(
        _ gap: Gap, _ kind: MessageKind, _ since: MonotonicTime, _ missing: Missing
    ) -> Bool {
        gap.kind ?? kind == kind && gap.end >= since
            && missing.before.map { gap.start <= $0 } ?? true
    }
}
