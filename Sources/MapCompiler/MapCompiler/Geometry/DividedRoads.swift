import Geodesy
import RecordSorting
import RoadMap
import RoadMapWriter

/// Finds the carriageways of divided roads. Such a road is open in one direction only. Beside it,
/// on the side of the oncoming traffic, is a road of the same name or number that is driven in the
/// opposite direction. Roads wait in a sorter, so that only the roads of one name are in memory at
/// once.
struct DividedRoads {
    fileprivate struct Carriageway {
        let way: UInt64
        let identity: [UInt8]
        /// In driving direction.
        let line: [Coordinate]
        let box: BoundingBox
        /// Its junctions, as places in its line and nodes.
        let junctions: [(place: Int, node: Int64)]
    }

    private let space: SortingSpace
    private let found: RecordSorter
    /// The sign of the vector product that points to the oncoming traffic.
    private let side: Double

    /// The widest gap between two carriageways' middles, metres: two lanes and a shoulder on each side and
    /// the broadest median of town planning manuals, 20 m.
    static let widest = 40.0
    /// The narrowest: lines that are closer are one road drawn twice.
    private static let narrowest = 3.0
    /// The cosine of the largest angle between them, 30°.
    private static let leastCosine = 0.866
    /// The fraction of a road that must have the other one beside it.
    private static let leastShare = 0.5
    /// The distance between checked places, metres.
    private static let step = 20.0

    /// No roads yet, in a country.
    init(drivingSide: DrivingSide, in space: SortingSpace) {
        self.space = space
        found = RecordSorter(in: space)
        side = drivingSide == .right ? 1 : -1
    }

    /// Takes a road with its points, some of which may have no place.
    func add(_ way: Int64, _ road: RoadRecord, _ points: [RoadPoint]) throws(MapCompileError) {
        guard road.directions == .forward || road.directions == .backward,
            !road.attributes.contains(where: { $0.kind == .dividedRoad }),
            road.attributes.allSatisfy({ $0.kind != .formOfWay }),
            let name = road.texts.first(where: { $0.kind == .name || $0.kind == .reference })
        else { return }
        var line: [Coordinate] = []
        var junctions: [(place: Int, node: Int64)] = []
        for point in points {
            if let place = point.place, place != line.last { line.append(place) }
            if point.isJunction, point.place != nil { junctions.append((line.count - 1, point.id)) }
        }
        guard line.count >= 2 else { return }
        if road.directions == .backward {
            line.reverse()
            for index in junctions.indices {
                junctions[index].place = line.count - 1 - junctions[index].place
            }
        }
        let identity = Array(name.text.utf8)
        var bytes = ByteWriter()
        bytes.varint(UInt64(identity.count))
        bytes.bytes(identity)
        bytes.varint(UInt64(line.count))
        for place in line {
            bytes.u32(UInt32(bitPattern: place.latitudeE7))
            bytes.u32(UInt32(bitPattern: place.longitudeE7))
        }
        bytes.varint(UInt64(junctions.count))
        for junction in junctions {
            bytes.varint(UInt64(junction.place))
            bytes.zigzag(junction.node)
        }
        // FNV-1a (Fowler, Noll and Vo 1991): the code below distinguishes names that share a
        // number.
        let number = identity.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        try found.put(number, way.sortingKey, bytes.bytes)
    }

    /// The roads that are carriageways, in the order of their ids, and the junctions on them.
    func ways() throws(MapCompileError) -> (ways: [Int64], junctions: Carriageways) {
        let found = try found.inOrder()
        var group: [Carriageway] = []
        var key: UInt64?
        var ways: [Int64] = []
        var junctions: [Carriageways.Junction] = []
        func take(_ group: [Carriageway]) {
            for carriageway in carriageways(of: group) {
                ways.append(Int64(sortingKey: carriageway.way))
                junctions += carriageway.junctionHeadings(name: key ?? 0)
            }
        }
        while try found.advance() {
            if found.key != key {
                take(group)
                group.removeAll(keepingCapacity: true)
                key = found.key
            }
            var bytes = found.bytes
            let identity = Array(bytes.slice())
            var box = BoundingBox.empty
            var line: [Coordinate] = []
            for _ in 0..<bytes.varint() {
                let latitude = bytes.i32()
                let place = Coordinate(latitudeE7: latitude, longitudeE7: bytes.i32())
                guard let place else { continue }
                line.append(place)
                box.grow(toHold: place)
            }
            let junctions = (0..<bytes.varint()).map { _ in
                let place = Int(bytes.varint())
                return (place: place, node: bytes.zigzag())
            }
            group.append(
                Carriageway(
                    way: found.second, identity: identity, line: line, box: box,
                    junctions: junctions))
        }
        take(group)
        return (ways.sorted(), Carriageways(junctions))
    }

    private func carriageways(of group: [Carriageway]) -> [Carriageway] {
        group.indices.filter { index in
            let own = group[index]
            // 0.0006° are 67 m of latitude, and as much of longitude up to 52°.
            let box = BoundingBox(
                southE7: own.box.southE7 - 6000, westE7: own.box.westE7 - 12000,
                northE7: own.box.northE7 + 6000, eastE7: own.box.eastE7 + 12000)
            let others = group.indices.filter {
                $0 != index && group[$0].identity == own.identity && group[$0].box.intersects(box)
            }
            return !others.isEmpty && isDivided(own.line, others.map { group[$0].line })
        }.map { group[$0] }
    }

    /// Whether most of a line has one of the others beside it.
    private func isDivided(_ line: [Coordinate], _ others: [[Coordinate]]) -> Bool {
        var looked = 0
        var divided = 0
        for (start, end) in zip(line, line.dropFirst()) {
            let frame = LocalFrame(around: start)
            let along = frame.project(end)
            let length = along.length
            guard length > 0 else { continue }
            let projected = others.map { $0.map { frame.project($0) } }
            let count = max(1, Int(length / Self.step))
            for place in 0..<count {
                let middle = along * ((Double(place) + 0.5) / Double(count))
                looked += 1
                if projected.contains(where: { isBeside($0, middle, along * (1 / length)) }) {
                    divided += 1
                }
            }
        }
        return Double(divided) >= Self.leastShare * Double(looked) && looked > 0
    }

    private func isBeside(
        _ other: [PlanarVector], _ place: PlanarVector, _ direction: PlanarVector
    ) -> Bool {
        zip(other, other.dropFirst()).contains { from, to in
            let along = to - from
            let length = along.length
            guard length > 0, along.dot(direction) < -Self.leastCosine * length else {
                return false
            }
            let share = (place - from).dot(along) / (length * length)
            guard share >= 0, share <= 1 else { return false }
            let across = from + along * share - place
            return across.length >= Self.narrowest && across.length <= Self.widest
                && direction.cross(across) * side > 0
        }
    }
}

extension DividedRoads.Carriageway {
    /// Its junctions with the directions in which it is driven there.
    fileprivate func junctionHeadings(name: UInt64) -> [Carriageways.Junction] {
        junctions.compactMap { junction in
            let before = line[max(junction.place - 1, 0)]
            let after = line[min(junction.place + 1, line.count - 1)]
            let vector = before.vector(to: after)
            guard vector.length > 0 else { return nil }
            return Carriageways.Junction(
                node: junction.node, way: Int64(sortingKey: way), name: name,
                heading: vector * (1 / vector.length))
        }
    }
}
