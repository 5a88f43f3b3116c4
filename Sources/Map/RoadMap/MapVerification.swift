import Geodesy
import Quantities

/// A contradiction inside a map file.
public struct MapProblem: Sendable, Hashable, CustomStringConvertible {
    /// The place: a part of the file, or a link or node in it.
    public let place: String
    /// The error at this place.
    public let what: String

    /// One line for people.
    public var description: String { "\(place): \(what)" }
}

/// A check of every block, checksum, reference and junction of a map.
///
/// ```swift
/// let verification = MapVerification(of: map)
/// verification.run { problem in … }
/// ```
/// It reads the file once, block by block, with the references of each block. Run it before a drive
/// uses a new file.
public final class MapVerification {
    private let map: RoadMap
    /// The number of problems.
    public private(set) var problemCount = 0
    /// Whether a part of the file could not be read, which says nothing of its content.
    public private(set) var isUnread = false
    private var links: UInt64 = 0
    private var nodes: UInt64 = 0
    private var length = 0
    private var shape = Shape()

    /// A check of a map.
    public init(of map: RoadMap) {
        precondition(map.files.count == 1, "the files of a map are checked one by one")
        self.map = map
    }

    /// Checks everything. `report` receives each problem, `progress` the progress, 0...1. It ends
    /// early if `report` returns `false`.
    public func run(
        progress: (Double) -> Void = { _ in },
        _ report: (MapProblem) -> Bool
    ) {
        let header = map.header
        do throws(MapError) { _ = try map.notes() } catch {
            guard note("notes", text(of: error), report) else { return }
        }
        do throws(MapError) { try map.checkIndex() } catch {
            guard note("index", text(of: error), report) else { return }
        }
        let country = header.country.numericCode
        if CountryTable.country(numericCode: country) == nil {
            guard note("header", "\(country) is no country of ISO 3166-1", report) else { return }
        }
        for number in 0..<header.blockCount {
            guard check(block: number, report) else { return }
            progress(Double(number + 1) / Double(header.blockCount))
        }
        let sums: [(String, UInt64, UInt64)] = [
            ("links", links, header.linkCount), ("nodes", nodes, header.nodeCount),
            ("centimetres", UInt64(length), UInt64(header.totalLength.value)),
        ]
        for (what, found, said) in sums where found != said && problemCount == 0 {
            let problem = "the header states \(said) \(what), the file has \(found)"
            guard note("header", problem, report) else { return }
        }
    }

    private func note(
        _ place: String,
        _ what: String,
        _ report: (MapProblem) -> Bool
    ) -> Bool {
        problemCount += 1
        return report(MapProblem(place: place, what: what))
    }

    /// The largest number of steps for the check of a block (``RoadMap/steps``): with the blocks that it refers
    /// to, a real one takes less than a tenth of it.
    private static let stepsOfBlock = 2_000_000
    /// Of the links of a block that begin in one cell, the roads around the first one are counted. 2^13 units of
    /// 1e-7 degrees are at most 91 m, less than the margin of the count.
    private static let cellBits = 13
    /// The cells of the block that are counted.
    private var cells: Set<UInt64> = []

    /// Checks a block; returns false to stop reporting.
    private func check(block number: UInt32, _ report: (MapProblem) -> Bool) -> Bool {
        map.limitSteps(to: Self.stepsOfBlock)
        defer { map.liftLimit() }
        let linkCount: UInt16
        let nodeCount: UInt16
        let said: UInt32
        do throws(MapError) {
            let block = try map.block(number)
            said = try block.u32(at: 0)
            linkCount = try block.u16(at: 4)
            nodeCount = try block.u16(at: 6)
        } catch { return note("block \(number)", text(of: error), report) }
        if said != number {
            guard note("block \(number)", "its number is \(said)", report) else {
                return false
            }
        }
        cells.removeAll(keepingCapacity: true)
        links += UInt64(linkCount)
        nodes += UInt64(nodeCount)
        for index in 0..<linkCount {
            let reference = LinkReference(block: number, index: index)
            for what in problems(of: { () throws(MapError) in try self.check(link: reference) }) {
                guard note("block \(number), link \(index)", what, report) else { return false }
            }
        }
        for index in 0..<nodeCount {
            let reference = NodeReference(block: number, index: index)
            for what in problems(of: { () throws(MapError) in try self.check(node: reference) }) {
                guard note("block \(number), node \(index)", what, report) else { return false }
            }
        }
        return true
    }

    private func text(of error: MapError) -> String {
        isUnread = isUnread || error.isPassing
        return "\(error)"
    }

    private func problems(
        of check: () throws(MapError) -> [String]
    ) -> [String] {
        do throws(MapError) { return try check() } catch {
            return [text(of: error)]
        }
    }

