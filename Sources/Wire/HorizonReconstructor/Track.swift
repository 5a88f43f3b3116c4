public import Quantities

/// Something at a place of a path.
public struct Placed<Content: Sendable & Hashable>: Sendable {
    /// The place in whole metres from the path's start, unwrapped.
    public internal(set) var metres: Int
    /// What is there.
    public internal(set) var content: Content
    /// When an update flag last replaced it.
    var updated: MonotonicTime?

    /// The place, from the path's start.
    public var offset: Metres { Metres(Double(metres)) }
}

/// Things of one kind along a path, by ascending offset; one a place, except for stubs, signs and lanes.
public struct Track<Content: Sendable & Hashable>: Sendable {
    /// The things in their order.
    public private(set) var items: [Placed<Content>] = []

    /// What holds at a place: the last thing at or before it.
    ///
    /// - Complexity: O(log things)
    public func inForce(at offset: Metres) -> Placed<Content>? {
        let index = firstIndex { Double($0) > offset.value }
        return index > 0 ? items[index - 1] : nil
    }

    /// The first thing beyond a place.
    ///
    /// - Complexity: O(log things)
    public func next(after offset: Metres) -> Placed<Content>? {
        let index = firstIndex { Double($0) > offset.value }
        return index < items.count ? items[index] : nil
    }

    /// The first thing whose place fulfils a condition that holds from some place on.
    func firstIndex(where isBeyond: (Int) -> Bool) -> Int {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(items[middle].metres) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The things at exactly this place.
    func indices(at metres: Int) -> Range<Int> {
        let first = firstIndex { $0 >= metres }
        var end = first
        while end < items.count, items[end].metres == metres { end += 1 }
        return first..<end
    }
}

extension Track {
    /// Forgets everything, and keeps the memory.
    mutating func removeAll() { items.removeAll(keepingCapacity: true) }

    /// Forgets one thing.
    mutating func remove(at index: Int) { items.remove(at: index) }

    /// Changes a thing at its place.
    mutating func change(_ index: Int, _ change: (inout Content) -> Void) {
        change(&items[index].content)
    }
}

/// How something reached its place.
struct Arrival {
    let time: MonotonicTime
    let isUpdate: Bool
    let window: Nanoseconds
    let capacity: Int
}

extension Track {
    /// Puts something at its place. Where `old` says that it is there already, that is replaced,
    /// unless it came as an update a moment ago: then this is what the update replaced, overtaken
    /// by it.
    ///
    /// - Returns: whether anything is new.
    mutating func put(
        _ content: Content, at metres: Int, replacing old: Int?, _ arrival: Arrival
    ) throws(DropReason) -> Bool {
        guard let old else {
            guard items.count < arrival.capacity else { throw .full }
            items.insert(
                Placed(
                    metres: metres, content: content,
                    updated: arrival.isUpdate ? arrival.time : nil),
                at: indices(at: metres).upperBound)
            return true
        }
        let isSame = items[old].content == content
        if !arrival.isUpdate, !isSame, let updated = items[old].updated,
            arrival.time - updated <= arrival.window
        {
            throw .overtaken
        }
        items[old].content = content
        if arrival.isUpdate { items[old].updated = arrival.time }
        return !isSame
    }

    /// Forgets what is before a place; where things hold up to the next one, the last of them stays.
    mutating func forget(before metres: Int, keepsInForce: Bool) {
        var count = firstIndex { $0 >= metres }
        if keepsInForce, count > 0 {
            let isReplacedHere = count < items.count && items[count].metres == metres
            if !isReplacedHere { count -= 1 }
        }
        if count > 0 { items.removeSubrange(..<count) }
    }

    /// Forgets what is between two places, both excluded.
    mutating func forget(between first: Int, and last: Int) {
        let start = firstIndex { $0 > first }
        let end = firstIndex { $0 >= last }
        if start < end { items.removeSubrange(start..<end) }
    }

    /// Brings everything into the period of the offsets that begins at a place: what is before it moves one
    /// period on, what is beyond it one period back.
    mutating func unwrap(from lowest: Int, period: Int) {
        let beyond = items[firstIndex { $0 >= lowest + period }...]
        items.removeLast(beyond.count)
        let before = items[..<firstIndex { $0 >= lowest }]
        items.removeFirst(before.count)
        // What is left lies in the period; the others go to their places in it.
        for var item in beyond.reversed() {
            item.metres -= period
            items.insert(item, at: indices(at: item.metres).lowerBound)
        }
        for var item in before {
            item.metres += period
            // A second value can have reached beyond the wrap already, and met the same spot there.
            let there = indices(at: item.metres)
            if items[there].contains(where: { $0.content == item.content }) { continue }
            items.insert(item, at: there.upperBound)
        }
    }
}
