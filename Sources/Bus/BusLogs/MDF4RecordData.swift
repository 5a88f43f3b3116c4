/// The content of one or several data blocks in a row.
struct MDF4RecordData {
    /// The part of a block.
    private struct Part {
        /// The place of its first byte in `bytes`.
        let start: Int
        /// The place of that byte in the file, or of the compressed block.
        let filePlace: Int
        let isCompressed: Bool
    }

    /// The bytes; of one uncompressed block these are the file's, which are not copied.
    private(set) var bytes: [UInt8]
    /// The part of `bytes` that is the content.
    private(set) var range: Range<Int>
    /// Bytes that could not be inflated, in ascending order.
    private(set) var missing: [Range<Int>] = []
    /// Whether the records have no invalidation bytes.
    private(set) var hasValuesOnly = false
    private var parts: [Part] = []

    /// Content without a block.
    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
        range = 0..<bytes.count
    }

    /// The content of one uncompressed block.
    init(_ block: MDF4Block, of file: [UInt8]) {
        bytes = file
        range = block.body..<block.end
        hasValuesOnly = block.kind == .values
        parts = [Part(start: block.body, filePlace: block.body, isCompressed: false)]
    }

    /// Appends the content of an uncompressed block.
    mutating func append(_ block: MDF4Block, of file: [UInt8]) {
        if block.kind == .values { hasValuesOnly = true }
        parts.append(Part(start: bytes.count, filePlace: block.body, isCompressed: false))
        bytes.append(contentsOf: file[block.body..<block.end])
        range = 0..<bytes.count
    }

    /// Appends what a compressed block inflated to, of which the last bytes can be missing.
    mutating func append(inflated content: [UInt8], valid: Int, of block: MDF4Block, values: Bool) {
        if values { hasValuesOnly = true }
        parts.append(Part(start: bytes.count, filePlace: block.address, isCompressed: true))
        let start = bytes.count
        if valid < content.count { missing.append(start + valid..<start + content.count) }
        if bytes.isEmpty { bytes = content } else { bytes.append(contentsOf: content) }
        range = 0..<bytes.count
    }

    /// Whether bytes of a part are missing.
    func isMissing(_ part: Range<Int>) -> Bool {
        let next = MDF4RecordData.firstIndex(missing.count) {
            missing[$0].upperBound > part.lowerBound
        }
        return next < missing.count && missing[next].lowerBound < part.upperBound
    }

    /// The first of `count` indices that has a property which all later ones have too.
    private static func firstIndex(_ count: Int, where isBehind: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The place in the file that messages name for a byte: of compressed data, the block's.
    func filePlace(of byte: Int) -> Int {
        let next = MDF4RecordData.firstIndex(parts.count) { parts[$0].start > byte }
        guard next > 0 else { return 0 }
        let part = parts[next - 1]
        return part.isCompressed ? part.filePlace : part.filePlace + byte - part.start
    }

    /// A byte string of variable length: 4 bytes of length, then the bytes. `nil` where none is.
    func byteString(at offset: UInt64) -> Range<Int>? {
        guard let offset = Int(exactly: offset), range.count >= 4, offset <= range.count - 4 else {
            return nil
        }
        let start = range.lowerBound + offset + 4
        var count = 0
        for index in 1...4 { count = count << 8 | Int(bytes[start - index]) }
        guard count <= range.upperBound - start else { return nil }
        let part = start..<start + count
        return isMissing(part) ? nil : part
    }
}

extension MDF4File {
    /// The content of the data behind a link. What is damaged becomes a problem; the content ends
    /// before a block that is lost, because the places of later records are not known.
    mutating func recordData(behindLink index: Int, of parent: MDF4Block) -> MDF4RecordData {
        let blocks = dataBlocks(behindLink: index, of: parent)
        if blocks.count == 1, blocks[0].kind != .compressed {
            return MDF4RecordData(blocks[0], of: bytes)
        }
        var data = MDF4RecordData()
        for block in blocks {
            if block.kind != .compressed {
                data.append(block, of: bytes)
            } else if !inflate(block, into: &data) {
                break
            }
        }
        return data
    }

    /// The data blocks behind a link: one, or the blocks of a chain of lists.
    private mutating func dataBlocks(behindLink index: Int, of parent: MDF4Block) -> [MDF4Block] {
        var found: [MDF4Block] = []
        var link = index
        var parent = parent
        while let block = block(
            behindLink: link, of: parent,
            .data, .values, .signalData, .compressed, .dataList, .listData, .headerList)
        {
            guard useData(block) else { break }
            switch block.kind {
            case .headerList: break
            case .dataList, .listData:
                guard appendBlocks(of: block, to: &found) else { return found }
            default:
                found.append(block)
                return found
            }
            link = 0
            parent = block
        }
        return found
    }

    /// Appends the blocks of one list; `false` where one of them is lost.
    private mutating func appendBlocks(of list: MDF4Block, to found: inout [MDF4Block]) -> Bool {
        guard list.linkCount > 1 else { return true }
        let count = min(list.linkCount - 1, Int(number(at: list.body + 4, size: 4)))
        for index in 0..<count where target(ofLink: 1 + index, of: list) != 0 {
            let block = block(
                behindLink: 1 + index, of: list, .data, .values, .signalData, .compressed)
            guard let block, useData(block) else { return false }
            found.append(block)
        }
        return true
    }

    /// Appends the content of a compressed block; `false` where its length is not known.
    private mutating func inflate(_ block: MDF4Block, into data: inout MDF4RecordData) -> Bool {
        let body = block.body
        let isOfValues = bytes[body] == 0x44 && bytes[body + 1] == 0x56
        let method = bytes[body + 2]
        let recordSize = Int(number(at: body + 4, size: 4))
        let start = body + 24
        let available = min(Int(clamping: number(at: body + 16, size: 8)), block.end - start)
        let count = Int(clamping: number(at: body + 8, size: 8))
        guard method <= 1 else {
            report("the compression method \(method) is not supported", at: block.address)
            return false
        }
        guard MDF4Inflation.isPossible(count, from: available) else {
            report("the block ##DZ states more data than it has", at: block.address)
            return false
        }
        guard takeInflation(count) else {
            report("the compressed data are larger than the reader takes", at: block.address)
            return false
        }
        var (content, valid) = MDF4Inflation.inflate(
            bytes, start..<start + available, count: count)
        if valid < count {
            report("the compressed data of the block ##DZ are damaged", at: block.address)
        }
        if method == 1 {
            // Of transposed records no one is whole before the last column has come.
            if valid < count { valid = 0 }
            content = MDF4Inflation.restoreRecords(content, size: recordSize)
        }
        data.append(inflated: content, valid: valid, of: block, values: isOfValues)
        return true
    }
}
