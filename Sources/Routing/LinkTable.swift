import RoadMap

/// What a search knows of one directed link.
struct LinkRecord {
    /// The link, as ``DirectedLink/packed``, and above that the number of the trail by which it is
    /// reached.
    var key: UInt64
    /// The cost of reaching the node where one enters it.
    var cost: Double
    /// The cost of one metre of it.
    var costPerMetre: Double
    /// The way to the node where one enters it, in metres.
    var distance: Double
    /// What is known of it, once it is reached.
    var entered: NodeExit
    /// The record of the link before; for the first ones after a source `-1 - source`.
    var parent: Int32
    /// Its place in the heap, or one of the states below.
    var heapIndex: Int32
    /// How often the way turned back where it could have gone on.
    var turnsBack: UInt8
    /// How often the way turned back where the road ends.
    var deadEnds: UInt8
    /// How often the way took a forbidden turn.
    var forbiddenTurns: UInt8
    /// Whether the search was asked for it, and has not settled it yet.
    var isTarget: Bool
    /// The record of the same link reached by another trail, -1 for none. All of them follow that of
    /// no trail.
    var next: Int32 = -1

    /// Not reached yet.
    static let unreached: Int32 = -1
    /// The best way to it is known.
    static let settled: Int32 = -2

    /// The bits of a key that are the link.
    private static let linkBits: UInt64 = 49
    /// The most trails there are numbers for.
    static let maximumTrails = 1 << (64 - linkBits) - 1

    /// The key of a link reached by a trail; number 0 is no trail.
    static func key(_ link: DirectedLink, trail: Int) -> UInt64 {
        link.packed | UInt64(trail) << linkBits
    }

    /// The link.
    var link: DirectedLink { DirectedLink(packed: key & (1 << Self.linkBits - 1)) }
    /// The number of the trail.
    var trail: Int { Int(key >> Self.linkBits) }
}

/// The directed links that a search has met, found by their number: open addressing with generation
/// stamps, so that emptying it costs nothing. It grows up to its capacity and keeps its memory.
struct LinkTable {
    /// What stands at a place of the hash: a record, where the stamp is that of this generation.
    private struct Bucket {
        var stamp: UInt32 = 0
        var record: Int32 = 0
    }

    private var buckets: [Bucket]
    private var generation: UInt32 = 1
    private var shift: UInt64
    private let capacity: Int
    /// The links in the order they were met.
    var records: [LinkRecord] = []

    /// An empty table; `reserved` links fit without allocation, `capacity` at all.
    init(reserved: Int, capacity: Int) {
        var bits: UInt64 = 4
        while 1 << bits < reserved * 2 { bits += 1 }
        buckets = [Bucket](repeating: Bucket(), count: 1 << bits)
        shift = 64 - bits
        self.capacity = max(capacity, reserved)
        records.reserveCapacity(reserved)
    }

    /// Forgets all links.
    mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        generation &+= 1
        guard generation == 0 else { return }
        // After 2³² searches old stamps would come alive again.
        for index in buckets.indices { buckets[index].stamp = 0 }
        generation = 1
    }

    /// The record of a link, `nil` where it has not been met.
    func find(_ key: UInt64) -> Int? {
        let bucket = buckets[bucket(of: key)]
        return bucket.stamp == generation ? Int(bucket.record) : nil
    }

    /// The record of a link, made unreached where there was none; `nil` where the table is full.
    mutating func findOrAdd(_ key: UInt64) -> Int? {
        var bucket = bucket(of: key)
        if buckets[bucket].stamp == generation { return Int(buckets[bucket].record) }
        guard records.count < capacity else { return nil }
        if records.count * 2 >= buckets.count {
            grow()
            bucket = self.bucket(of: key)
        }
        buckets[bucket] = Bucket(stamp: generation, record: Int32(records.count))
        records.append(
            LinkRecord(
                key: key,
                cost: .infinity,
                costPerMetre: 0,
                distance: .infinity,
                entered: .none,
                parent: -1,
                heapIndex: LinkRecord.unreached,
                turnsBack: 0,
                deadEnds: 0,
                forbiddenTurns: 0,
                isTarget: false
            )
        )
        return records.count - 1
    }

    /// The record of a link reached by a trail; as ``findOrAdd(_:)``.
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

    /// The bucket that holds a key, or the empty one where it belongs.
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
