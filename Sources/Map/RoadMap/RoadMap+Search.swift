public import Geodesy

extension RoadMap {
    /// Visits each link whose own rectangle (rounded outwards to 1/255 of its block's) shares a place
    /// with a box. The order is that of the file. The cost grows with the blocks that the box
    /// touches and not with the map.
    public func forEachLink(
        in box: BoundingBox,
        _ visit: (Link) throws(MapError) -> Void
    ) throws(MapError) {
        if files.count == 1 { return try search(files[0], for: box, visit) }
        for (index, file) in files.enumerated() where file.header.bounds.intersects(box) {
            try search(file, for: box) { (link) throws(MapError) in
                if index > 0, try self.isRepeated(link) { return }
                if try self.isRemoved(link) { return }
                try visit(try self.joined(link))
            }
        }
    }

    /// Visits each link of one file in a box.
    func search(
        _ file: MapFile,
        for box: BoundingBox,
        _ visit: (Link) throws(MapError) -> Void
    ) throws(MapError) {
        let header = file.header
        guard header.indexLevels > 0, !box.isEmpty else { return }
        // The first page of each level, leaves first.
        var first: [4 of UInt32] = [0, 0, 0, 0]
        var below = header.blockCount
        var pages: UInt32 = 0
        for level in 0..<Int(header.indexLevels) {
            first[level] = pages
            below =
                (below + UInt32(MapFormat.entriesPerPage) - 1) / UInt32(MapFormat.entriesPerPage)
            pages += below
        }
        try search(
            file,
            page: pages - 1,
            level: Int(header.indexLevels) - 1,
            first: first,
            box: box,
            visit
        )
    }

    private func search(
        _ file: MapFile,
        page number: UInt32,
        level: Int,
        first: [4 of UInt32],
        box: BoundingBox,
        _ visit: (Link) throws(MapError) -> Void
    ) throws(MapError) {
        let page = try file.page(number)
        let count = Int(try page.u16(at: 6))
        guard count <= MapFormat.entriesPerPage else { throw .invalid(part: page.part, byte: 6) }
        for index in 0..<count {
            guard try page.box(at: PageEntry.offset(index)).intersects(box) else { continue }
            // Children stand in order, so their numbers follow from the place of the entry.
            let child =
                (number - first[level]) * UInt32(MapFormat.entriesPerPage) + UInt32(index)
            if level > 0 {
                guard first[level - 1] + child < first[level] else {
                    throw .invalid(part: page.part, byte: PageEntry.offset(index))
                }
                try search(
                    file,
                    page: first[level - 1] + child,
                    level: level - 1,
                    first: first,
                    box: box,
                    visit
                )
            } else {
                try searchBlock(file.firstBlock + child, box: box, visit)
            }
        }
    }

    private func searchBlock(
        _ number: UInt32,
        box: BoundingBox,
        _ visit: (Link) throws(MapError) -> Void
    ) throws(MapError) {
        let block = try block(number)
        let bounds = try block.box(at: 8)
        let query = QuantizedBox(outward: box, in: bounds)
        try work.charge(Int(try block.u16(at: 4)))
        for index in 0..<(try block.u16(at: 4)) {
            let at = MapFormat.blockHeaderLength + Int(index) * MapFormat.linkBoxLength
            guard try block.u8(at: at) <= query.north, try block.u8(at: at + 1) <= query.east,
                try block.u8(at: at + 2) >= query.south, try block.u8(at: at + 3) >= query.west
            else { continue }
            try work.charge(8)
            try visit(try ownLink(LinkReference(block: number, index: index), in: block))
        }
    }
}

/// A rectangle in 255 steps of another one's width and height, rounded outwards: a quick test that
/// never misses.
public struct QuantizedBox: Sendable, Hashable {
    /// The southern border, 0...255.
    public let south: UInt8
    /// The western border, 0...255.
    public let west: UInt8
    /// The northern border, 0...255.
    public let north: UInt8
    /// The eastern border, 0...255.
    public let east: UInt8

    /// The smallest such rectangle that holds what a box shares with the bounds.
    public init(outward box: BoundingBox, in bounds: BoundingBox) {
        func step(_ value: Int32, from low: Int32, to high: Int32, up: Bool) -> UInt8 {
            let span = max(Int64(high) - Int64(low), 1)
            let scaled = (Int64(value) - Int64(low)) * 255
            let step = scaled >= 0 ? (up ? (scaled + span - 1) / span : scaled / span) : 0
            return UInt8(min(step, 255))
        }
        south = step(box.southE7, from: bounds.southE7, to: bounds.northE7, up: false)
        north = step(box.northE7, from: bounds.southE7, to: bounds.northE7, up: true)
        west = step(box.westE7, from: bounds.westE7, to: bounds.eastE7, up: false)
        east = step(box.eastE7, from: bounds.westE7, to: bounds.eastE7, up: true)
    }
}
