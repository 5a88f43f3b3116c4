import CLibrary
import Synchronization

/// A file without a name that runs of records are appended to, one run at a time.
final class SpillFile: Sendable {
    private let descriptor: Int32
    private let folder: String
    private let end = Mutex<UInt64>(0)

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

    /// How many bytes have been written.
    var length: UInt64 { end.withLock { $0 } }

    /// Appends records as one run.
    func write(_ records: SortedRecords) throws(SortingError) -> StoredRun {
        try end.withLock { end throws(SortingError) in
            let start = end
            var buffer: [UInt8] = []
            buffer.reserveCapacity(SpillFile.bufferLength + 4096)
            while try records.next() {
                let rest = records.bytes.rest
                buffer.append(number: records.key)
                buffer.append(number: records.second)
                buffer.append(number: UInt32(rest.count))
                buffer.append(contentsOf: rest)
                if buffer.count >= SpillFile.bufferLength {
                    try append(buffer, at: &end)
                    buffer.removeAll(keepingCapacity: true)
                }
            }
            try append(buffer, at: &end)
            return StoredRun(file: self, range: start..<end)
        }
    }

    private func append(_ buffer: [UInt8], at end: inout UInt64) throws(SortingError) {
        var done = 0
        while done < buffer.count {
            let start = done
            let offset = off_t(end)
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
            end += UInt64(count)
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
struct StoredRun: Sendable {
    let file: SpillFile
    let range: Range<UInt64>

    /// Reads the records one by one through a buffer.
    struct Reader {
        private let run: StoredRun
        private var offset: UInt64
        private var buffer: [UInt8] = []
        /// Where the record's bytes lie in the buffer.
        private var range = 0..<0
        private(set) var key: UInt64 = 0
        private(set) var second: UInt64 = 0

        init(_ run: StoredRun) {
            self.run = run
            offset = run.range.lowerBound
        }

        /// The bytes of the record.
        var bytes: RecordBytes { RecordBytes(buffer, range) }

        mutating func next() throws(SortingError) -> Bool {
            range = range.upperBound..<range.upperBound
            if range.upperBound == buffer.count, offset == run.range.upperBound { return false }
            try hold(SpillFile.recordHeader)
            let start = range.lowerBound
            key = buffer.number(at: start)
            second = buffer.number(at: start + 8)
            let length = Int(buffer.number(at: start + 16) as UInt32)
            range = start + SpillFile.recordHeader..<start + SpillFile.recordHeader
            try hold(length)
            range = range.lowerBound..<range.lowerBound + length
            return true
        }

        /// Makes sure that so many bytes lie in the buffer.
        private mutating func hold(_ count: Int) throws(SortingError) {
            guard buffer.count - range.upperBound < count else { return }
            buffer = Array(buffer[range.upperBound...])
            range = 0..<0
            let left = Int(run.range.upperBound - offset)
            let wanted = min(left, max(SpillFile.bufferLength, count - buffer.count))
            try run.file.read(at: offset, upTo: wanted, into: &buffer)
            offset += UInt64(wanted)
        }
    }
}

extension [UInt8] {
    /// Adds a number, the low byte first.
    fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
    }

    /// The number at a place, the low byte first.
    fileprivate func number<Number: FixedWidthInteger>(at place: Int) -> Number {
        precondition(place >= 0 && place + MemoryLayout<Number>.size <= count)
        return unsafe withUnsafeBytes {
            unsafe Number(
                littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
        }
    }
}
