import ADASISv2
import Quantities

/// The 56 path indexes. A path that is given up leaves its index at rest until no client can still
/// hold the path: a while later, and some way further on.
struct PathIndexPool {
    private struct Entry {
        var isInUse = false
        var releasedAt: MonotonicTime?
        var releasedOdometer = Metres.zero
    }

    private var entries = [Entry](repeating: Entry(), count: 56)
    private var next = 0
    private let rest: Nanoseconds
    private let restDistance: Metres

    /// A pool whose indexes rest so long and so far.
    init(rest: Nanoseconds, distance: Metres) {
        self.rest = rest
        restDistance = distance
    }

    /// An index that no client holds, taken in turn so that each rests as long as possible; `nil`
    /// where there is none.
    mutating func take(at time: MonotonicTime, odometer: Metres) -> PathIndex? {
        for step in 0..<entries.count {
            let number = (next + step) % entries.count
            let entry = entries[number]
            if isFree(entry, at: time, odometer: odometer) { return take(number) }
        }
        return nil
    }

    /// How many indexes could be taken.
    func freeCount(at time: MonotonicTime, odometer: Metres) -> Int {
        entries.count { isFree($0, at: time, odometer: odometer) }
    }

    private func isFree(_ entry: Entry, at time: MonotonicTime, odometer: Metres) -> Bool {
        guard !entry.isInUse else { return false }
        guard let releasedAt = entry.releasedAt else { return true }
        return time - releasedAt >= rest && odometer - entry.releasedOdometer >= restDistance
    }

    /// An index for the main path, which must have one: the one that has rested the longest, where
    /// none has rested enough.
    mutating func takeForMainPath(at time: MonotonicTime, odometer: Metres) -> PathIndex? {
        if let index = take(at: time, odometer: odometer) { return index }
        var longest: Int?
        for number in entries.indices where !entries[number].isInUse {
            if let found = longest,
                (entries[found].releasedAt ?? .zero) <= (entries[number].releasedAt ?? .zero)
            {
                continue
            }
            longest = number
        }
        return longest.flatMap { take($0) }
    }

    /// Lays an index to rest.
    mutating func release(_ index: PathIndex, at time: MonotonicTime, odometer: Metres) {
        let number = Int(index.raw) - Int(PathIndex.first.raw)
        guard entries.indices.contains(number) else { return }
        entries[number] = Entry(isInUse: false, releasedAt: time, releasedOdometer: odometer)
    }

    private mutating func take(_ number: Int) -> PathIndex? {
        entries[number].isInUse = true
        next = (number + 1) % entries.count
        return PathIndex(normal: number + Int(PathIndex.first.raw))
    }
}
