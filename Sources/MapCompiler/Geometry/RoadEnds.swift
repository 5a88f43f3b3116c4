import Geodesy
import RecordSorting
import RoadMap
import RoadShape

/// Where roads end, and as which other road each goes on there: what the curvature at the ends of a
/// way has to know. Keeps no more of a road than the few points at its ends, and those in sorters.
struct RoadEnds {
    private struct End {
        /// Twice the number of the road, one more for its last node.
        var number: UInt64
        var directions: DirectionSet
        var isOnStructure: Bool
        /// From the end inwards.
        var line: [Coordinate]

        var isStart: Bool { number & 1 == 0 }
    }

    /// An end of a road and that of the road that it goes on in.
    private struct Pair {
        var own: End
        var other: End
    }

    private let space: SortingSpace
    private let ends: RecordSorter

    /// The road goes on where it turns by no more than this, radians, or where there is no other way.
    private static let farthestTurn = 0.8
    /// Marks the number of a road that runs over a node without ending there; behind all ends.
    private static let passing: UInt64 = 1 << 63

    /// No roads yet.
    init(in space: SortingSpace) {
        self.space = space
        ends = RecordSorter(in: space)
    }

    /// Takes a road with its points, some of which may have no place.
    func add(
        _ road: Int,
        _ record: RoadRecord,
        _ points: [RoadPoint]
    ) throws(MapCompileError) {
        guard let first = points.first, let last = points.last else { return }
        let number = UInt64(road) << 1
        let flags = record.directions.rawValue | (record.attributes.isOnStructure ? 4 : 0)
        try ends.put(first.id.sortingKey, number, Self.bytes(flags, Self.line(points)))
        let back = Self.line(points.reversed())
        try ends.put(last.id.sortingKey, number | 1, Self.bytes(flags, back))
        for (position, point) in points.enumerated().dropFirst().dropLast() where point.isJunction {
            let passing = Self.passing | UInt64(road) << 31 | UInt64(position)
            try ends.put(point.id.sortingKey, passing)
        }
    }

    /// What each road goes on in, when all are there.
    func joined() throws(MapCompileError) -> RoadContinuations {
        let ends = try ends.inOrder()
        let partners = RecordSorter(in: space)
        var pairs: [Pair] = []
        var meeting: [End] = []
        var isCrossed = false
        var node: UInt64?
        while try ends.advance() {
            if ends.key != node {
                Self.pair(meeting, isCrossed: isCrossed, into: &pairs)
                isCrossed = false
                if pairs.count >= ConcurrentWork.batch { try Self.join(&pairs, into: partners) }
                meeting.removeAll(keepingCapacity: true)
                node = ends.key
            }
            guard ends.second < Self.passing else {
                isCrossed = true
                continue
            }
            var bytes = ends.bytes
            let flags = bytes.u8()
            meeting.append(
                End(
                    number: ends.second, directions: DirectionSet(rawValue: flags & 3),
                    isOnStructure: flags & 4 != 0, line: bytes.line()))
        }
        Self.pair(meeting, isCrossed: isCrossed, into: &pairs)
        try Self.join(&pairs, into: partners)
        return try RoadContinuations(try partners.inOrder())
    }

    private static func bytes(_ flags: UInt8, _ line: [Coordinate]) -> [UInt8] {
        var bytes = ByteWriter()
        bytes.u8(flags)
        bytes.line(line)
        return bytes.bytes
    }

    /// The first of the places of points.
    private static func line(_ points: some Sequence<RoadPoint>) -> [Coordinate] {
        var line: [Coordinate] = []
        for point in points {
            guard let place = point.place, place != line.last else { continue }
            line.append(place)
            if line.count == RoadCurvature.neighbourPoints { break }
        }
        return line
    }

    /// The straightest pair first, each end once. Ends come in the order of their numbers.
    private static func pair(_ meeting: [End], isCrossed: Bool, into found: inout [Pair]) {
        let isAlone = meeting.count == 2 && !isCrossed
        var pairs: [(turn: Double, one: Int, other: Int)] = []
        for (one, end) in meeting.enumerated() {
            for (other, next) in meeting.enumerated().dropFirst(one + 1) {
                guard end.line.count > 1, next.line.count > 1, end.line[0] == next.line[0],
                    isAlone || canBeDriven(end, next)
                else { continue }
                let turn = turn(end.line, next.line)
                if isAlone || turn <= farthestTurn { pairs.append((turn, one, other)) }
            }
        }
        pairs.sort { ($0.turn, $0.one, $0.other) < ($1.turn, $1.one, $1.other) }
        var isTaken = [Bool](repeating: false, count: meeting.count)
        for pair in pairs where !isTaken[pair.one] && !isTaken[pair.other] {
            isTaken[pair.one] = true
            isTaken[pair.other] = true
            found.append(Pair(own: meeting[pair.one], other: meeting[pair.other]))
        }
    }

