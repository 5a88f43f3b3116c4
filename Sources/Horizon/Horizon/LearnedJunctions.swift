/// Junctions by the road of arrival, in the order of the last pass. Lookup, update and removal of
/// the oldest one take constant time.
struct LearnedJunctions: Sendable {
    /// A junction in the list, with the ones before and after it.
    private struct Entry {
        var road: LearnedTurns.Road
        var junction: LearnedTurns.Junction
        /// -1 for none.
        var before: Int
        var after: Int
    }

    private var places: [LearnedTurns.Road: Int] = [:]
    private var entries: [Entry] = []
    /// -1 for none.
    private var first = -1
    private var last = -1

    /// An empty list, with memory for the largest number.
    init() {
        places.reserveCapacity(LearnedTurns.mostJunctions)
        entries.reserveCapacity(LearnedTurns.mostJunctions)
    }

    var count: Int { entries.count }

    subscript(road: LearnedTurns.Road) -> LearnedTurns.Junction? {
        places[road].map { entries[$0].junction }
    }

    /// Records a pass of a junction, at the turn of a number.
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

    /// Adds a stored junction as the latest. Returns whether it is new.
    mutating func append(_ junction: LearnedTurns.Junction, from road: LearnedTurns.Road) -> Bool {
        guard places[road] == nil, entries.count < LearnedTurns.mostJunctions else { return false }
        places[road] = entries.count
        entries.append(Entry(road: road, junction: junction, before: -1, after: -1))
        link(entries.count - 1)
        return true
    }

    /// All of them, the one of the oldest pass first.
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
