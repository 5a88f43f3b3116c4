import CANFrames

/// A writer of Vector's Binary Logging Format.
///
/// The header at the start of the file has the end time and the counts, which are known at the end only. `write` puts
/// a valid header with the start time first. After `finish`, `header` is the complete one: a program that can seek
/// writes it over the first 144 bytes; without this the file is readable too.
///
/// Interfaces have the numbers of ``ChannelNumbers``.
struct BLFWriter: BusLogWriter {
    private var channels = ChannelNumbers()
    private var container: [UInt8] = []
    private var start: Int64?
    private var end: Int64 = 0
    private var fileSize = BLFFormat.fileHeaderSize
    private var uncompressedSize = BLFFormat.fileHeaderSize
    private var objectCount = 0

    init() { container.reserveCapacity(BLFFormat.containerCapacity) }

    mutating func write(_ frame: LoggedFrame, to bytes: inout [UInt8]) {
        if start == nil {
            start = Self.wholeMilliseconds(frame.nanoseconds)
            end = frame.nanoseconds
            bytes.append(contentsOf: fileHeader)
        }
        end = max(end, frame.nanoseconds)
        // The longest object here has 120 bytes. No object is split, which is easier for other readers.
        if container.count > BLFFormat.containerCapacity - 128 { writeContainer(to: &bytes) }
        appendObject(frame)
        objectCount += 1
    }

    mutating func finish(to bytes: inout [UInt8]) {
        if start == nil { bytes.append(contentsOf: fileHeader) }
        writeContainer(to: &bytes)
    }

    var header: [UInt8]? { fileHeader }

    /// The file header for the frames so far.
    var fileHeader: [UInt8] {
        var header: [UInt8] = Array("LOGG".utf8)
        header.append(UInt64(BLFFormat.fileHeaderSize), size: 4)
        // The version of the format as Vector's library 4.7.1 writes it; then the program (0 is unknown), the
        // level of compression and the program's version.
        header.append(4_070_100, size: 4)
        header.append(contentsOf: [0, 6, 0, 0])
        header.append(UInt64(fileSize), size: 8)
        header.append(UInt64(uncompressedSize), size: 8)
        header.append(UInt64(min(objectCount, Int(UInt32.max))), size: 4)
        header.append(0, size: 4)
        for time in [start, start == nil ? nil : end] {
            let fields = time.map { BLFSystemTime(nanoseconds: $0).fields } ?? .init(repeating: 0)
            for index in fields.indices { header.append(UInt64(fields[index]), size: 2) }
        }
        header.appendZeros(BLFFormat.fileHeaderSize - header.count)
        return header
    }

    /// The start time of the header has milliseconds only.
    private static func wholeMilliseconds(_ nanoseconds: Int64) -> Int64 {
        // The division cuts off towards zero: the product does not overflow.
        max(floorQuotient(nanoseconds, 1_000_000), Int64.min / 1_000_000) * 1_000_000
    }

    private mutating func writeContainer(to bytes: inout [UInt8]) {
        guard !container.isEmpty else { return }
        let compressed = zlibStream(of: container)
        let data = compressed ?? container
        let size = BLFFormat.baseHeaderSize + BLFFormat.containerHeaderSize + data.count
        let before = bytes.count
        bytes.appendBLFHeader(
            size: BLFFormat.baseHeaderSize, objectSize: size, type: BLFFormat.ObjectType.container
        )
        bytes.append(compressed == nil ? 0 : 2, size: 2)
        bytes.appendZeros(6)
        bytes.append(UInt64(container.count), size: 4)
        bytes.appendZeros(4)
        bytes.append(contentsOf: data)
        // This is no alignment to 4, but it is what the format has and what readers skip.
        bytes.appendZeros(size % 4)
        fileSize += bytes.count - before
        uncompressedSize +=
            BLFFormat.baseHeaderSize + BLFFormat.containerHeaderSize + container.count
        container.removeAll(keepingCapacity: true)
    }

    private mutating func appendObject(_ frame: LoggedFrame) {
        let channel = UInt64(channels.number(of: frame.interface))
        switch frame.content {
        case .data(let data) where data.isFD:
            beginObject(88, BLFFormat.ObjectType.flexibleMessage, frame.nanoseconds)
            container.append(channel, size: 2)
            container.append(0)
            container.append(UInt8(BLFFormat.flexibleDLC(length: data.length)))
            append(data.identifier)
            // Frame length and bit count are unknown.
            container.appendZeros(5)
            container.append(1 | (frame.flags & 3) << 1)
            container.append(UInt8(data.length))
            container.appendZeros(5)
            for index in 0..<64 { container.append(data.bytes[index]) }
            container.appendZeros(4)
        case .data(let data):
            beginObject(16, BLFFormat.ObjectType.message, frame.nanoseconds)
            container.append(channel, size: 2)
            container.append(0)
            container.append(UInt8(data.length))
            append(data.identifier)
            for index in 0..<8 { container.append(data.bytes[index]) }
        case .remote(let identifier, let length):
            beginObject(16, BLFFormat.ObjectType.message, frame.nanoseconds)
            container.append(channel, size: 2)
            container.append(UInt8(truncatingIfNeeded: BLFFormat.remoteFlag))
            container.append(UInt8(min(max(length, 0), 8)))
            append(identifier)
            container.appendZeros(8)
        case .error(let error):
            beginObject(32, BLFFormat.ObjectType.extendedError, frame.nanoseconds)
            container.append(channel, size: 2)
            // No findings of a controller.
            container.appendZeros(8)
            container.append(UInt8(error.length))
            container.appendZeros(5)
            container.append(UInt64(error.classes | BLFFormat.extendedFlag), size: 4)
            container.appendZeros(4)
            container.append(error.details.byteSwapped, size: 8)
        }
    }

    /// A frame before the start has the time of the start, as time stamps have no sign.
    private mutating func beginObject(_ size: Int, _ type: UInt32, _ nanoseconds: Int64) {
        let start = start ?? 0
        // The difference can be too large for a signed number, not for an unsigned one.
        let elapsed = nanoseconds < start ? 0 : UInt64(bitPattern: nanoseconds &- start)
        container.appendBLFHeader(
            size: BLFFormat.objectHeaderSize, objectSize: BLFFormat.objectHeaderSize + size,
            type: type
        )
        // The unit of the time stamp is 1 ns.
        container.append(2, size: 4)
        container.append(0, size: 4)
        container.append(elapsed, size: 8)
    }

    private mutating func append(_ identifier: CANIdentifier) {
        let flag = identifier.isExtended ? BLFFormat.extendedFlag : 0
        container.append(UInt64(identifier.value | flag), size: 4)
    }
}

extension [UInt8] {
    /// The header that every object begins with, of header version 1.
    fileprivate mutating func appendBLFHeader(size: Int, objectSize: Int, type: UInt32) {
        append(contentsOf: "LOBJ".utf8)
        append(UInt64(size), size: 2)
        append(1, size: 2)
        append(UInt64(objectSize), size: 4)
        append(UInt64(type), size: 4)
    }
}
