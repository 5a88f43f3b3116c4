import RoadMap

/// The reason why bytes are no learned turns.
public enum LearnedTurnsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// They have another content, or another version.
    case otherFormat
    /// They were changed, or end too early.
    case damaged

    /// The error in one line.
    public var description: String {
        switch self {
        case .otherFormat: "no learned turns of version 1"
        case .damaged: "learned turns that are damaged"
        }
    }
}

// The bytes that a host keeps, least significant first: `EHTURNS1`, the number of the last turn (8), the
// number of junctions (4), and each of them, the one driven through longest ago first: the road (way,
// start node and end node of 8 each, direction of 1), the number of its last turn (8), the number of exits
// (1), and each exit's road and count (1). Behind them the CRC-32C of all before (4).
extension LearnedTurns {
    private static let magic = Array("EHTURNS1".utf8)

    /// The number of learned turns over all drives. A greater number means that there is something
    /// new to store.
    public var turnCount: UInt64 { turns }

    /// The learned turns, for storage.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.bytes(Self.magic)
        writer.u64(turns)
        writer.u32(UInt32(junctions.count))
        func append(_ road: Road) {
            for id in [road.link.way, road.link.startNode, road.link.endNode] {
                writer.u64(UInt64(bitPattern: id))
            }
            writer.u8(road.direction.rawValue)
        }
        junctions.forEach { road, junction in
            append(road)
            writer.u64(junction.last)
            writer.u8(UInt8(junction.exits.count))
            for exit in junction.exits {
                append(exit.road)
                writer.u8(exit.count)
            }
        }
        writer.u32(CRC32C.of(writer.bytes.span))
        return writer.bytes
    }

    /// Reads stored turns. It validates everything.
    public init(_ bytes: [UInt8]) throws(LearnedTurnsError) {
        guard bytes.starts(with: Self.magic) else { throw .otherFormat }
        var at = Self.magic.count
        func take(_ count: Int) throws(LearnedTurnsError) -> UInt64 {
            guard bytes.count - at >= count else { throw .damaged }
            var value: UInt64 = 0
            for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[at + index]) }
            at += count
            return value
        }
        func takeRoad() throws(LearnedTurnsError) -> Road {
            let way = Int64(bitPattern: try take(8))
            let start = Int64(bitPattern: try take(8))
            let end = Int64(bitPattern: try take(8))
            guard let direction = Direction(rawValue: UInt8(try take(1))) else { throw .damaged }
            return Road(StableLinkID(way: way, startNode: start, endNode: end), direction)
        }
        var junctions = LearnedJunctions()
        let turns = try take(8)
        let count = try take(4)
        guard count <= UInt64(Self.mostJunctions), turns < UInt64.max / 2 else { throw .damaged }
        var before: UInt64 = 0
        for _ in 0..<count {
            let road = try takeRoad()
            var junction = Junction(last: try take(8))
            guard junction.last > before, junction.last <= turns else { throw .damaged }
            before = junction.last
            let exits = try take(1)
            guard exits <= UInt64(Self.mostExits) else { throw .damaged }
            for _ in 0..<exits {
                let exit = Exit(road: try takeRoad(), count: UInt8(try take(1)))
                guard exit.count > 0, junction.add(exit) else { throw .damaged }
            }
            let passes = junction.exits.reduce(0) { $0 + Int($1.count) }
            guard passes <= Self.mostPasses, junctions.append(junction, from: road) else {
                throw .damaged
            }
        }
        let end = at
        guard try take(4) == UInt64(CRC32C.of(bytes.span.extracting(..<end))), at == bytes.count
        else {
            throw .damaged
        }
        self.init(junctions, turns: turns)
    }
}
