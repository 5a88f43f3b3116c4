import Geodesy
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@Suite("The heading along a link")
struct LinkHeadingTests {
    /// A map with one link: points in metres east and north, and its curvature in 10⁻⁵ 1/m, if known.
    private func heading(
        _ points: [PlanarVector], curvature: [(offset: Double, value: Int32)]
    ) throws -> (heading: LinkHeading, shape: Shape) {
        let origin = try #require(Coordinate(latitude: 42.5, longitude: 1.5))
        let frame = LocalFrame(around: origin)
        let places = points.compactMap { frame.unproject($0) }
        var content = MapContent(
            country: try #require(
                Country(numericCode: 20, drivingSide: .right, speedUnit: .kilometresPerHour)))
        var link = NewLink(
            way: 1, startNode: NewNode(id: 1, place: places[0]),
            endNode: NewNode(id: 2, place: places[places.count - 1]), points: places,
            directions: .both)
        if !curvature.isEmpty {
            link.profiles = [
                NewProfile(
                    .curvature, provenance: .derived,
                    spots: curvature.map {
                        ProfileSpot(offset: Centimetres(Int($0.offset * 100)), value: $0.value)
                    })
            ]
        }
        content.links = [link]
        let map = try RoadMap(source: MemoryBlockSource(try content.encoded()))
        let read = try map.link(LinkReference(block: 0, index: 0))
        var shape = Shape()
        try map.appendShape(of: read, to: &shape)
        return (try LinkHeading(of: read, in: map), shape)
    }

    /// How far two headings are apart, degrees.
    private func turn(_ one: Degrees, _ other: Double) -> Double {
        let difference = (one.value - other + 540).truncatingRemainder(dividingBy: 360) - 180
        return abs(difference)
    }

    /// A bend of 200 m to the right, from north on.
    private func bend(at angle: Double) -> PlanarVector {
        let (sine, cosine) = sineAndCosine(angle)
        return PlanarVector(x: 200 * (1 - cosine), y: 200 * sine)
    }

    @Test func `It turns with the road where the drawn chords jump`() throws {
        // Chords of 20 to 60 metres.
        let angles = [0, 0.15, 0.45, 0.55, 0.85, 1.0, 1.2, 1.5]
        let (heading, shape) = try heading(
            angles.map(bend), curvature: [(0, 500), (299, 500)])
        var worst = (fitted: 0.0, drawn: 0.0)
        for (index, angle) in angles.enumerated().dropLast() {
            for part in 0..<4 {
                let share = Double(part) / 4
                let truth = angle + (angles[index + 1] - angle) * share
                let span = shape.distances[index + 1] - shape.distances[index]
                let along = shape.distances[index] + span * share
                let found = heading.at(Centimetres(Int(along * 100)))
                worst.fitted = max(worst.fitted, turn(found, truth * degreesPerRadian))
                let drawn = shape.bearing(at: Metres(along))
                worst.drawn = max(worst.drawn, turn(drawn, truth * degreesPerRadian))
            }
        }
        #expect(worst.fitted < 0.5)
        #expect(worst.drawn > 5)
    }

    @Test func `A straight with a mapper's error points one way`() throws {
        let points = [(0.0, 0.0), (0.8, 20), (-0.7, 45), (0.9, 60), (0, 85), (0.2, 120)].map {
            PlanarVector(x: $0.0, y: $0.1)
        }
        let (heading, shape) = try heading(points, curvature: [(0, 0), (119, 0)])
        for metre in 0...120 {
            #expect(turn(heading.at(Centimetres(metre * 100)), 0) < 1.5)
        }
        #expect(turn(shape.bearing(at: Metres(50)), 0) > 5)
    }

    @Test func `Without curvature it is that of the chord`() throws {
        let angles = [0, 0.3, 0.9, 1.5]
        let (heading, shape) = try heading(angles.map(bend), curvature: [])
        for metre in stride(from: 0, through: 290, by: 10) {
            let drawn = shape.bearing(at: Metres(Double(metre)))
            #expect(turn(heading.at(Centimetres(metre * 100)), drawn.value) < 0.01)
        }
        #expect(heading.places.count == 2)
    }
}
