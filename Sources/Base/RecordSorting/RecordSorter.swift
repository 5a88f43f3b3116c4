/// Sorts more records than memory holds: what does not fit goes to a temporary file in sorted runs,
/// which are merged when they are read (external merge sort; Knuth, The Art of Computer Programming,
/// vol. 3, 5.4).
///
/// ```swift
/// let sorter = RecordSorter(in: space)
/// try sorter.add(nodeID.sortingKey, number)
/// let records = try sorter.sorted()
/// while try records.next() { … records.key … }
/// ```
/// Records come out by ascending key, then by ascending second key. Pairs of keys have to differ: then
/// the order never depends on how much memory there was.
public final class RecordSorter {
    private let space: SortingSpace
    private let sealed: SealedRuns
    // A sorter belongs to one thread and calls nobody back: exclusivity needs no check at each record.
    @exclusivity(unchecked) private var chunk = RecordChunk()
    @exclusivity(unchecked) private var added = 0

    /// The number of records so far.
    public var count: Int { unsafe added }

    /// An empty sorter that takes a share of the memory of a space.
    public init(in space: SortingSpace) {
        self.space = space
        sealed = SealedRuns(in: space)
    }

    /// Takes a record; the bytes come back as they are. That the disk failed may be reported some records
    /// later.
    public func add(
        _ key: UInt64,
        _ second: UInt64 = 0,
        _ bytes: [UInt8] = []
    ) throws(SortingError) {
        unsafe chunk.append(key, second, bytes)
        unsafe added += 1
        if unsafe chunk.size >= space.chunkLength {
            // The next one will be about as long.
            let next = unsafe RecordChunk(asLongAs: chunk)
            try unsafe sealed.add(chunk)
            unsafe chunk = next
        }
    }

    /// Everything that was added, in order. The sorter is empty afterwards.
    public func sorted() throws(SortingError) -> SortedRecords {
        try unsafe sealed.add(chunk)
        unsafe chunk = RecordChunk()
        unsafe added = 0
        return try SortedRecords(try sealed.take())
    }
}

/// Records in memory, in the order of their keys once they are sorted.
struct RecordChunk: Sendable {
    struct Entry: Sendable {
        let key: UInt64
        let second: UInt64
        let start: UInt32
        let length: UInt32

        func precedes(_ other: Entry) -> Bool {
            key == other.key ? second < other.second : key < other.key
        }
    }

    private(set) var entries: [Entry] = []
    private(set) var bytes: [UInt8] = []
    private var isSorted = true

    init() {}

    /// An empty one with room for as much as another one holds.
    init(asLongAs other: RecordChunk) {
        entries.reserveCapacity(other.entries.count)
        bytes.reserveCapacity(other.bytes.count)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The memory that the records take.
    var size: Int { entries.count * MemoryLayout<Entry>.stride + bytes.count }

    mutating func append(_ key: UInt64, _ second: UInt64, _ payload: [UInt8]) {
        let entry = Entry(
            key: key,
            second: second,
            start: UInt32(bytes.count),
            length: UInt32(payload.count)
        )
        if isSorted, let last = entries.last, entry.precedes(last) { isSorted = false }
        entries.append(entry)
        bytes.append(contentsOf: payload)
    }

    mutating func sort() {
        if !isSorted { entries.sort { $0.precedes($1) } }
        isSorted = true
    }
}

/// Records in the order of their keys.
enum RecordRun: Sendable {
    case memory(RecordChunk)
    case file(StoredRun)
}

extension Int64 {
    /// The number as a sorting key: a smaller number has a smaller key.
    @inlinable
    public var sortingKey: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }

    /// The number that a sorting key stands for.
    @inlinable
    public init(sortingKey: UInt64) { self.init(bitPattern: sortingKey ^ 1 << 63) }
}
