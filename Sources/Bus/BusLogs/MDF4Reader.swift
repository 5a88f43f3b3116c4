/// Reads the CAN frames of a measurement file: ASAM MDF 4.0 to 4.2 with bus logging.
///
/// The blocks of MDF link to each other at any place of the file. Therefore the reader gathers all
/// bytes, and reads them at `finish`. Frames of several channel groups are merged by time.
///
/// Source: ASAM MDF 4.1 Programmers Guide; ASAM MDF Bus Logging 1.0 (names of the channels).
struct MDF4Reader: BusLogReader {
    /// The most bytes of a log that are read, and the most bytes that its data may inflate to: 2 GB.
    static let largestLog = 2_000_000_000

    private let limit: Int
    private var bytes: [UInt8] = []
    private var isTooLong = false
    private(set) var origin: Int64?

    /// A reader of a log of at most `limit` bytes.
    init(limit: Int = MDF4Reader.largestLog) {
        self.limit = limit
    }

    mutating func take(_ bytes: Span<UInt8>, into items: inout [BusLogItem]) {
        let count = min(limit - self.bytes.count, bytes.count)
        for index in 0..<count { self.bytes.append(bytes[index]) }
        guard count < bytes.count, !isTooLong else { return }
        isTooLong = true
        let text = "the log has more than \(limit) bytes, the most that the reader takes"
        items.append(.problem(text, at: .byte(limit)))
    }

    mutating func finish(into items: inout [BusLogItem]) {
        // Logs compress to a few hundredths at best; a small file that inflates to more is damaged.
        let inflated = min(limit, 67_108_864 + 256 * bytes.count)
        var file = MDF4File(bytes, inflationLimit: inflated)
        bytes = []
        var frames = MDF4MergedFrames()
        origin = file.read(into: &frames)
        items.append(contentsOf: file.problems)
        frames.move(into: &items)
    }
}

/// The frames of several channel groups, to be merged by time.
///
/// The merge is stable: the frames of one channel group keep their order even where their times do
/// not ascend, and frames of equal time stay in the order in which they were read.
struct MDF4MergedFrames {
    private var items: [BusLogItem] = []
    /// The time of each item; in one channel group these times never descend.
    private var times: [Int64] = []
    private var isAscending = true

    /// Appends an item. The times of one channel group never descend.
    mutating func append(_ item: BusLogItem, time: Int64) {
        if let last = times.last, last > time { isAscending = false }
        items.append(item)
        times.append(time)
    }

    /// Moves all items to the end of a list, in the order of time.
    ///
    /// - Complexity: O(n log n); O(n) where the file has them in order.
    mutating func move(into result: inout [BusLogItem]) {
        if isAscending, result.isEmpty {
            result = items
        } else if isAscending {
            result.append(contentsOf: items)
        } else {
            let times = times
            let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
            result.reserveCapacity(result.count + order.count)
            for index in order { result.append(items[index]) }
        }
        self = MDF4MergedFrames()
    }
}
