/// The header that every object of a BLF file begins with.
struct BLFObjectHeader: Equatable {
    let headerSize: Int
    let version: Int
    /// The size of the object with its header, as the header states it: up to 4 GB.
    let size: Int
    let type: UInt32
}

/// Finds one object after the other in a queue of bytes, also behind padding and damaged bytes.
struct BLFObjectScanner {
    /// The next thing in the queue.
    enum Event: Equatable {
        /// The queue does not have a whole header.
        case needsMore
        /// A valid header stands at the start of the queue. It is not removed.
        case object(BLFObjectHeader)
        /// A problem, with its byte counted from the first byte that went into the queue.
        case problem(String, offset: Int)
    }

    /// Padding between objects is at most 3 bytes; some writers use a few more.
    private static let mostPadding = 7

    /// How many bytes of the last object are still to skip.
    private(set) var rest = 0
    private var gap = 0
    private var isReported = false

    /// The next object. Repeats it until `skip` or `reject`.
    mutating func next(in queue: inout ByteQueue) -> Event {
        let passed = min(rest, queue.count)
        queue.skip(passed)
        rest -= passed
        guard rest == 0 else { return .needsMore }
        while queue.count >= 4 {
            guard Self.hasSignature(queue) else {
                queue.skip(1)
                gap += 1
                if gap > Self.mostPadding, !isReported {
                    isReported = true
                    return .problem("no object begins here", offset: queue.used - gap)
                }
                continue
            }
            guard queue.count >= BLFFormat.baseHeaderSize else { return .needsMore }
            let header = BLFObjectHeader(
                headerSize: Int(queue.number(at: 4, size: 2)),
                version: Int(queue.number(at: 6, size: 2)),
                size: Int(queue.number(at: 8, size: 4)),
                type: UInt32(truncatingIfNeeded: queue.number(at: 12, size: 4))
            )
            if header.headerSize >= BLFFormat.baseHeaderSize, header.size >= header.headerSize {
                gap = 0
                isReported = false
                return .object(header)
            }
            let offset = queue.used
            let wasReported = isReported
            reject(in: &queue)
            if !wasReported {
                return .problem("the sizes in the header of the object are wrong", offset: offset)
            }
        }
        return .needsMore
    }

    /// The next bytes are done, an object or the file header: they are skipped, even if they are yet to come.
    mutating func skip(_ count: Int) { rest = count }

    /// Rejects the object at the start of the queue. The search for the next one starts behind its signature.
    mutating func reject(in queue: inout ByteQueue) {
        queue.skip(4)
        searchQuietly()
    }

    /// A problem was reported: what is skipped up to the next object is no problem of its own.
    mutating func searchQuietly() {
        rest = 0
        gap = 0
        isReported = true
    }

    /// Whether the queue ends within an object.
    func endsWithinObject(_ queue: ByteQueue) -> Bool {
        rest > queue.count || (rest == 0 && queue.count >= 4 && Self.hasSignature(queue))
    }

    /// "LOBJ".
    private static func hasSignature(_ queue: ByteQueue) -> Bool {
        queue[0] == 0x4C && queue[1] == 0x4F && queue[2] == 0x42 && queue[3] == 0x4A
    }
}
