/// Records in the order of their keys, read one by one, from the start as often as needed.
public final class SortedRecords {
    private let runs: [RecordRun]
    // One thread reads them and nobody is called back: exclusivity needs no check at each record.
    @exclusivity(unchecked) private var merge: RunMerge
    @exclusivity(unchecked) private var record: (key: UInt64, second: UInt64)?

    /// The key of the record.
    public var key: UInt64 { unsafe record?.key ?? 0 }
    /// Its second key.
    public var second: UInt64 { unsafe record?.second ?? 0 }
    /// Its bytes, until the next record is read; none before the first and behind the last.
    public var bytes: RecordBytes { unsafe record == nil ? RecordBytes() : merge.bytes }

    init(_ runs: [RecordRun]) throws(SortingError) {
        self.runs = runs
        unsafe merge = try RunMerge(of: runs)
    }

    /// Goes back to before the first record.
    public func rewind() throws(SortingError) {
        unsafe record = nil
        unsafe merge = try RunMerge(of: runs)
    }

    /// Goes on to the next record; false after the last.
    public func next() throws(SortingError) -> Bool {
        if unsafe record != nil { try unsafe merge.advance() }
        guard let first = unsafe merge.first else { return false }
        unsafe record = (first.key, first.second)
        return true
    }
}

/// Runs read at once, the one with the smallest key first.
private struct RunMerge {
    /// The record that a run has next.
    struct Head {
        var key: UInt64
        var second: UInt64
        var run: Int

        func precedes(_ other: Head) -> Bool {
            key == other.key ? second < other.second : key < other.key
        }
    }

    private var cursors: [RunCursor]
    /// Of the runs that have a record, as a binary heap: the smallest key first.
    private var heap: [Head] = []

    init(of runs: [RecordRun]) throws(SortingError) {
        cursors = runs.map { RunCursor($0) }
        for run in cursors.indices where try cursors[run].next() {
            heap.append(head(run))
            rise(heap.count - 1)
        }
    }

    /// The smallest of the records.
    var first: Head? { heap.first }

    /// Its bytes.
    var bytes: RecordBytes { heap.first.map { cursors[$0.run].bytes } ?? RecordBytes() }

    /// Goes on behind the smallest record.
    mutating func advance() throws(SortingError) {
        guard let run = heap.first?.run else { return }
        if try cursors[run].next() {
            heap[0] = head(run)
        } else {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        if heap.count > 1 { sink() }
    }

    private func head(_ run: Int) -> Head {
        Head(key: cursors[run].key, second: cursors[run].second, run: run)
    }

    private mutating func rise(_ start: Int) {
        var at = start
        while at > 0, heap[at].precedes(heap[(at - 1) / 2]) {
            heap.swapAt(at, (at - 1) / 2)
            at = (at - 1) / 2
        }
    }

    private mutating func sink() {
        let sinking = heap[0]
        var at = 0
        while true {
            var child = 2 * at + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(sinking) else { break }
            heap[at] = heap[child]
            at = child
        }
        heap[at] = sinking
    }
}

/// A place in a run.
private struct RunCursor {
    private(set) var key: UInt64 = 0
    private(set) var second: UInt64 = 0
    private var index = -1
    private var range = 0..<0
    private let chunk: RecordChunk
    private var reader: StoredRun.Reader?

    init(_ run: RecordRun) {
        switch run {
        case .memory(let chunk):
            self.chunk = chunk
        case .file(let stored):
            chunk = RecordChunk()
            reader = StoredRun.Reader(stored)
        }
    }

    /// The bytes of the record.
    var bytes: RecordBytes { reader?.bytes ?? RecordBytes(chunk.bytes, range) }

    mutating func next() throws(SortingError) -> Bool {
        index += 1
        if index < chunk.entries.count {
            let entry = chunk.entries[index]
            key = entry.key
            second = entry.second
            range = Int(entry.start)..<Int(entry.start) + Int(entry.length)
            return true
        }
        guard try reader?.next() == true, let reader else { return false }
        key = reader.key
        second = reader.second
        return true
    }
}
