import Glibc

/// A file without a name that runs of records are appended to.
final class SpillFile {
    private let descriptor: Int32
    private let folder: String
    private(set) var length: UInt64 = 0

    /// Bytes of a record before its payload: two keys and a length.
    static let recordHeader = 20
    static let bufferLength = 128 << 10

    init(folder: String) throws(SortingError) {
        self.folder = folder
        var template = Array("\(folder)/.ehorizon-XXXXXX".utf8CString)
        descriptor = unsafe template.withUnsafeMutableBufferPointer { name in
            guard let start = name.baseAddress else { return Int32(-1) }
            let descriptor = unsafe mkstemp(start)
            if descriptor >= 0 { unsafe unlink(start) }
            return descriptor
        }
        guard descriptor >= 0 else { throw failure() }
    }

    deinit { close(descriptor) }

    /// Appends records as one run.
    func write(_ records: SortedRecords) throws(SortingError) -> StoredRun {
        let start = length
        var buffer: [UInt8] = []
        buffer.reserveCapacity(SpillFile.bufferLength + 4096)
        func put(_ value: UInt64, _ width: Int) {
            for place in 0..<width {
                buffer.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place)))
            }
        }
        while try records.next() {
            put(records.key, 8)
            put(records.second, 8)
            put(UInt64(records.bytes.count), 4)
            buffer.append(contentsOf: records.bytes.rest)
            if buffer.count >= SpillFile.bufferLength {
                try append(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        try append(buffer)
        return StoredRun(file: self, range: start..<length)
    }

    private func append(_ buffer: [UInt8]) throws(SortingError) {
        var done = 0
        while done < buffer.count {
            let start = done
            let offset = off_t(length)
            let count = unsafe buffer.withUnsafeBytes { bytes in
                unsafe pwrite(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + start },
                    bytes.count - start,
                    offset
                )
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure()
            }
            done += count
            length += UInt64(count)
        }
    }

    /// Reads at most so many bytes behind what the buffer holds.
    func read(at offset: UInt64, upTo count: Int, into buffer: inout [UInt8]) throws(SortingError) {
        let held = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: count))
        var done = 0
        while done < count {
            let start = held + done
            let place = off_t(offset) + off_t(done)
            let result = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + start },
                    count - done,
                    place
                )
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw failure()
            }
            guard result > 0 else {
                throw .temporaryFile(folder: folder, reason: "it is shorter than it was")
            }
            done += result
        }
    }

    private func failure() -> SortingError {
        .temporaryFile(folder: folder, reason: unsafe String(cString: strerror(errno)))
    }
}

/// A sorted run of records in a file.
struct StoredRun {
    let file: SpillFile
    let range: Range<UInt64>

    /// Reads the records one by one through a buffer.
    struct Reader {
        private let run: StoredRun
        private var offset: UInt64
        private var buffer: [UInt8] = []
        private var at = 0

        init(_ run: StoredRun) {
            self.run = run
            offset = run.range.lowerBound
        }

        mutating func next() throws(SortingError) -> (UInt64, UInt64, RecordBytes)? {
            if at == buffer.count, offset == run.range.upperBound { return nil }
            try hold(SpillFile.recordHeader)
            let key = number(8)
            let second = number(8)
            let length = Int(number(4))
            try hold(length)
            defer { at += length }
            return (key, second, RecordBytes(buffer, at..<at + length))
        }

        private mutating func number(_ width: Int) -> UInt64 {
            var value: UInt64 = 0
            for place in 0..<width { value |= UInt64(buffer[at + place]) << UInt64(8 * place) }
            at += width
            return value
        }

        /// Makes sure that so many bytes lie in the buffer.
        private mutating func hold(_ count: Int) throws(SortingError) {
            guard buffer.count - at < count else { return }
            let rest = buffer[at...]
            buffer = Array(rest)
            at = 0
            let left = Int(run.range.upperBound - offset)
            let wanted = min(left, max(SpillFile.bufferLength, count - buffer.count))
            try run.file.read(at: offset, upTo: wanted, into: &buffer)
            offset += UInt64(wanted)
        }
    }
}