    private func check(link reference: LinkReference) throws(MapError) -> [String] {
        var problems: [String] = []
        let link = try map.link(reference)
        length += link.length.value
        shape.removeAll()
        try map.appendShape(of: link, to: &shape)
        if shape.offset(at: shape.count - 1) != link.length {
            problems.append("way \(link.way): its length is not that of its line")
        }
        for (end, reference, point) in [
            (Direction.forward, link.startNode, shape.points[0]),
            (.backward, link.endNode, shape.points[shape.count - 1]),
        ] {
            let node = try map.node(reference)
            if node.place != point {
                problems.append("way \(link.way): its line does not end at node \(node.id)")
            }
            var isKnown = false
            try map.forEachLink(leaving: node) { exit in
                if exit == DirectedLink(link.reference, end) { isKnown = true }
            }
            if !isKnown {
                problems.append("way \(link.way): node \(node.id) has no reference to it")
            }
        }
        var box = BoundingBox.empty
        for point in shape.points { box.grow(toHold: point) }
        if !(try map.finds(link, box)) {
            problems.append("way \(link.way): a search by place does not find it")
        }
        problems += try problemsOfAttributes(of: link)
        for (kind, _) in ProfileKind.named { try map.forEachSpot(of: kind, along: link) { _ in } }
        if cells.insert(Self.cell(of: shape.points[0])).inserted,
            try map.isOutOfProportion(around: shape.points[0])
        {
            problems.append("way \(link.way): the roads around it exceed the limits of the format")
        }
        return problems
    }

    private static func cell(of place: Coordinate) -> UInt64 {
        let latitude = UInt32(bitPattern: place.latitudeE7 >> cellBits)
        let longitude = UInt32(bitPattern: place.longitudeE7 >> cellBits)
        return UInt64(latitude) << 32 | UInt64(longitude)
    }

    private func problemsOfAttributes(of link: Link) throws(MapError) -> [String] {
        var problems: [String] = []
        var exits: DirectionSet = []
        var isNoRoad = false
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind.isText { try self.map.withText(attribute, of: link) { _ in } }
            switch attribute.kind {
            case .ferry, .removed: isNoRoad = true
            case .country:
                let code = UInt16(exactly: attribute.value)
                if code.flatMap({ CountryTable.country(numericCode: $0) }) == nil {
                    problems.append(
                        "way \(link.way): \(attribute.value) is no country of ISO 3166-1")
                }
            case .region:
                if RegionCode(attributeValue: attribute.value) == nil {
                    problems.append("way \(link.way): an invalid region code")
                }
            case .turnRestriction:
                exits.formUnion(attribute.directions)
                if TurnRestriction(attributeValue: attribute.value) == nil {
                    problems.append("way \(link.way): an invalid turn restriction")
                }
            case .roadObject:
                if RoadObject(attributeValue: attribute.value) == nil {
                    problems.append("way \(link.way): an invalid road object")
                }
            case .exitCount:
                if ExitCount(attributeValue: attribute.value, on: link.way) == nil {
                    problems.append("way \(link.way): an invalid count of an exit")
                }
            case .averageSpeed:
                if attribute.value == 0 || attribute.value > MapFormat.highestAverageSpeed {
                    problems.append("way \(link.way): an invalid average speed")
                }
            default: break
            }
        }
        if exits != link.restrictedExits {
            problems.append("way \(link.way): the ends of its turn restrictions are missing")
        }
        if link.directions.isEmpty, !isNoRoad {
            problems.append("way \(link.way): cars may drive it in no direction")
        }
        return problems
    }

    private func check(node reference: NodeReference) throws(MapError) -> [String] {
        let node = try map.node(reference)
        var problems: [String] = []
        var count = 0
        try map.forEachLink(leaving: node) { (exit) throws(MapError) in
            count += 1
            if try self.map.link(exit.link).entry(exit.direction) != reference {
                problems.append(
                    "node \(node.id): link \(exit.link.index) of block \(exit.link.block) "
                        + "does not end there")
            }
        }
        if count == 0 { problems.append("node \(node.id): no link meets it") }
        return problems
    }
}

extension RoadMap {
    /// Compares the checksum of all index pages with the header's.
    fileprivate func checkIndex() throws(MapError) {
        var checksum = CRC32C()
        for number in 0..<header.indexPageCount {
            let page = try files[0].page(number)
            checksum.update(page.bytes.span.extracting(first: page.count))
        }
        guard checksum.value == header.indexChecksum else {
            throw .damaged(part: .index, offset: header.indexOffset)
        }
    }

    /// Whether a link's line is inside its rectangle in the block's table and inside the block's
    /// rectangle in the index.
    fileprivate func finds(_ link: Link, _ box: BoundingBox) throws(MapError) -> Bool {
        let block = try block(link.reference.block)
        let bounds = try block.box(at: 8)
        let at =
            MapFormat.blockHeaderLength + Int(link.reference.index) * MapFormat.linkBoxLength
        let need = QuantizedBox(outward: box, in: bounds)
        let page = try files[0].page(link.reference.block / UInt32(MapFormat.entriesPerPage))
        let entry = PageEntry.offset(Int(link.reference.block) % MapFormat.entriesPerPage)
        let south = try block.u8(at: at)
        let west = try block.u8(at: at + 1)
        let north = try block.u8(at: at + 2)
        let east = try block.u8(at: at + 3)
        let indexed = try page.box(at: entry)
        return south <= need.south && west <= need.west && north >= need.north
            && east >= need.east && bounds.holds(box) && indexed.holds(bounds)
    }
}

extension BoundingBox {
    fileprivate func holds(_ other: BoundingBox) -> Bool {
        southE7 <= other.southE7 && westE7 <= other.westE7 && northE7 >= other.northE7
            && eastE7 >= other.eastE7
    }
}
