/// Records in the order of their keys, read one by one, from the start as often as needed.
public final class SortedRecords {
    private let runs: [RecordRun]
    private var cursors: [RunCursor] = []
    /// Cursors that have a record, as a binary heap: the smallest key first.
    private var heap: [Int] = []
    private var hasBegun = false

    /// The key of the record.
    public private(set) var key: UInt64 = 0
    /// Its second key.
    public private(set) var second: UInt64 = 0
    /// Its bytes.
    public private(set) var bytes = RecordBytes()

    init(_ runs: [RecordRun]) throws(SortingError) {
        self.runs = runs
        try rewind()
    }

    /// Goes back to before the first record.
    public func rewind() throws(SortingError) {
        cursors = runs.map { RunCursor($0) }
        heap = []
        hasBegun = false
        bytes = RecordBytes()
        for index in cursors.indices where try cursors[index].next() {
            heap.append(index)
            rise(heap.count - 1)
        }
    }

    /// Goes on to the next record; false after the last.
    public func next() throws(SortingError) -> Bool {
        bytes = RecordBytes()
        if hasBegun, let top = heap.first {
            if try cursors[top].next() {
                sink(0)
            } else {
                heap.swapAt(0, heap.count - 1)
                heap.removeLast()
                sink(0)
            }
        }
        hasBegun = true
        guard let top = heap.first else { return false }
        key = cursors[top].key
        second = cursors[top].second
        bytes = cursors[top].bytes
        return true
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let left = (cursors[heap[left]].key, cursors[heap[left]].second)
        return left < (cursors[heap[right]].key, cursors[heap[right]].second)
    }

    private func rise(_ start: Int) {
        var at = start
        while at > 0, precedes(at, (at - 1) / 2) {
            heap.swapAt(at, (at - 1) / 2)
            at = (at - 1) / 2
        }
    }

    private func sink(_ start: Int) {
        var at = start
        while true {
            var least = at
            for child in [2 * at + 1, 2 * at + 2] where child < heap.count {
                if precedes(child, least) { least = child }
            }
            if least == at { return }
            heap.swapAt(at, least)
            at = least
        }
    }
}

/// A place in a run.
struct RunCursor {
    private(set) var key: UInt64 = 0
    private(set) var second: UInt64 = 0
    private(set) var bytes = RecordBytes()
    private var index = -1
    private let chunk: RecordChunk?
    private var reader: StoredRun.Reader?

    init(_ run: RecordRun) {
        switch run {
        case .memory(let chunk):
            self.chunk = chunk
        case .file(let stored):
            chunk = nil
            reader = StoredRun.Reader(stored)
        }
    }

    mutating func next() throws(SortingError) -> Bool {
        if let chunk {
            index += 1
            guard index < chunk.entries.count else { return false }
            let entry = chunk.entries[index]
            key = entry.key
            second = entry.second
            let start = Int(entry.start)
            bytes = RecordBytes(chunk.bytes, start..<start + Int(entry.length))
            return true
        }
        bytes = RecordBytes()
        guard let record = try reader?.next() else { return false }
        (key, second, bytes) = record
        return true
    }
}
