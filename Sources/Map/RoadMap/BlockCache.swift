import Geodesy

/// A fixed number of slots for parts of a file, all of one size. A new part replaces the least
/// recently used one. A slot takes memory at its first use, and nothing is allocated later. So
/// opening costs the same for any size of the cache.
final class BlockCache {
    private var slots: Slots

    /// A cache of at least so many parts.
    init(parts: Int, length: Int) { slots = Slots(parts: parts, length: length) }

    /// Whether a part is in memory.
    func holds(_ key: UInt32) -> Bool { slots.holds(key) }

    /// Gives the memory of all parts back.
    func empty() { slots.empty() }

    /// The bytes of a part: from memory, or else loaded and checked by `load`.
    @inline(__always)
    func part(
        _ key: UInt32,
        named part: MapError.Part,
        load: (inout [UInt8]) throws(MapError) -> Int
    ) throws(MapError) -> ByteReader {
        if let found = slots.find(key, named: part) { return found }
        let slot = slots.free(for: key)
        // After a failed load, the slot is empty.
        slots[slot].count = try load(&slots[slot].bytes)
        return slots.keep(key, in: slot, named: part)
    }
}

/// The slots of a cache: a value, so that a lookup is one access to it.
private struct Slots {
    /// One part of the file in memory.
    struct Slot {
        var key: UInt32?
        var used: UInt64
        var bytes: [UInt8]
        var count: Int
    }

    private var slots: [Slot]
    private var clock: UInt64 = 0
    private let sets: Int
    private let length: Int
    private static let ways = 4

    init(parts: Int, length: Int) {
        sets = max(1, (parts + Slots.ways - 1) / Slots.ways)
        slots = (0..<sets * Slots.ways).map { _ in Slot(key: nil, used: 0, bytes: [], count: 0) }
        self.length = length
    }

    subscript(index: Int) -> Slot {
        get { slots[index] }
        _modify { yield &slots[index] }
    }

    private func set(of key: UInt32) -> Range<Int> {
        let first = Int(key) % sets * Slots.ways
        return first..<first + Slots.ways
    }

    func holds(_ key: UInt32) -> Bool {
        for index in set(of: key) where slots[index].key == key { return true }
        return false
    }

    mutating func find(_ key: UInt32, named part: MapError.Part) -> ByteReader? {
        clock &+= 1
        for index in set(of: key) where slots[index].key == key {
            slots[index].used = clock
            return ByteReader(part: part, bytes: slots[index].bytes, count: slots[index].count)
        }
        return nil
    }

    mutating func empty() {
        for index in slots.indices { slots[index] = Slot(key: nil, used: 0, bytes: [], count: 0) }
    }

    /// The least recently used slot of a key, emptied.
    mutating func free(for key: UInt32) -> Int {
        let places = set(of: key)
        var oldest = places.lowerBound
        for index in places where slots[index].used < slots[oldest].used { oldest = index }
        slots[oldest].key = nil
        if slots[oldest].bytes.isEmpty {
            slots[oldest].bytes = [UInt8](repeating: 0, count: length)
        }
        return oldest
    }

    mutating func keep(_ key: UInt32, in index: Int, named part: MapError.Part) -> ByteReader {
        slots[index].key = key
        slots[index].used = clock
        return ByteReader(part: part, bytes: slots[index].bytes, count: slots[index].count)
    }
}
