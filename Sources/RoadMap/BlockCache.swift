import Geodesy

/// A fixed number of places for parts of a file, all of one size. What has not been asked for the
/// longest gives way. A place takes memory when it is first used, and nothing is allocated later on:
/// opening costs the same whatever the size of the cache.
final class BlockCache {
    private var slots: [Slot]
    private var clock: UInt64 = 0
    private let sets: Int
    private let length: Int
    private static let ways = 4

    /// One part of the file in memory.
    struct Slot {
        var key: UInt32?
        var used: UInt64
        var bytes: [UInt8]
        var count: Int
    }

    /// A cache of at least so many parts.
    init(parts: Int, length: Int) {
        sets = max(1, (parts + BlockCache.ways - 1) / BlockCache.ways)
        slots = (0..<sets * BlockCache.ways).map { _ in
            Slot(key: nil, used: 0, bytes: [], count: 0)
        }
        self.length = length
    }

    /// Whether a part is in memory.
    func holds(_ key: UInt32) -> Bool {
        let first = Int(key) % sets * BlockCache.ways
        return slots[first..<first + BlockCache.ways].contains { $0.key == key }
    }

    /// The bytes of a part: those in memory, or else what `load` fills in and checks.
    @inline(__always)
    func part(
        _ key: UInt32,
        named part: MapError.Part,
        load: (inout [UInt8]) throws(MapError) -> Int
    ) throws(MapError) -> ByteReader {
        let first = Int(key) % sets * BlockCache.ways
        clock &+= 1
        for index in first..<first + BlockCache.ways where slots[index].key == key {
            slots[index].used = clock
            return ByteReader(part: part, bytes: slots[index].bytes, count: slots[index].count)
        }
        var oldest = first
        for index in first..<first + BlockCache.ways where slots[index].used < slots[oldest].used {
            oldest = index
        }
        // A slot that could not be filled holds nothing.
        slots[oldest].key = nil
        if slots[oldest].bytes.isEmpty {
            slots[oldest].bytes = [UInt8](repeating: 0, count: length)
        }
        slots[oldest].count = try load(&slots[oldest].bytes)
        slots[oldest].key = key
        slots[oldest].used = clock
        return ByteReader(
            part: part,
            bytes: slots[oldest].bytes,
            count: slots[oldest].count
        )
    }
}