    /// Tells both ends of each pair what they go on in, and what is said of the point between them.
    private static func join(
        _ pairs: inout [Pair],
        into partners: RecordSorter
    ) throws(MapCompileError) {
        let junctions = ConcurrentWork.map(pairs, tool: { RoadCurvature() }) { curvature, pair in
            curvature.junction(pair.own.line.reversed(), pair.other.line)
        }
        for (pair, junction) in zip(pairs, junctions) {
            try partners.put(pair.own.number, 0, bytes(pair.other, junction))
            try partners.put(pair.other.number, 0, bytes(pair.own, junction?.reversed))
        }
        pairs.removeAll(keepingCapacity: true)
    }

    /// What an end goes on in, and the curvature on the way out.
    private static func bytes(
        _ end: End, _ junction: RoadCurvature.Junction?
    ) -> [UInt8] {
        var bytes = ByteWriter()
        bytes.u8(end.isOnStructure ? 1 : 0)
        bytes.line(end.line)
        if let junction {
            bytes.u64(junction.curvature.bitPattern)
            bytes.u64(junction.error.bitPattern)
        }
        return bytes.bytes
    }

    private static func canBeDriven(_ one: End, _ other: End) -> Bool {
        func leaves(_ end: End) -> Bool {
            end.directions.contains(end.isStart ? .forward : .backward)
        }
        func arrives(_ end: End) -> Bool {
            end.directions.contains(end.isStart ? .backward : .forward)
        }
        return arrives(one) && leaves(other) || arrives(other) && leaves(one)
    }

    /// How far one turns from one end's road into the other's, radians.
    private static func turn(_ one: [Coordinate], _ other: [Coordinate]) -> Double {
        let into = one[1].vector(to: one[0])
        let out = other[0].vector(to: other[1])
        return abs(arcTangent(into.cross(out), into.dot(out)))
    }
}

/// The lines that a road goes on in, `nil` where it ends or turns.
struct RoadContinuation: Sendable {
    /// What leads to the road's first point.
    var before: RoadCurvature.Neighbour?
    /// What leads on from the road's last point.
    var after: RoadCurvature.Neighbour?
    /// Whether what leads to the first point is a bridge or a tunnel.
    var isStructureBefore = false
    /// Whether what leads on from the last point is one.
    var isStructureAfter = false
}

/// The lines that roads go on in, in the order of the roads.
final class RoadContinuations {
    private let records: SortedRecords
    private var hasRecord: Bool

    init(_ records: SortedRecords) throws(MapCompileError) {
        self.records = records
        hasRecord = try records.advance()
    }

    /// Those of a road. Roads are asked for in their order.
    func of(_ road: Int) throws(MapCompileError) -> RoadContinuation {
        var found = RoadContinuation()
        while hasRecord, records.key >> 1 <= UInt64(road) {
            if records.key >> 1 == UInt64(road) {
                var bytes = records.bytes
                let isStructure = bytes.u8() != 0
                let line = bytes.line()
                let outward =
                    bytes.count > 0
                    ? RoadCurvature.Junction(curvature: bytes.f64(), error: bytes.f64()) : nil
                if records.key & 1 == 0 {
                    found.before = .init(line.reversed(), outward?.reversed)
                    found.isStructureBefore = isStructure
                } else {
                    found.after = .init(line, outward)
                    found.isStructureAfter = isStructure
                }
            }
            hasRecord = try records.advance()
        }
        return found
    }
}

extension ByteWriter {
    /// Adds a line, each place as its difference to the one before.
    fileprivate mutating func line(_ line: [Coordinate]) {
        varint(UInt64(line.count))
        var last: (latitude: Int64, longitude: Int64) = (0, 0)
        for place in line {
            let next = (latitude: Int64(place.latitudeE7), longitude: Int64(place.longitudeE7))
            zigzag(next.latitude - last.latitude)
            zigzag(next.longitude - last.longitude)
            last = next
        }
    }
}

extension RecordBytes {
    /// A number of eight bytes.
    fileprivate mutating func f64() -> Double {
        let low = UInt64(UInt32(bitPattern: i32()))
        return Double(bitPattern: low | UInt64(UInt32(bitPattern: i32())) << 32)
    }

    /// The line that ``ByteWriter`` wrote.
    fileprivate mutating func line() -> [Coordinate] {
        var last: (latitude: Int64, longitude: Int64) = (0, 0)
        return (0..<varint()).compactMap { _ in
            last.latitude += zigzag()
            last.longitude += zigzag()
            return Coordinate(
                latitudeE7: Int32(last.latitude),
                longitudeE7: Int32(last.longitude)
            )
        }
    }
}
