import Geodesy
import RoadMap

/// The output of a map's bytes.
public protocol MapDestination: AnyObject {
    /// Writes all of the bytes at an offset.
    func write(_ bytes: [UInt8], at offset: UInt64) throws(MapContentError)
}

/// A map in memory.
final class MemoryDestination: MapDestination {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: [UInt8], at offset: UInt64) {
        let end = Int(offset) + bytes.count
        if end > self.bytes.count {
            self.bytes.append(contentsOf: repeatElement(0, count: end - self.bytes.count))
        }
        self.bytes.replaceSubrange(Int(offset)..<end, with: bytes)
    }
}

/// Writes the parts of a map in order, the header last. Without the header the file is no map.
final class BlockOutput {
    private let destination: any MapDestination
    private var header: MapHeader
    private var entries: [IndexEntry] = []
    private var length = UInt64(MapFormat.headerLength)

    init(_ header: MapHeader, to destination: any MapDestination) {
        self.header = header
        self.destination = destination
    }

    /// Appends the next block.
    func append(block: [UInt8], box: BoundingBox) throws(MapContentError) {
        header.longestBlock = max(header.longestBlock, UInt32(block.count))
        entries.append(
            IndexEntry(
                box: box,
                offset: length,
                length: UInt32(block.count),
                checksum: CRC32C.of(block.span)
            )
        )
        try append(block)
    }

    /// Appends notes and index, and puts the header before everything.
    func finish(
        notes: [(key: String, value: String)]
    ) throws(MapContentError) -> MapHeader {
        let notes = Array(notes.map { "\($0.key)=\($0.value)\n" }.joined().utf8)
        guard notes.count <= MapFormat.maximumNotesLength else { throw .tooManyNotes }
        header.notesOffset = length
        header.notesLength = UInt32(notes.count)
        header.notesChecksum = CRC32C.of(notes.span)
        try append(notes)
        header.indexOffset = length
        header.indexLevels = UInt16(try appendIndex())
        guard Int(header.indexLevels) <= MapFormat.maximumLevels else { throw .tooManyBlocks }
        header.fileLength = length
        try destination.write(header.encoded(), at: 0)
        return header
    }

    private func append(_ bytes: [UInt8]) throws(MapContentError) {
        try destination.write(bytes, at: length)
        length += UInt64(bytes.count)
    }

    /// Appends the index, leaves first, and returns the number of its levels.
    private func appendIndex() throws(MapContentError) -> Int {
        var entries = entries
        var level = 0
        var whole = CRC32C()
        while !entries.isEmpty {
            var above: [IndexEntry] = []
            var start = 0
            while start < entries.count {
                let end = min(start + MapFormat.entriesPerPage, entries.count)
                var page = ByteWriter()
                page.u16(UInt16(level))
                page.u16(UInt16(end - start))
                page.pad(to: MapFormat.pageHeaderLength - 4)
                var box = BoundingBox.empty
                for entry in entries[start..<end] {
                    page.box(entry.box)
                    page.u64(entry.offset)
                    page.u32(entry.length)
                    page.u32(entry.checksum)
                    box.grow(toHold: entry.box)
                }
                page.pad(to: MapFormat.pageLength - 4)
                var checksum = ByteWriter()
                checksum.u32(CRC32C.of(page.bytes.span))
                above.append(
                    IndexEntry(
                        box: box,
                        offset: length,
                        length: UInt32(MapFormat.pageLength),
                        checksum: 0
                    )
                )
                let bytes = checksum.bytes + page.bytes
                whole.update(bytes.span)
                try append(bytes)
                start = end
            }
            level += 1
            if above.count == 1 { break }
            entries = above
        }
        header.indexChecksum = whole.value
        return level
    }
}

/// An entry of an index page: a part of the file and the rectangle of its content.
private struct IndexEntry {
    let box: BoundingBox
    let offset: UInt64
    let length: UInt32
    let checksum: UInt32
}
