import RecordSorting
import RoadMap

/// The assignment of links to blocks. It is decided before writing, because records refer to each
/// other across blocks.
///
/// A block ends at a link that its own content marks, as in content-defined chunking (Muthitacharoen, Chen and
/// Mazières 2001, doi:10.1145/502034.502052). So a road that is new or gone changes the blocks near it, and the next
/// edition of a map shares most blocks with this one.
struct BlockPlan {
    /// A block has this many bytes before a mark ends it, and ends at this many without one: small enough for an
    /// ECU's cache and one quick read, large enough that a fix rarely needs more than two.
    static let lengths = (10 << 10)...(20 << 10)
    /// One link of so many is a mark.
    private static let linksOfMark: UInt64 = 32
    /// Each link has two nodes at most, and a block as many of them as of links.
    private static let mostLinks = MapFormat.maximumRecords / 2
    /// The bytes of a link's record without its line and profiles, with its share of nodes.
    private static let recordLength = 40

    /// The number of links in each block.
    private(set) var linkCounts: [Int] = []
    private var length = 0
    /// The fingerprints of the lists that the block's links share.
    private var shared: Set<UInt64> = []

    /// The place of the next link in the file.
    mutating func place(_ link: LinkOutline) throws(MapContentError) -> LinkReference {
        var added = added(by: link)
        let isEnd = length >= BlockPlan.lengths.lowerBound && link.isMark(oneOf: Self.linksOfMark)
        if linkCounts.isEmpty || isEnd || length + added > BlockPlan.lengths.upperBound
            || linkCounts[linkCounts.count - 1] >= BlockPlan.mostLinks
        {
            linkCounts.append(0)
            length = MapFormat.blockHeaderLength
            shared.removeAll(keepingCapacity: true)
            added = self.added(by: link)
        }
        for part in link.parts { shared.insert(part.fingerprint) }
        length += added
        let block = linkCounts.count - 1
        guard let number = UInt32(exactly: block) else { throw .tooManyBlocks }
        linkCounts[block] += 1
        return LinkReference(block: number, index: UInt16(linkCounts[block] - 1))
    }

    /// The bytes that a link adds to the block; a shared list is there once.
    private func added(by link: LinkOutline) -> Int {
        link.parts.reduce(BlockPlan.recordLength + link.length) {
            $0 + (shared.contains($1.fingerprint) ? 0 : $1.length)
        }
    }
}

/// The parts of a link that the plan needs, read from ``LinkRecord/bytes``.
struct LinkOutline {
    let startNode: NewNode
    let endNode: NewNode
    /// The bytes of its line and profiles.
    let length: Int
    /// Attributes and texts that it may share with others. Two with one fingerprint would make a block
    /// some bytes longer than planned.
    private(set) var parts: [(fingerprint: UInt64, length: Int)] = []

    /// Whether a link is a mark, by the names of its ends: one of so many is.
    func isMark(oneOf count: UInt64) -> Bool {
        // The multiplier of a linear congruential generator (Knuth 1997, vol. 2, ch. 3.3.4).
        let ends = UInt64(bitPattern: startNode.id) &* 31 &+ UInt64(bitPattern: endNode.id)
        return (ends &* 6_364_136_223_846_793_005) >> 33 % count == 0
    }

    /// The link of a record.
    init(_ record: RecordBytes) {
        let head = LinkRecord.Head(record)
        startNode = head.startNode
        endNode = head.endNode
        var record = head.rest
        let line = record.slice().count
        _ = record.slice()
        length = line + record.slice().count
        parts.reserveCapacity(8)
        for _ in 0..<record.varint() {
            let list = record.slice()
            parts.append((LinkOutline.fingerprint(list), list.count))
        }
        for _ in 0..<record.varint() {
            let text = record.text().utf8
            parts.append((LinkOutline.fingerprint(text), text.count + 4))
        }
    }

    /// FNV-1a (Fowler, Noll and Vo 1991).
    private static func fingerprint(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
