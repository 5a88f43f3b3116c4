import Geodesy
import Quantities
import RoadMap
import Routing

/// A map file, read through everything that reads maps. Checksums are set right first: an attacker can
/// do that too, and what lies behind them has to be safe by itself.
enum MapReading {
    static func feed(_ bytes: [UInt8]) -> String? {
        for file in [bytes, sealed(bytes)] {
            if let map = try? RoadMap(source: MemoryBlockSource(file), cacheBytes: 1 << 16) {
                read(map)
            }
        }
        readTwice(bytes)
        return nil
    }

    static func read(_ map: RoadMap) {
        // Of so small a file a few thousand links are all there can be without repetition.
        var left = 4_000
        var places: [LinkPlace] = []
        var driven: [Coordinate] = []
        do throws(MapError) {
            _ = try map.notes()
            try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
                left -= 1
                guard left > 0 else { throw .notAMap }
                let shape = try read(link, of: map)
                driven += shape.points.prefix(max(0, 8 - driven.count))
                if places.count < 4 {
                    places.append(
                        LinkPlace(DirectedLink(link.reference, .forward), offset: Metres(1)))
                }
            }
        } catch {}
        var told = 0
        // Files are checked one by one.
        if map.fileHeaders.count == 1 {
            MapVerification(of: map).run { _ in
                told += 1
                return told < 100
            }
        }
        drive(on: map, over: driven)
        guard places.count > 1 else { return }
        var search = RouteSearch(reserved: 64)
        try? search.run(
            on: map, from: [places[0]], targets: [places[places.count - 1]],
            limits: SearchLimits(cost: 20_000, settledLinks: 64))
    }

    private static func read(_ link: Link, of map: RoadMap) throws(MapError) -> Shape {
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            _ = try map.text(attribute, of: link)
        }
        _ = try map.country(of: link, at: link.length)
        for direction in Direction.allCases {
            try map.forEachTurnRestriction(
                of: link, direction, at: 1_767_254_400, on: .wet
            ) { _, _, _ in }
            map.prefetch(beyond: link.exit(direction))
        }
        for (kind, _) in ProfileKind.named { try map.forEachSpot(of: kind, along: link) { _ in } }
        for end in [link.startNode, link.endNode] {
            try map.forEachLink(leaving: try map.node(end)) { (exit) throws(MapError) in
                _ = try map.stableID(of: try map.link(exit.link))
            }
        }
        return shape
    }

    /// The bytes with checksums that agree, as far as header and index lead to the parts.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var file = bytes
        guard file.count >= MapFormat.headerLength else { return file }
        func number(_ at: Int, _ width: Int) -> UInt64 {
            (0..<width).reduce(0) { $0 | UInt64(file[at + $1]) << UInt64(8 * $1) }
        }
        func seal(_ range: Range<Int>, at place: Int) {
            let checksum = CRC32C.of(Array(file[range]).span)
            for index in 0..<4 {
                file[place + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index))
            }
        }
        let count = UInt64(file.count)
        let notes = (start: number(48, 8), length: number(36, 4))
        if notes.start <= count, notes.length <= count - notes.start {
            seal(Int(notes.start)..<Int(notes.start + notes.length), at: 56)
        }
        var page = number(40, 8)
        while page <= count, UInt64(MapFormat.pageLength) <= count - page {
            let start = Int(page)
            let entries = min(Int(number(start + 6, 2)), MapFormat.entriesPerPage)
            for entry in 0..<entries where number(start + 4, 2) == 0 {
                let at = start + MapFormat.pageHeaderLength + entry * MapFormat.entryLength
                let block = (start: number(at + 16, 8), length: number(at + 24, 4))
                guard block.start <= count, block.length <= count - block.start else { continue }
                seal(Int(block.start)..<Int(block.start + block.length), at: at + 28)
            }
            seal(start + 4..<start + MapFormat.pageLength, at: start)
            page += UInt64(MapFormat.pageLength)
        }
        seal(0..<MapFormat.headerLength - 4, at: MapFormat.headerLength - 4)
        return file
    }
}
