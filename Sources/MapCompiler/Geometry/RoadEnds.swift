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
        /// From the end inwards.
        var line: [Coordinate]

        var isStart: Bool { number & 1 == 0 }
    }

    private let space: SortingSpace
    private let ends: RecordSorter

    /// The road goes on where it turns by no more than this, radians.
    private static let farthestTurn = 0.8
    /// So much where there is no other way to go.
    private static let farthestTurnAlone = 1.6

    /// No roads yet.
    init(in space: SortingSpace) {
        self.space = space
        ends = RecordSorter(in: space)
    }

    /// Takes a road with its points, some of which may have no place.
    func add(
        _ road: Int,
        _ directions: DirectionSet,
        _ points: [RoadPoint]
    ) throws(MapCompileError) {
        guard let first = points.first, let last = points.last else { return }
        let number = UInt64(road) << 1
        try ends.put(first.id.sortingKey, number, Self.bytes(directions, Self.line(points)))
        let back = Self.line(points.reversed())
        try ends.put(last.id.sortingKey, number | 1, Self.bytes(directions, back))
    }

    /// What each road goes on in, when all are there.
    func joined() throws(MapCompileError) -> RoadContinuations {
        let ends = try ends.inOrder()
        let partners = RecordSorter(in: space)
        var meeting: [End] = []
        var node: UInt64?
        while try ends.advance() {
            if ends.key != node {
                try Self.pair(meeting, into: partners)
                meeting.removeAll(keepingCapacity: true)
                node = ends.key
            }
            var bytes = ends.bytes
            let directions = DirectionSet(rawValue: bytes.u8())
            meeting.append(
                End(number: ends.second, directions: directions, line: bytes.line()))
        }
        try Self.pair(meeting, into: partners)
        return try RoadContinuations(try partners.inOrder())
    }

    private static func bytes(_ directions: DirectionSet, _ line: [Coordinate]) -> [UInt8] {
        var bytes = ByteWriter()
        bytes.u8(directions.rawValue)
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
    private static func pair(
        _ meeting: [End],
        into partners: RecordSorter
    ) throws(MapCompileError) {
        let farthest = meeting.count == 2 ? farthestTurnAlone : farthestTurn
        var pairs: [(turn: Double, one: Int, other: Int)] = []
        for (one, end) in meeting.enumerated() {
            for (other, next) in meeting.enumerated().dropFirst(one + 1) {
                guard end.line.count > 1, next.line.count > 1, end.line[0] == next.line[0],
                    canBeDriven(end, next)
                else { continue }
                let turn = turn(end.line, next.line)
                if turn <= farthest { pairs.append((turn, one, other)) }
            }
        }
        pairs.sort { ($0.turn, $0.one, $0.other) < ($1.turn, $1.one, $1.other) }
        var isTaken = [Bool](repeating: false, count: meeting.count)
        for pair in pairs where !isTaken[pair.one] && !isTaken[pair.other] {
            isTaken[pair.one] = true
            isTaken[pair.other] = true
            for (own, other) in [(pair.one, pair.other), (pair.other, pair.one)] {
                var bytes = ByteWriter()
                bytes.line(meeting[other].line)
                try partners.put(meeting[own].number, 0, bytes.bytes)
            }
        }
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

/// The lines that a road goes on in, empty where it ends or turns.
struct RoadContinuation {
    /// The line that leads to the road's first point, which is its last.
    var before: [Coordinate] = []
    /// The line that leads on from the road's last point, which is its first.
    var after: [Coordinate] = []
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
                let line = bytes.line()
                if records.key & 1 == 0 {
                    found.before = line.reversed()
                } else {
                    found.after = line
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
