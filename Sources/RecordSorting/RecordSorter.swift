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
    private var chunk = RecordChunk()
    private var runs: [RecordRun] = []
    private var sealedBytes = 0

    /// The number of records so far.
    public private(set) var count = 0

    /// An empty sorter that takes a share of the memory of a space.
    public init(in space: SortingSpace) { self.space = space }

    /// Takes a record; the bytes come back as they are.
    public func add(
        _ key: UInt64,
        _ second: UInt64 = 0,
        _ bytes: [UInt8] = []
    ) throws(SortingError) {
        chunk.append(key, second, bytes)
        count += 1
        if chunk.size >= space.chunkLength { try seal() }
    }

    /// Everything that was added, in order. The sorter is empty afterwards.
    public func sorted() throws(SortingError) -> SortedRecords {
        try seal()
        let result = try SortedRecords(runs)
        runs = []
        sealedBytes = 0
        count = 0
        return result
    }

    private func seal() throws(SortingError) {
        guard !chunk.isEmpty else { return }
        chunk.sort()
        sealedBytes += chunk.size
        runs.append(.memory(chunk))
        chunk = RecordChunk()
        guard sealedBytes > space.memoryPerSorter else { return }
        // What lies in memory becomes one run of the file; runs of the file stay as they are.
        var stored: [RecordRun] = []
        var held: [RecordRun] = []
        for run in runs {
            if case .memory = run { held.append(run) } else { stored.append(run) }
        }
        runs = []
        let records = try SortedRecords(held)
        held = []
        stored.append(.file(try space.file().write(records)))
        runs = stored
        sealedBytes = 0
    }
}

/// Records in memory, in the order of their keys once they are sorted.
struct RecordChunk {
    struct Entry {
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
enum RecordRun {
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
