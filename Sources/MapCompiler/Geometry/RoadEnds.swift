import Geodesy
import RecordSorting
import RoadMap
import RoadShape
import WorkSharing

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

        /// The end that a record holds.
        init(_ number: UInt64, _ record: RecordBytes) {
            var record = record
            self.number = number
            let flags = record.u8()
            directions = DirectionSet(rawValue: flags & 3)
            isOnStructure = flags & 4 != 0
            line = record.line()
        }
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
        let partners = RecordSorter(in: space)
        var reader = try MeetingReader(try ends.inOrder())
        try ConcurrentWork.run(tool: { RoadCurvature() }) { () throws(MapCompileError) in
            try reader.next()
        } work: { curvature, meeting in
            Self.pairs(meeting).map { pair in
                (pair, curvature.junction(pair.own.line.reversed(), pair.other.line))
            }
        } take: { (pairs: [(Pair, RoadCurvature.Junction?)]) throws(MapCompileError) in
            // Both ends of a pair are told what they go on in, and what is said of the point between.
            for (pair, junction) in pairs {
                try partners.put(pair.own.number, 0, Self.bytes(pair.other, junction))
                try partners.put(pair.other.number, 0, Self.bytes(pair.own, junction?.reversed))
            }
        }
        return try RoadContinuations(try partners.inOrder())
    }

    /// The roads that end at one node.
    private struct Meeting {
        var ends: [End] = []
        /// Whether a road runs over it without ending there.
        var isCrossed = false
    }

    /// Reads the ends of roads, node by node.
    private struct MeetingReader {
        private let records: SortedRecords
        private var hasRecord: Bool

        init(_ records: SortedRecords) throws(MapCompileError) {
            self.records = records
            hasRecord = try records.advance()
        }

        /// The next node at which at least two roads end.
        mutating func next() throws(MapCompileError) -> Meeting? {
            var meeting = Meeting()
            while hasRecord {
                meeting.ends.removeAll(keepingCapacity: true)
                meeting.isCrossed = false
                let node = records.key
                while hasRecord, records.key == node {
                    if records.second < RoadEnds.passing {
                        meeting.ends.append(End(records.second, records.bytes))
                    } else {
                        meeting.isCrossed = true
                    }
                    hasRecord = try records.advance()
                }
                if meeting.ends.count > 1 { return meeting }
            }
            return nil
        }
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
    private static func pairs(_ meeting: Meeting) -> [Pair] {
        let isAlone = meeting.ends.count == 2 && !meeting.isCrossed
        let meeting = meeting.ends
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
        var found: [Pair] = []
        for pair in pairs where !isTaken[pair.one] && !isTaken[pair.other] {
            isTaken[pair.one] = true
            isTaken[pair.other] = true
            found.append(Pair(own: meeting[pair.one], other: meeting[pair.other]))
        }
        return found
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
