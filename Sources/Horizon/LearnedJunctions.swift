/// Junctions by the road that one comes by, in the order in which they were driven through last. To find one, to
/// have one be the latest and to have the one of longest ago give way takes as long with many as with few.
struct LearnedJunctions: Sendable {
    /// A junction between the one that was driven through before it and the one after.
    private struct Entry {
        var road: LearnedTurns.Road
        var junction: LearnedTurns.Junction
        /// -1 where there is none.
        var before: Int
        var after: Int
    }

    private var places: [LearnedTurns.Road: Int] = [:]
    private var entries: [Entry] = []
    /// -1 where there is none.
    private var first = -1
    private var last = -1

    /// None, with the memory for as many as there may be.
    init() {
        places.reserveCapacity(LearnedTurns.mostJunctions)
        entries.reserveCapacity(LearnedTurns.mostJunctions)
    }

    var count: Int { entries.count }

    subscript(road: LearnedTurns.Road) -> LearnedTurns.Junction? {
        places[road].map { entries[$0].junction }
    }

    /// Takes in that a junction was driven through, by the turn of a number.
    mutating func take(
        _ exit: LearnedTurns.Road, from road: LearnedTurns.Road, turn: UInt64
    ) {
        let place: Int
        if let known = places[road] {
            place = known
            unlink(place)
        } else if entries.count < LearnedTurns.mostJunctions {
            place = entries.count
            entries.append(Entry(road: road, junction: .init(), before: -1, after: -1))
        } else {
            place = first
            unlink(place)
            places[entries[place].road] = nil
            entries[place].road = road
            entries[place].junction = .init()
        }
        places[road] = place
        entries[place].junction.take(exit, turn: turn)
        link(place)
    }

    /// Adds a junction as it was kept, driven through after all others. Says whether it was not there yet.
    mutating func append(_ junction: LearnedTurns.Junction, from road: LearnedTurns.Road) -> Bool {
        guard places[road] == nil, entries.count < LearnedTurns.mostJunctions else { return false }
        places[road] = entries.count
        entries.append(Entry(road: road, junction: junction, before: -1, after: -1))
        link(entries.count - 1)
        return true
    }

    /// All of them, the one driven through longest ago first.
    func forEach(_ body: (LearnedTurns.Road, LearnedTurns.Junction) -> Void) {
        var place = first
        while place >= 0 {
            body(entries[place].road, entries[place].junction)
            place = entries[place].after
        }
    }

    private mutating func unlink(_ place: Int) {
        let (before, after) = (entries[place].before, entries[place].after)
        if before >= 0 { entries[before].after = after } else { first = after }
        if after >= 0 { entries[after].before = before } else { last = before }
    }

    private mutating func link(_ place: Int) {
        (entries[place].before, entries[place].after) = (last, -1)
        if last >= 0 { entries[last].after = place } else { first = place }
        last = place
    }
}

extension LearnedJunctions: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        guard left.count == right.count else { return false }
        var (one, other) = (left.first, right.first)
        while one >= 0, other >= 0 {
            let (entry, match) = (left.entries[one], right.entries[other])
            guard entry.road == match.road, entry.junction == match.junction else { return false }
            (one, other) = (entry.after, match.after)
        }
        return true
    }

    func hash(into hasher: inout Hasher) {
        forEach { road, junction in
            hasher.combine(road)
            hasher.combine(junction)
        }
    }
}
