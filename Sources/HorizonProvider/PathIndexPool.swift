import ADASISv2
import Quantities

/// The 56 path indexes. A path that is given up leaves its index at rest until no client can still
/// hold the path: a while later, and some way further on.
struct PathIndexPool {
    private struct Entry {
        var isInUse = false
        /// When a message last named its path; `nil` where it had none yet.
        var mentioned: MonotonicTime?
        /// Where the vehicle was when the path was given up; `nil` where it has left for elsewhere, so
        /// that clients hold nothing of what was there.
        var releasedOdometer: Metres?
    }

    /// How many there are.
    static var count: Int { 56 }

    private var entries = [Entry](repeating: Entry(), count: PathIndexPool.count)
    private var next = 0
    /// By number: the paths that clients may take to be around the vehicle until they see it elsewhere.
    private var isAround = [56 of Bool](repeating: false)
    private let rest: Nanoseconds
    private let restDistance: Metres

    /// A pool whose indexes rest so long and so far.
    init(rest: Nanoseconds, distance: Metres) {
        self.rest = rest
        restDistance = distance
    }

    /// An index that no client holds, taken in turn so that each rests as long as possible; `nil`
    /// where there is none.
    ///
    /// For a main path that clients see the vehicle on for the first time it is another one than those
    /// of the paths that they last saw around it, if there is any: on one of those it would seem to
    /// have jumped ahead.
    mutating func take(
        at time: MonotonicTime, odometer: Metres, forMainPath isMain: Bool = false
    ) -> PathIndex? {
        var second: Int?
        for step in 0..<entries.count {
            let number = (next + step) % entries.count
            guard isFree(entries[number], at: time, odometer: odometer) else { continue }
            guard isMain && isAround[number] else { return take(number) }
            second = second ?? number
        }
        return second.flatMap { take($0) }
    }

    /// How many indexes could be taken.
    func freeCount(at time: MonotonicTime, odometer: Metres) -> Int {
        entries.count { isFree($0, at: time, odometer: odometer) }
    }

    private func isFree(_ entry: Entry, at time: MonotonicTime, odometer: Metres) -> Bool {
        guard !entry.isInUse else { return false }
        guard let mentioned = entry.mentioned else { return true }
        guard time - mentioned >= rest else { return false }
        return entry.releasedOdometer.map { odometer - $0 >= restDistance } ?? true
    }

    /// Lays an index to rest that was last named at a moment; one that never was is free at once.
    /// Without a place of the vehicle, it has left for elsewhere, and the time alone counts.
    mutating func release(_ index: PathIndex, mentioned: MonotonicTime?, odometer: Metres?) {
        let number = Int(index.raw) - Int(PathIndex.first.raw)
        guard entries.indices.contains(number) else { return }
        entries[number] = Entry(isInUse: false, mentioned: mentioned, releasedOdometer: odometer)
        if odometer == nil, mentioned != nil { isAround[number] = true }
    }

    /// Clients have seen where the vehicle is now.
    mutating func positionWasTold() { for number in entries.indices { isAround[number] = false } }

    /// Lets indexes that are at rest wait for the time alone: the way is counted anew.
    mutating func forgetDistances() {
        for index in entries.indices { entries[index].releasedOdometer = nil }
    }

    private mutating func take(_ number: Int) -> PathIndex? {
        entries[number].isInUse = true
        next = (number + 1) % entries.count
        return PathIndex(normal: number + Int(PathIndex.first.raw))
    }
}
