import CANFrames

/// A reader of Vector's Binary Logging Format. Channel n is the interface "can<n>".
///
/// The file is a header and a sequence of objects. Most are containers, whose contents together are a second sequence
/// of objects, with the frames; such an object can begin in one container and end in a later one. The place of an
/// item is the byte in the file at which the container begins that the object begins in.
struct BLFReader: BusLogReader {
    private enum State {
        case fileHeader
        case objects
        /// Within an uncompressed container, with the bytes that are left.
        case stored(left: Int)
        /// Within a compressed container.
        case deflated(Inflater, left: Int, stated: Int)
        /// Nothing can be read.
        case failed
    }

    /// The bytes that go into zlib at once. The number is fixed, so that the result does not depend on the split.
    private static let blockSize = 16 * 1024
    /// The most bytes of one container. Vector's programs write 128 KB.
    private static let mostInflated = 16 << 20

    private var state = State.fileHeader
    private var start: Int64 = 0
    var origin: Int64? { start == 0 ? nil : start }
    private var file = ByteQueue()
    private var fileScanner = BLFObjectScanner()
    private var contents = ByteQueue()
    private var contentsScanner = BLFObjectScanner()
    /// The inflated bytes of the current container. They are used when the checksum has been compared.
    private var inflated: [UInt8] = []
    /// Where in `contents` the containers begin whose bytes are there, with their bytes in the file.
    private var containers: [(position: Int, place: Int)] = []
    private var container = 0
    private let channels = ChannelNames()

    mutating func take(_ bytes: Span<UInt8>, into items: inout [BusLogItem]) {
        if case .failed = state { return }
        file.append(bytes)
        while step(into: &items) {}
    }

    mutating func finish(into items: inout [BusLogItem]) {
        // A container that states too large a size can have whole objects behind its data.
        while case .deflated(let inflater, let left, let stated) = state {
            _ = inflate(file.count, of: left, inflater, stated: stated, isLast: true, into: &items)
            while step(into: &items) {}
        }
        let end = file.used + file.count
        switch state {
        case .failed, .deflated: break
        case .fileHeader:
            items.append(.problem("the file ends within the file header", at: .byte(end)))
        case .stored:
            items.append(.problem("the file ends within a container", at: .byte(end)))
        case .objects:
            if fileScanner.endsWithinObject(file) {
                items.append(.problem("the file ends within an object", at: .byte(end)))
            } else if contentsScanner.endsWithinObject(contents) {
                let place = place(ofByte: contents.used)
                items.append(
                    .problem("the last container ends within an object", at: .byte(place))
                )
            }
        }
        state = .failed
    }

    /// Reads one part of the file. Returns false if it needs more bytes.
    private mutating func step(into items: inout [BusLogItem]) -> Bool {
        switch state {
        case .fileHeader: return readFileHeader(into: &items)
        case .objects: return readObject(into: &items)
        case .stored(let left):
            let count = min(left, file.count)
            guard count > 0 || left == 0 else { return false }
            beginContents()
            contents.append(file.slice(at: 0, count: count))
            file.skip(count)
            state = left == count ? .objects : .stored(left: left - count)
            readContents(into: &items)
            return true
        case .deflated(let inflater, let left, let stated):
            let count = min(left, Self.blockSize)
            guard file.count >= count else { return false }
            return inflate(count, of: left, inflater, stated: stated, isLast: false, into: &items)
        case .failed: return false
        }
    }

    private mutating func readFileHeader(into items: inout [BusLogItem]) -> Bool {
        let signature: [UInt8] = [0x4C, 0x4F, 0x47, 0x47]
        for (index, byte) in signature.enumerated() where index < file.count {
            guard file[index] == byte else {
                items.append(
                    .problem("the file is no BLF file: it does not begin with LOGG", at: .byte(0))
                )
                state = .failed
                return false
            }
        }
        guard file.count >= BLFFormat.knownFileHeaderSize else { return false }
        var size = Int(file.number(at: 4, size: 4))
        if !(BLFFormat.knownFileHeaderSize...65_536).contains(size) {
            let sentence = "the file header states a size of \(size) bytes; 144 are assumed"
            items.append(.problem(sentence, at: .byte(4)))
            size = BLFFormat.fileHeaderSize
        }
        var time = BLFSystemTime(fields: .init(repeating: 0))
        for index in 0..<8 {
            time.fields[index] = UInt16(file.number(at: 40 + 2 * index, size: 2))
        }
        if let nanoseconds = time.nanoseconds {
            start = nanoseconds
        } else if !time.isZero {
            let sentence = "the start time is no date; 1970-01-01 is assumed"
            items.append(.problem(sentence, at: .byte(40)))
        }
        fileScanner.skip(size)
        state = .objects
        return true
    }

