import Geodesy
import RecordSorting
import RoadMap
import RoadMapWriter
import RoadShape
import WorkSharing

/// The ends of roads, and the other road that continues each of them. The curvature at the ends of
/// a way needs them. It keeps only the few points at the ends of a road, and these in sorters.
///
/// Mappers cut roads into ways at places that mean little to a driver. So a way that turns off at a
/// junction ends there on both sides. It continues itself only if no other road does. A way that
/// ends at its own start continues itself if it is straight there.
struct RoadEnds {
    private struct End {
        /// ``RoadEnds/number(_:_:isStart:)``.
        var number: UInt64
        var directions: DirectionSet
        var isOnStructure: Bool
        /// From the end inwards.
        var line: [Coordinate]

        var isStart: Bool { number & 1 == 0 }
        var road: UInt64 { number >> 32 }

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

    /// An end of a road and the end of the road that continues it.
    private struct Pair {
        var own: End
        var other: End
    }

    private let space: SortingSpace
    private let ends: RecordSorter

    /// A road continues another one if the turn is at most this, radians, or if there is no other
    /// road.
    private static let farthestTurn = 0.8
    private static let leastCosine = sineAndCosine(farthestTurn).cosine
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
        guard let first = points.first?.id, let last = points.last?.id else { return }
        let flags = record.directions.rawValue | (record.attributes.isOnStructure ? 4 : 0)
        func put(_ position: Int, isStart: Bool) throws(MapCompileError) {
            let line =
                isStart
                ? Self.line(points[position...]) : Self.line(points[...position].reversed())
            // If the input does not have the next node, there is no road.
            guard line.count > 1 else { return }
            try ends.put(
                points[position].id.sortingKey, Self.number(road, position, isStart: isStart),
                Self.bytes(flags, line))
        }
        try put(0, isStart: true)
        try put(points.count - 1, isStart: false)
        for (position, point) in points.enumerated().dropFirst().dropLast() where point.isJunction {
            if point.id == first || point.id == last
                || Self.turnsOff(points[position - 1], point, points[position + 1])
            {
                try put(position, isStart: true)
                try put(position, isStart: false)
            } else {
                let passing = Self.passing | UInt64(road) << 31 | UInt64(position)
                try ends.put(point.id.sortingKey, passing)
            }
        }
    }

    /// The number of an end of a road or of a part of it: the road's, the position of its node in the
    /// road, and whether the road starts or ends there.
    private static func number(_ road: Int, _ position: Int, isStart: Bool) -> UInt64 {
        UInt64(road) << 32 | UInt64(position) << 1 | (isStart ? 0 : 1)
    }

    /// Whether a road turns so far at a point that another road may continue it.
    private static func turnsOff(_ before: RoadPoint, _ at: RoadPoint, _ after: RoadPoint) -> Bool {
        guard let before = before.place, let at = at.place, let after = after.place,
            before != at, at != after
        else { return false }
        let frame = LocalFrame(around: at)
        let back = frame.project(before)
        let on = frame.project(after)
        return -back.dot(on) < leastCosine * (back.lengthSquared * on.lengthSquared).squareRoot()
    }

    /// The continuation of each road, after all roads were added.
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
            // Both ends of a pair receive their continuation and the curvature of the point between
            // them.
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
                var count = 0
                while hasRecord, records.key == node {
                    if records.second < RoadEnds.passing {
                        count += 1
                        meeting.ends.append(End(records.second, records.bytes))
                    } else {
                        count += 2
                        meeting.isCrossed = true
                    }
                    // Each end is compared with each, so the writer's limit holds here already.
                    guard count <= MapFormat.maximumLinksAtNode else {
                        throw .content(.tooManyLinks(node: Int64(sortingKey: node)))
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

    /// A road that continues itself comes first, then the straightest pair, each end once. Ends
    /// come in the order of their numbers.
    private static func pairs(_ meeting: Meeting) -> [Pair] {
        let isAlone = meeting.ends.count == 2 && !meeting.isCrossed
        let meeting = meeting.ends
        var pairs: [(turn: Double, one: Int, other: Int)] = []
        for (one, end) in meeting.enumerated() {
            for (other, next) in meeting.enumerated().dropFirst(one + 1) {
                guard end.line[0] == next.line[0], isAlone || canBeDriven(end, next) else {
                    continue
                }
                let turn = turn(end.line, next.line)
                guard isAlone || turn <= farthestTurn else { continue }
                let isItself = end.road == next.road && end.isStart != next.isStart
                pairs.append((isItself ? turn - .pi : turn, one, other))
            }
        }
        pairs.sort { ($0.turn, $0.one, $0.other) < ($1.turn, $1.one, $1.other) }
        var isTaken = [Bool](repeating: false, count: meeting.count)
        var found: [Pair] = []
        for pair in pairs where !isTaken[pair.one] && !isTaken[pair.other] {
            isTaken[pair.one] = true
            isTaken[pair.other] = true
            // The two sides of one node in a road always meet.
            guard meeting[pair.one].number >> 1 != meeting[pair.other].number >> 1 else { continue }
            found.append(Pair(own: meeting[pair.one], other: meeting[pair.other]))
        }
        return found
    }

    /// The continuation of an end, and the curvature towards it.
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

    /// The turn from one end's road into the other's, radians.
    private static func turn(_ one: [Coordinate], _ other: [Coordinate]) -> Double {
        let into = one[1].vector(to: one[0])
        let out = other[0].vector(to: other[1])
        return abs(arcTangent(into.cross(out), into.dot(out)))
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
    mutating func f64() -> Double {
        let low = UInt64(UInt32(bitPattern: i32()))
        return Double(bitPattern: low | UInt64(UInt32(bitPattern: i32())) << 32)
    }

    /// The line that ``ByteWriter`` wrote.
    mutating func line() -> [Coordinate] {
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
