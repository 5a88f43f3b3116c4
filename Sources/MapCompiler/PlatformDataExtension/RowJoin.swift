public import RecordSorting

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

/// Joins the rows of many tiles on the ids of links: one to one, and many to many where a row names
/// several links. Rows wait in a sorting space, so that they may be more than memory holds.
///
/// ```swift
/// let join = RowJoin(in: space)
/// for file in folder.files {
///     try folder.response(file).forEachRow { (row) throws(PlatformDataError) in try join.add(row) }
/// }
/// let links = try join.links()
/// while let link = try links.next() { … }
/// ```
public final class RowJoin {
    /// How many rows were read.
    public private(set) var rowCount = 0
    /// The number of rows in layers without links.
    public private(set) var countWithoutLink = 0
    private let records: RecordSorter
    private var names = NameTable()

    /// A join of nothing yet.
    public init(in space: SortingSpace) { records = RecordSorter(in: space) }

    /// Adds a row.
    public func add(_ row: TileRow) throws(PlatformDataError) {
        rowCount += 1
        let passages = try Self.passages(of: row)
        if passages.isEmpty { countWithoutLink += 1 }
        for (order, passage) in passages.enumerated() {
            let bytes = names.encoded(JoinedRow(row: row, passage: passage, order: order))
            let number = UInt64(records.count)
            do throws(SortingError) {
                try records.add(UInt64(passage.link), number, bytes)
            } catch {
                throw .sorting(error)
            }
        }
    }

    /// The links of a row.
    static func passages(of row: TileRow) throws(PlatformDataError) -> [LinkPassage] {
        let isKnown = LayerName.knownSubjects.contains(row.origin.layer.subject)
        if row["LINK_IDS"] != nil { return try row.passages("LINK_IDS") }
        guard let text = row["LINK_ID"] else {
            guard !isKnown else { throw row.failure("LINK_ID", "a link id") }
            return []
        }
        if isKnown { return [LinkPassage(try row.linkID(), .fromReference)] }
        guard let passage = LinkPassage(text) else { throw row.failure("LINK_ID", "a link id") }
        return [passage]
    }

    /// The links of all rows. The join is empty afterwards.
    public func links() throws(PlatformDataError) -> JoinedLinks {
        do throws(SortingError) {
            return try JoinedLinks(try records.sorted(), names)
        } catch {
            throw .sorting(error)
        }
    }
}

/// Links with their rows, in the order of their ids, read one by one.
public final class JoinedLinks {
    /// The number of rows that occurred before, because their link is in several tiles.
    public private(set) var sharedCount = 0
    private let records: SortedRecords
    private let names: NameTable
    private var hasRecord: Bool

    init(_ records: SortedRecords, _ names: NameTable) throws(SortingError) {
        self.records = records
        self.names = names
        hasRecord = try records.next()
    }

    /// The next link; `nil` behind the last.
    public func next() throws(PlatformDataError) -> JoinedLink? {
        guard hasRecord else { return nil }
        var link = JoinedLink(id: Int64(records.key), rows: [])
        repeat {
            let row = names.decoded(records.bytes.rest, link: link.id)
            let isThere = link.rows.contains {
                $0.passage == row.passage && $0.order == row.order
                    && $0.row.origin.layer == row.row.origin.layer
                    && $0.row.isSame(as: row.row)
            }
            if isThere { sharedCount += 1 } else { link.rows.append(row) }
            do throws(SortingError) {
                hasRecord = try records.next()
            } catch {
                throw .sorting(error)
            }
        } while hasRecord && Int64(records.key) == link.id
        let order = link.rows.enumerated().sorted {
            ($0.element.row.origin.layer, $0.offset) < ($1.element.row.origin.layer, $1.offset)
        }
        link.rows = order.map(\.element)
        return link
    }
}
