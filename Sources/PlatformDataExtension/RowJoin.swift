/// A row and how it refers to the link that it was joined to.
public struct JoinedRow: Sendable, Hashable {
    /// The row.
    public var row: TileRow
    /// The reference; where the row has one id in `LINK_ID`, from the reference node.
    public var passage: LinkPassage
    /// The place of the reference in the row's list of links, 0 the first.
    public var order: Int
}

/// A link's rows of all layers.
public struct JoinedLink: Sendable, Hashable {
    /// The permanent id.
    public var id: Int64
    /// The rows by layer, in the order in which they were read. A row that several tiles hold is there
    /// once.
    public var rows: [JoinedRow]
}

/// What a join found beside links.
public struct JoinCounts: Sendable, Hashable {
    /// Rows that were read.
    public var rows = 0
    /// Rows that were there before, because their link is in several tiles.
    public var shared = 0
    /// Rows of layers that do not tell of links.
    public var withoutLink = 0
}

/// Joins the rows of many tiles on the ids of links: one to one, and many to many where a row names
/// several links. Links come out in the order of their ids.
public struct RowJoin {
    /// What was counted so far.
    public private(set) var counts = JoinCounts()
    private var records: [UInt64: [(sequence: UInt64, bytes: [UInt8])]] = [:]
    private var names = NameTable()

    /// A join of nothing yet.
    public init() {}

    /// Takes a row.
    public mutating func add(_ row: TileRow) throws(PlatformDataError) {
        counts.rows += 1
        let passages = try Self.passages(of: row)
        if passages.isEmpty { counts.withoutLink += 1 }
        for (order, passage) in passages.enumerated() {
            let bytes = names.encoded(JoinedRow(row: row, passage: passage, order: order))
            records[UInt64(passage.link), default: []].append((UInt64(counts.rows), bytes))
        }
    }

    /// The links that a row tells of.
    static func passages(of row: TileRow) throws(PlatformDataError) -> [LinkPassage] {
        let isKnown = LayerName.knownSubjects.contains(row.origin.layer.subject)
        if row["LINK_IDS"] != nil {
            return try row.passages("LINK_IDS")
        }
        guard let text = row["LINK_ID"] else {
            guard !isKnown else { throw row.failure("LINK_ID", "a link id") }
            return []
        }
        if isKnown { return [LinkPassage(try row.linkID(), .fromReference)] }
        guard let passage = LinkPassage(text) else { throw row.failure("LINK_ID", "a link id") }
        return [passage]
    }

    /// Visits the links in the order of their ids.
    public mutating func forEachLink<Failure: Error>(
        _ visit: (JoinedLink) throws(Failure) -> Void
    ) throws(Failure) {
        for id in records.keys.sorted() {
            var link = JoinedLink(id: Int64(id), rows: [])
            for record in records[id] ?? [] {
                let row = names.decoded(record.bytes, link: link.id)
                let isThere = link.rows.contains {
                    $0.passage == row.passage && $0.order == row.order
                        && $0.row.origin.layer == row.row.origin.layer
                        && $0.row.isSame(as: row.row)
                }
                if isThere { counts.shared += 1 } else { link.rows.append(row) }
            }
            let order = link.rows.enumerated().sorted {
                ($0.element.row.origin.layer, $0.offset) < ($1.element.row.origin.layer, $1.offset)
            }
            link.rows = order.map(\.element)
            try visit(link)
        }
    }
}
