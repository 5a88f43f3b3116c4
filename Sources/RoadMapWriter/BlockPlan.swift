import RecordSorting
import RoadMap

/// Which links stand in which block, decided before anything is written, because records refer to
/// each other across blocks.
struct BlockPlan {
    /// Aim for blocks of this many bytes: small enough for an ECU's cache and one quick read, large
    /// enough that a fix rarely needs more than two.
    static let targetLength = 16 << 10
    /// What the record of a link takes beside its line and profiles, and those of its share of nodes.
    private static let recordLength = 40

    /// How many links each block has.
    private(set) var linkCounts: [Int] = []
    private var length = 0
    /// The fingerprints of what the block's links share.
    private var shared: Set<UInt64> = []

    /// Where the next link of the file will stand.
    mutating func place(_ link: LinkOutline) throws(MapContentError) -> LinkReference {
        var added = added(by: link)
        if linkCounts.isEmpty || length + added > BlockPlan.targetLength {
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

    /// What a link adds to the block; what it shares with others is there once.
    private func added(by link: LinkOutline) -> Int {
        link.parts.reduce(BlockPlan.recordLength + link.length) {
            $0 + (shared.contains($1.fingerprint) ? 0 : $1.length)
        }
    }
}

/// What of a link the plan has to know, read from ``LinkRecord/bytes``.
struct LinkOutline {
    let startNode: NewNode
    let endNode: NewNode
    /// The bytes of its line and profiles.
    let length: Int
    /// Attributes and texts that it may share with others. Two with one fingerprint would make a block
    /// some bytes longer than planned.
    private(set) var parts: [(fingerprint: UInt64, length: Int)] = []

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
