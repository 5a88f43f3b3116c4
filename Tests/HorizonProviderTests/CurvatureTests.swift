import ADASISv2
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@Suite("Curvature and slope with their accuracy, frame by frame") struct CurvatureTests {
    private func profile(_ kind: ProfileKind, _ spots: [(Int, Int32)]) -> NewProfile {
        NewProfile(
            kind, provenance: .derived,
            spots: spots.map { ProfileSpot(offset: Centimetres($0.0 * 100), value: $0.1) })
    }

    /// The messages of a type as (offset, value, distance, second value, accuracy).
    private func pieces(
        _ type: ShortProfileType, _ bench: inout Bench, _ way: (Character, Character) = ("A", "B")
    ) throws -> [[Int]] {
        try bench.drive(way.0, way.1, 0).compactMap { message in
            guard case .profileShort(let message) = message, message.profileType == type else {
                return nil
            }
            return [
                Int(message.offset.raw), Int(message.value0.raw), Int(message.distance1.raw),
                Int(message.value1.raw), Int(message.accuracy.raw),
            ]
        }
    }

    private func code(_ curvature: Double) -> Int {
        Int(ProfileValueCode(curvature: PerMetre(curvature)).raw)
    }

    @Test("Where the path turns off, the turn is an arc of 10 m, and no map says how exact that is")
    func turn() throws {
        let straight = profile(.curvature, [(0, 0), (100, 0)])
        let error = profile(.curvatureError, [(0, 10), (100, 10)])
        var bench = Bench(
            try MapSketch(
                """
                A-B
                  |
                  C
                """, gridMetres: 50,
                roads: ["AB", "BC"].map { .init($0, profiles: [straight, error]) }))
        // A quarter of a turn to the right within 10 m: 90° ÷ 10 m.
        let arc = code(Double.pi / 2 / 10)
        let level = code(0)
        #expect(
            try pieces(.curvature, &bench) == [
                [0, level, 100, level, 2], [100, level, 1, arc, 2], [101, arc, 9, arc, 2],
                [110, arc, 1, level, 2], [111, level, 89, level, 2],
            ])
        // The other way it is one to the left.
        let left = code(-Double.pi / 2 / 10)
        var back = Bench(bench.sketch)
        #expect(try pieces(.curvature, &back, ("C", "B"))[2] == [101, left, 9, left, 2])
    }

    @Test("Curvature that jumps where links meet does so within a metre")
    func jump() throws {
        var bench = Bench(
            try MapSketch(
                "A-B-C", gridMetres: 50,
                roads: [
                    .init("AB", profiles: [profile(.curvature, [(0, 500), (100, 500)])]),
                    .init("BC", profiles: [profile(.curvature, [(0, -80), (100, -80)])]),
                ]))
        let (first, second) = (code(0.005), code(-0.0008))
        #expect(
            try pieces(.curvature, &bench) == [
                [0, first, 100, first, 3], [100, first, 1, second, 3],
                [101, second, 99, second, 3],
            ])
    }

    @Test(
        "Accuracy of curvature is the error's share of it, of slope the error itself",
        arguments: [(40, 0), (80, 1), (200, 2), (nil, 3)] as [(Int32?, Int)])
    func accuracy(error: Int32?, accuracy: Int) throws {
        var profiles = [
            profile(.curvature, [(0, 1000), (200, 1000)]), profile(.slope, [(0, 300), (200, 300)]),
        ]
        if let error {
            profiles.append(profile(.curvatureError, [(0, error), (200, error)]))
            profiles.append(profile(.slopeError, [(0, error), (200, error)]))
        }
        let sketch = try MapSketch(
            "A-B", gridMetres: 100, roads: [.init("AB", profiles: profiles)])
        var bench = Bench(sketch)
        let curvature = code(0.01)
        #expect(
            try pieces(.curvature, &bench) == [[0, curvature, 200, curvature, accuracy]])
        bench = Bench(sketch)
        let slope = Int(ProfileValueCode(slopePercent: 3).raw)
        #expect(try pieces(.slopeLinear, &bench) == [[0, slope, 200, slope, accuracy]])
    }

    @Test("A piece is no more exact than its worst place, at its ends or between them")
    func worstPlace() throws {
        let errors = [(0, Int32(20)), (60, 20), (100, 300), (140, 20), (200, 20)]
        var bench = Bench(
            try MapSketch(
                "A-B", gridMetres: 100,
                roads: [
                    .init(
                        "AB",
                        profiles: [
                            profile(.curvature, [(0, 1000), (200, 1000)]),
                            profile(.curvatureError, errors),
                        ])
                ]))
        let curvature = code(0.01)
        #expect(try pieces(.curvature, &bench) == [[0, curvature, 200, curvature, 2]])
    }
    @Test("A bend that becomes one to the other side is told as inexactly as its straight place")
    func throughZero() throws {
        func pieces(_ first: Int32, _ last: Int32, _ error: Int32?) throws -> [[Int]] {
            var profiles = [profile(.curvature, [(0, first), (200, last)])]
            if let error { profiles.append(profile(.curvatureError, [(0, error), (200, error)])) }
            var bench = Bench(
                try MapSketch("A-B", gridMetres: 100, roads: [.init("AB", profiles: profiles)]))
            return try self.pieces(.curvature, &bench)
        }
        let (left, right) = (code(-0.01), code(0.01))
        #expect(try pieces(1000, 1000, 10) == [[0, right, 200, right, 0]])
        #expect(try pieces(-1000, 1000, 10) == [[0, left, 200, right, 2]])
        #expect(try pieces(1000, -1000, 10) == [[0, right, 200, left, 2]])
        #expect(try pieces(-1000, 1000, nil) == [[0, left, 200, right, 3]])
        // The error of a slope is none of its share.
        var bench = Bench(
            try MapSketch(
                "A-B", gridMetres: 100,
                roads: [
                    .init(
                        "AB",
                        profiles: [
                            profile(.slope, [(0, -300), (200, 300)]),
                            profile(.slopeError, [(0, 40), (200, 40)]),
                        ])
                ]))
        let slopes = [-3.0, 3].map { Int(ProfileValueCode(slopePercent: $0).raw) }
        #expect(
            try self.pieces(.slopeLinear, &bench) == [[0, slopes[0], 200, slopes[1], 0]])
    }
}