    private mutating func readObject(into items: inout [BusLogItem]) -> Bool {
        switch fileScanner.next(in: &file) {
        case .needsMore: return false
        case .problem(let sentence, let offset):
            items.append(.problem(sentence, at: .byte(offset)))
        case .object(let header) where header.type == BLFFormat.ObjectType.container:
            return beginContainer(header, into: &items)
        case .object(let header):
            if header.isFrame {
                guard file.count >= header.neededSize else { return false }
                append(file, header, place: file.used, to: &items)
            }
            fileScanner.skip(header.size)
        }
        return true
    }

    private mutating func beginContainer(
        _ header: BLFObjectHeader, into items: inout [BusLogItem]
    ) -> Bool {
        let size = header.headerSize + BLFFormat.containerHeaderSize
        guard header.size >= size else {
            lose("the container is too short for its header", at: file.used, into: &items)
            fileScanner.reject(in: &file)
            return true
        }
        guard file.count >= size else { return false }
        let method = file.number(at: header.headerSize, size: 2)
        let stated = Int(file.number(at: header.headerSize + 8, size: 4))
        container = file.used
        switch method {
        case 0: state = .stored(left: header.size - size)
        case 2:
            inflated.removeAll(keepingCapacity: true)
            state = .deflated(Inflater(.zlib), left: header.size - size, stated: stated)
        default:
            let sentence = "the container's compression method \(method) is unknown"
            lose(sentence, at: file.used, into: &items)
            fileScanner.skip(header.size)
            return true
        }
        file.skip(size)
        return true
    }

    /// Inflates the next bytes of the container, and reads its objects if it is complete.
    private mutating func inflate(
        _ count: Int, of left: Int, _ inflater: Inflater, stated: Int, isLast: Bool,
        into items: inout [BusLogItem]
    ) -> Bool {
        let count = min(count, left)
        inflater.push(file.slice(at: 0, count: count))
        do throws(BusLogProblem) {
            while let piece = try inflater.next(atMost: 64 * 1024) {
                inflated.append(contentsOf: piece)
                guard inflated.count <= Self.mostInflated else {
                    throw BusLogProblem("the container inflates to more than 16 MB")
                }
            }
        } catch {
            // Bytes before the damage can be wrong too, as their checksum cannot be compared.
            lose(error.sentence, at: container, into: &items)
            leaveContainer(used: count - inflater.unusedCount)
            fileScanner.searchQuietly()
            return true
        }
        if !inflater.isAtEnd, count < left, !isLast {
            file.skip(count)
            state = .deflated(inflater, left: left - count, stated: stated)
            return true
        }
        leaveContainer(used: count - inflater.unusedCount)
        beginContents()
        contents.append(inflated[...])
        readContents(into: &items)
        if !inflater.isAtEnd {
            let sentence =
                isLast ? "the file ends within a container" : "the compressed data are incomplete"
            lose(sentence, at: container, into: &items)
            fileScanner.searchQuietly()
        } else if inflated.count != stated {
            let sentence = "the container has \(inflated.count) bytes; its header states \(stated)"
            items.append(.problem(sentence, at: .byte(container)))
        }
        return true
    }

    private mutating func leaveContainer(used count: Int) {
        file.skip(count)
        state = .objects
    }

    /// Reports bytes that are lost. The object that they belong to is dropped.
    private mutating func lose(
        _ sentence: String, at place: Int, into items: inout [BusLogItem]
    ) {
        items.append(.problem(sentence, at: .byte(place)))
        contents.skip(contents.count)
        contentsScanner.searchQuietly()
    }

    /// Notes that the next bytes of the contents are bytes of the current container.
    private mutating func beginContents() {
        let position = contents.used + contents.count
        if let last = containers.last, last.place == container { return }
        if containers.last?.position == position { containers.removeLast() }
        containers.append((position, container))
    }

    /// The byte in the file of the container that has a byte of the contents.
    private mutating func place(ofByte position: Int) -> Int {
        while containers.count > 1, containers[1].position <= position { containers.removeFirst() }
        return containers.first?.place ?? container
    }

    private mutating func readContents(into items: inout [BusLogItem]) {
        while true {
            switch contentsScanner.next(in: &contents) {
            case .needsMore:
                _ = place(ofByte: contents.used)
                return
            case .problem(let sentence, let offset):
                items.append(.problem(sentence, at: .byte(place(ofByte: offset))))
            case .object(let header):
                if header.isFrame {
                    guard contents.count >= header.neededSize else { return }
                    append(contents, header, place: place(ofByte: contents.used), to: &items)
                }
                contentsScanner.skip(header.size)
            }
        }
    }

    private func append(
        _ queue: ByteQueue, _ header: BLFObjectHeader, place: Int, to items: inout [BusLogItem]
    ) {
        do throws(BusLogProblem) {
            let frame = try queue.blfFrame(header, start: start)
            let logged = LoggedFrame(
                nanoseconds: frame.nanoseconds, interface: channels.name(of: UInt64(frame.channel)),
                content: frame.content, flags: frame.flags
            )
            items.append(.frame(logged, at: .byte(place)))
        } catch {
            items.append(.problem(error.sentence, at: .byte(place)))
        }
    }
}
