import ADASISv2
import Quantities

/// The 56 path indexes. A retired index waits until no client can still hold its path: for some
/// time, and for some distance.
struct PathIndexPool {
    private struct Entry {
        var isInUse = false
        /// The time at which a message last named its path; `nil` if no message did.
        var mentioned: MonotonicTime?
        /// The progress of the vehicle at which its path is passed; `nil` if the vehicle has come far enough beyond it
        /// or has jumped elsewhere since. Then clients hold nothing of the old place.
        var released: Metres?
    }

    /// The number of path indexes.
    static var count: Int { 56 }

    private var entries = [Entry](repeating: Entry(), count: PathIndexPool.count)
    private var next = 0
    /// By number: the paths that clients may assume around the vehicle until they see it elsewhere.
    private var isAround = [56 of Bool](repeating: false)
    private let rest: Nanoseconds
    private let restDistance: Metres

    /// A pool with these waiting times and distances.
    init(rest: Nanoseconds, distance: Metres) {
        self.rest = rest
        restDistance = distance
    }

    /// Clients have seen the vehicle at this progress. They hold nothing of the paths that it has passed by the distance,
    /// also if it drives back later.
    mutating func pass(at progress: Metres) {
        for number in entries.indices {
            guard let released = entries[number].released, progress - released >= restDistance
            else { continue }
            entries[number].released = nil
        }
    }

    /// An index that no client holds; `nil` if there is none. Indexes are used in turn, so that
    /// each one waits as long as possible.
    ///
    /// A side path never has an index of the paths that clients last saw around the vehicle: it may become the main
    /// path before they see the vehicle again, and the vehicle would seem to have jumped ahead. A main path has one
    /// only where there is no other.
    mutating func take(
        at time: MonotonicTime, progress: Metres, forMainPath isMain: Bool = false
    ) -> PathIndex? {
        var second: Int?
        for step in 0..<entries.count {
            let number = (next + step) % entries.count
            guard isFree(entries[number], at: time, progress: progress) else { continue }
            guard isAround[number] else { return take(number) }
            second = second ?? number
        }
        return isMain ? second.flatMap { take($0) } : nil
    }

    /// The number of indexes that are free for side paths, or for a main path.
    func freeCount(
        at time: MonotonicTime, progress: Metres, forMainPath isMain: Bool = false
    ) -> Int {
        entries.indices.count {
            isFree(entries[$0], at: time, progress: progress) && (isMain || !isAround[$0])
        }
    }

    private func isFree(_ entry: Entry, at time: MonotonicTime, progress: Metres) -> Bool {
        guard !entry.isInUse else { return false }
        guard let mentioned = entry.mentioned else { return true }
        guard time - mentioned >= rest else { return false }
        return entry.released.map { progress - $0 >= restDistance } ?? true
    }

    /// Retires an index that a message last named at a moment. An index without such a moment is
    /// free at once. Without a place of the vehicle, only the time counts.
    mutating func release(_ index: PathIndex, mentioned: MonotonicTime?, progress: Metres?) {
        let number = Int(index.raw) - Int(PathIndex.first.raw)
        guard entries.indices.contains(number) else { return }
        entries[number] = Entry(isInUse: false, mentioned: mentioned, released: progress)
        if progress == nil, mentioned != nil { isAround[number] = true }
    }

    /// Clients have received the vehicle's current place.
    mutating func positionWasSent() { for number in entries.indices { isAround[number] = false } }

    /// Retired indexes wait for the time alone, because the distance is measured anew. `progress` is the last one by the
    /// former distances: clients hold the paths that still waited for it until they see the vehicle elsewhere.
    mutating func forgetDistances(at progress: Metres) {
        for number in entries.indices {
            guard let released = entries[number].released else { continue }
            entries[number].released = nil
            if progress - released < restDistance { isAround[number] = true }
        }
    }

    private mutating func take(_ number: Int) -> PathIndex? {
        entries[number].isInUse = true
        next = (number + 1) % entries.count
        return PathIndex(normal: number + Int(PathIndex.first.raw))
    }
}
