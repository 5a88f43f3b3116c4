/// Records that were read a short time ago, in a table of fixed size: matching and routing ask for the
/// same few again and again. A record of a file never changes, so nothing has to be taken out.
final class RecordCache<Record> {
    private struct Entry {
        var key: UInt64
        var record: Record
    }

    /// Each at the place that its key is hashed to.
    private var table: [Entry?]

    /// 2⁹ records: those around a fix and of the searches that start there.
    private static var bits: UInt64 { 9 }

    init() { table = [Entry?](repeating: nil, count: 1 << RecordCache.bits) }

    /// Forgets all records.
    func empty() { for place in table.indices { table[place] = nil } }

    /// The record of a reference: the one in the table, or else what `read` reads.
    @inline(__always)
    func record(
        _ reference: RecordReference,
        read: () throws(MapError) -> Record
    ) throws(MapError) -> Record {
        let key = reference.packed
        // Multiplicative hashing by 2⁶⁴/φ (Knuth, The Art of Computer Programming 3, §6.4).
        let place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> (64 - RecordCache.bits))
        if let entry = table[place], entry.key == key { return entry.record }
        let record = try read()
        table[place] = Entry(key: key, record: record)
        return record
    }
}
