import Geodesy
import Quantities
import Testing

@Suite struct LocalFrameTests {
    @Test func distanceAgreesWithKnownGeodesics() throws {
        // Reference values by GeographicLib (Karney 2013) on WGS 84.
        let a = try #require(Coordinate(latitude: 42.5063, longitude: 1.5218))
        let b = try #require(Coordinate(latitude: 42.5425, longitude: 1.7333))
        #expect(abs(a.distance(to: b).value - 17_837.4995) < 0.02)
        let equator = try #require(Coordinate(latitude: 0, longitude: 0))
        let east = try #require(Coordinate(latitude: 0, longitude: 0.01))
        #expect(abs(equator.distance(to: east).value - 1113.1949) < 0.001)
        let north = try #require(Coordinate(latitude: 0.01, longitude: 0))
        #expect(abs(equator.distance(to: north).value - 1105.7427) < 0.001)
    }

    @Test func frameGoesAcrossTheDateLine() throws {
        let west = try #require(Coordinate(latitude: 10, longitude: 179.999))
        let east = try #require(Coordinate(latitude: 10, longitude: -179.999))
        let x = LocalFrame(around: west).project(east).x
        #expect(x > 0 && x < 250)
        let back = try #require(LocalFrame(around: west).unproject(PlanarVector(x: x, y: 0)))
        #expect(back == east)
    }

    @Test(arguments: [(10.0, 0.0, 90.0), (0, 10, 0), (-5, -5, 225), (0, -3, 180), (-1, 0, 270)])
    func bearing(x: Double, y: Double, expected: Double) {
        #expect(abs(PlanarVector(x: x, y: y).bearing.value - expected) < 1e-9)
    }

    @Test func coordinatesThatAreNoPlaceAreRefused() {
        #expect(Coordinate(latitude: 90.1, longitude: 0) == nil)
        #expect(Coordinate(latitude: .nan, longitude: 0) == nil)
        #expect(Coordinate(latitude: 0, longitude: .infinity) == nil)
        #expect(Coordinate(latitudeE7: .max, longitudeE7: 0) == nil)
    }
}

@Suite struct CurvatureTests {
    @Test(arguments: [10.0, 50, 250, 2000], [true, false])
    func circleOfKnownRadius(radius: Double, right: Bool) throws {
        // North along x = 0, bending right around (radius, 0) or left around (-radius, 0).
        let centre = right ? radius : -radius
        let origin = try #require(Coordinate(latitude: 48, longitude: 9))
        let frame = LocalFrame(around: origin)
        func place(_ angle: Double) throws -> Coordinate {
            let (sine, cosine) = sineAndCosine(angle)
            return try #require(
                frame.unproject(PlanarVector(x: centre * (1 - cosine), y: radius * sine))
            )
        }
        let curvature = try #require(
            threePointCurvature(try place(-0.3), try place(0), try place(0.25))
        )
        #expect(abs(curvature.value * radius - (right ? 1 : -1)) < 0.01)
    }

    @Test func coincidentPlacesHaveNoCurvature() throws {
        let a = try #require(Coordinate(latitude: 48, longitude: 9))
        let b = try #require(Coordinate(latitude: 48.1, longitude: 9))
        #expect(threePointCurvature(a, a, b) == nil)
    }
}
