import Geodesy
public import Positioning
public import Quantities
public import RoadMap
import RoadMapWriter

/// A winding country road of any length that a car can follow without ever leaving its path, with a
/// track that leaves it every two kilometres, and a drive along it.
public struct LongRoad {
    /// The map, in memory.
    public let map: RoadMap
    private let points: [Coordinate]
    private let distances: [Double]

    /// The distance between two points of its shape, roughly.
    private static let step = 50.0
    /// How many points a link has.
    private static let pointsPerLink = 12

    /// A road of so many metres. It runs east in waves of two kilometres.
    public init(length: Metres) throws {
        guard let origin = Coordinate(latitude: 48, longitude: 2),
            let country = Country(
                numericCode: 250, drivingSide: .right, speedUnit: .kilometresPerHour)
        else { throw MapError.notAMap }
        var content = MapContent(country: country)
        var points: [Coordinate] = [origin]
        var distances = [0.0]
        while distances[distances.count - 1] < length.value {
            let count = Double(points.count)
            let frame = LocalFrame(around: points[points.count - 1])
            // The heading swings by a third of a right angle to either side.
            let heading = 0.5 * LongRoad.wave(count * LongRoad.step / 2000)
            let east = LongRoad.step * (1 - heading * heading / 2)
            guard
                let next = frame.unproject(
                    PlanarVector(x: east, y: LongRoad.step * heading))
            else { throw MapError.notAMap }
            let before = points[points.count - 1]
            distances.append(
                distances[distances.count - 1] + before.distance(to: next).value)
            points.append(next)
        }
        self.points = points
        self.distances = distances
        LongRoad.addLinks(along: points, to: &content)
        map = try RoadMap(source: MemoryBlockSource(content.encoded()))
    }

    /// A wave of period 1 without a sine: two parabolas.
    private static func wave(_ turns: Double) -> Double {
        let part = turns - turns.rounded(.down)
        let half = part < 0.5 ? part * 2 : part * 2 - 1
        let bow = 4 * half * (1 - half)
        return part < 0.5 ? bow : -bow
    }

    private static func addLinks(along points: [Coordinate], to content: inout MapContent) {
        var node = NewNode(id: 1, place: points[0])
        var nodeCount: Int64 = 1
        func newNode(at place: Coordinate) -> NewNode {
            nodeCount += 1
            return NewNode(id: nodeCount, place: place)
        }
        var start = 0
        var number = 0
        while start < points.count - 1 {
            number += 1
            if number % 4 == 1, let side = track(from: points[start]) {
                let end = newNode(at: side)
                content.links.append(
                    link(
                        number: content.links.count, from: node, to: end, [points[start], side],
                        roadClass: 6))
            }
            let last = min(start + pointsPerLink - 1, points.count - 1)
            let end = newNode(at: points[last])
            content.links.append(
                link(
                    number: content.links.count, from: node, to: end,
                    Array(points[start...last]), roadClass: 2))
            start = last
            node = end
        }
    }

    private static func track(from place: Coordinate) -> Coordinate? {
        LocalFrame(around: place).unproject(PlanarVector(x: 30, y: -150))
    }

    private static func link(
        number: Int, from: NewNode, to: NewNode, _ points: [Coordinate], roadClass: UInt64
    ) -> NewLink {
        var link = NewLink(
            way: Int64(number + 1), startNode: from, endNode: to, points: points, directions: .both)
        let whole = Centimetres(Int(UInt32.max))
        link.attributes = [
            Attribute(
                .functionalRoadClass, roadClass, provenance: .derived, from: .zero, to: whole),
            Attribute(
                .speedLimit,
                SpeedLimit.limited(UInt16(number % 5 + 7) * 10, .kilometresPerHour).attributeValue,
                provenance: .tagged, from: .zero, to: whole),
        ]
        let shape = Shape(points)
        // Roads are straight where they meet.
        var spots = [ProfileSpot(offset: .zero, value: 0)]
        for index in shape.points.indices.dropFirst().dropLast() {
            guard
                let curvature = threePointCurvature(
                    shape.points[index - 1], shape.points[index], shape.points[index + 1])
            else { continue }
            spots.append(
                ProfileSpot(
                    offset: shape.offset(at: index),
                    value: Int32((curvature.value * 1e5).rounded())))
        }
        spots.append(ProfileSpot(offset: shape.offset(at: shape.count - 1), value: 0))
        link.profiles = [NewProfile(.curvature, provenance: .derived, spots: spots)]
        return link
    }

    /// Fixes once a second at a steady speed, from beginning to end.
    public func fixes(speed: MetresPerSecond) -> [Fix] {
        var fixes: [Fix] = []
        var index = 0
        var along = 5.0
        while along < distances[distances.count - 1] - 50 {
            while distances[index + 1] < along { index += 1 }
            let start = points[index]
            let frame = LocalFrame(around: start)
            let span = distances[index + 1] - distances[index]
            let way = frame.project(points[index + 1])
            let place = frame.unproject(way * ((along - distances[index]) / span)) ?? start
            let second = Int64(fixes.count)
            fixes.append(
                Fix(
                    time: UTCTime(nanoseconds: (1_767_254_400 + second) * 1_000_000_000),
                    place: place, course: Shape([start, points[index + 1]]).bearing(at: .zero),
                    speed: speed,
                    accuracy: Metres(2)))
            along += speed.value
        }
        return fixes
    }
}
