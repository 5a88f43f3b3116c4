import ADASISv2
import Quantities

/// Losses by the cyclic counter of one message type. Reference §3, confidence B.
///
/// Two bits cannot distinguish three lost frames from one that was overtaken. A counter that fills
/// a hole which opened a moment ago is classified as a late frame, everything else as loss. The next
/// counter is in order, although a frame that three others have overtaken has the same; such a frame counts as four lost.
struct LossCounter: Sendable {
    /// What a frame is by its counter.
    enum Arrival: Sendable, Hashable {
        /// The next one, or one after a loss.
        case inOrder
        /// One that was counted as lost at this moment.
        case late(since: MonotonicTime)
    }

    private var last: CyclicCounter?
    /// Bit n: the frame with counter n is missing since ``holeOpened``.
    private var missing: UInt8 = 0
    private var holeOpened = MonotonicTime.zero

    /// How many frames are missing.
    private(set) var lost = 0
    /// How many came after a later one.
    private(set) var late = 0

    /// Takes a frame that travels without its counter: whether it was counted cannot be seen.
    mutating func forget() {
        last = nil
        missing = 0
    }

    /// Takes a frame's counter.
    mutating func note(
        _ counter: CyclicCounter, at time: MonotonicTime, window: Nanoseconds
    ) -> Arrival {
        if time - holeOpened > window { missing = 0 }
        let bit: UInt8 = 1 << counter.raw
        let isLate = missing & bit != 0 && counter != last?.next
        missing &= ~bit
        if isLate {
            lost -= 1
            late += 1
            return .late(since: holeOpened)
        }
        if let last {
            let gap = counter.lost(since: last)
            if gap > 0 {
                lost += gap
                missing = 0
                holeOpened = time
                var hole = last.next
                while hole != counter {
                    missing |= 1 << hole.raw
                    hole.advance()
                }
            }
        }
        last = counter
        return .inOrder
    }
}
