import RoadMap

/// The records of the links that a search has met, found by their keys.
///
/// A hash table with open addressing and generation stamps: removing all links takes constant time. It grows
/// up to its capacity and keeps its memory.
struct LinkTable {
    /// One place of the hash table. It holds a record where the stamp is the current generation.
    private struct Bucket {
        var stamp: UInt32 = 0
        var record: Int32 = 0
    }

    private var buckets: [Bucket]
    private var generation: UInt32 = 1
    private var shift: UInt64
    private let capacity: Int
    /// The records in the order in which the search met their links.
    private(set) var records: [LinkRecord] = []

    /// An empty table for `capacity` links at most; `reserved` links fit without allocation.
    init(reserved: Int, capacity: Int) {
        var bits: UInt64 = 4
        while 1 << bits < reserved * 2 { bits += 1 }
        buckets = [Bucket](repeating: Bucket(), count: 1 << bits)
        shift = 64 - bits
        self.capacity = max(capacity, reserved)
        records.reserveCapacity(reserved)
    }

    /// Removes all links.
    mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        generation &+= 1
        guard generation == 0 else { return }
        // After 2³² searches old stamps would be valid again.
        for index in buckets.indices { buckets[index].stamp = 0 }
        generation = 1
    }

    /// The record of a key; `nil` for a link that the search has not met.
    func find(_ key: UInt64) -> Int? {
        let bucket = buckets[bucket(of: key)]
        return bucket.stamp == generation ? Int(bucket.record) : nil
    }

    /// The record of a key; a new, unreached one where there is none. `nil` where the table is full.
    mutating func findOrAdd(_ key: UInt64) -> Int? {
        var bucket = bucket(of: key)
        if buckets[bucket].stamp == generation { return Int(buckets[bucket].record) }
        guard records.count < capacity else { return nil }
        if records.count * 2 >= buckets.count {
            grow()
            bucket = self.bucket(of: key)
        }
        buckets[bucket] = Bucket(stamp: generation, record: Int32(records.count))
        records.append(LinkRecord(key: key))
        return records.count - 1
    }

    /// The record of a link with a trail, as ``findOrAdd(_:)``.
    mutating func findOrAdd(_ link: DirectedLink, trail: Int) -> Int? {
        guard trail > 0 else { return findOrAdd(link.packed) }
        guard let first = findOrAdd(link.packed) else { return nil }
        let count = records.count
        let found = findOrAdd(LinkRecord.key(link, trail: trail))
        if let found, found == count {
            records[found].next = records[first].next
            records[first].next = Int32(found)
        }
        return found
    }

    /// Marks a link as a target, or as a target that is settled.
    mutating func setTarget(_ record: Int, _ isTarget: Bool) { records[record].isTarget = isTarget }

    /// Moves a link within a heap.
    mutating func setHeapIndex(_ record: Int, _ index: Int) {
        records[record].heapIndex = Int32(index)
    }

    /// The best route to a link is known.
    mutating func settle(_ record: Int) { records[record].heapIndex = LinkRecord.settled }

    /// Notes the properties of a link when a route reaches it first.
    mutating func meet(_ record: Int, _ exit: NodeExit, costPerMetre: Double) {
        records[record].entered = exit
        records[record].costPerMetre = costPerMetre
    }

    /// Notes a better route to a link.
    mutating func reach(_ record: Int, by arrival: LinkArrival) {
        records[record].cost = arrival.cost
        records[record].distance = arrival.distance
        records[record].uTurns = arrival.uTurns
        records[record].deadEnds = arrival.deadEnds
        records[record].forbiddenTurns = arrival.forbiddenTurns
        records[record].parent = arrival.parent
    }

    /// Notes a better route to a link by its cost and its parent alone.
    mutating func reach(_ record: Int, cost: Double, parent: Int32) {
        records[record].cost = cost
        records[record].parent = parent
    }

    /// The bucket of a key, or the empty bucket where it belongs.
    private func bucket(of key: UInt64) -> Int {
        // Multiplicative hashing by 2⁶⁴/φ (Knuth, The Art of Computer Programming 3, §6.4).
        var bucket = Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift)
        while buckets[bucket].stamp == generation,
            records[Int(buckets[bucket].record)].key != key
        {
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        return bucket
    }

    private mutating func grow() {
        shift -= 1
        let count = buckets.count * 2
        buckets = [Bucket](repeating: Bucket(), count: count)
        generation = 1
        for index in records.indices {
            let bucket = bucket(of: records[index].key)
            buckets[bucket] = Bucket(stamp: generation, record: Int32(index))
        }
    }
}
