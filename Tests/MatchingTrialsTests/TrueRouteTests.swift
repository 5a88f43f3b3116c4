import Geodesy
import MatchingTrials
import Quantities
import Testing

/// Three nodes of a road to the east, 0.001 degrees (111 m) apart at the equator, and one north of the second node.
@Suite struct TrueRouteTests {
    private let west = Self.place(0, 0)
    private let middle = Self.place(0, 10_000)
    private let east = Self.place(0, 20_000)
    private let north = Self.place(10_000, 10_000)

    private static func place(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
        guard let place = Coordinate(latitudeE7: latitude, longitudeE7: longitude) else {
            preconditionFailure("a place near the equator")
        }
        return place
    }

    private var route: TrueRoute { TrueRoute([.init(west, middle), .init(middle, east)]) }

    @Test func aTextHasOneSegmentALine() throws {
        let route = try #require(TrueRoute(text: "0 0 10000 0\n10000 0 20000 0\n"))
        #expect(route.segments == self.route.segments)
        #expect(TrueRoute(text: "0 0 10000") == nil)
        #expect(TrueRoute(text: "0 0 10000 east") == nil)
    }

    @Test func whatIsMissedAndWhatIsAddedAreWholeSegments() {
        let length = west.distance(to: middle).value
        #expect(abs(route.length - 2 * length) < 0.01)
        let same = route.mismatch(of: [[east, middle, west]])
        #expect(same.missed == 0 && same.added == 0)
        let other = route.mismatch(of: [[west, middle, north]])
        #expect(abs(other.missed - length) < 0.01)
        #expect(abs(other.added - middle.distance(to: north).value) < 0.01)
        let none = route.mismatch(of: [])
        #expect(abs(none.missed - 2 * length) < 0.01 && none.added == 0)
    }

    @Test func aPlaceIsRightInTheDirectionOfTheRoute() {
        let place = Self.place(0, 15_000)
        #expect(route.isRight(place, on: [west, middle, east]))
        #expect(!route.isRight(place, on: [east, middle, west]))
        #expect(!route.isRight(Self.place(5_000, 10_000), on: [middle, north]))
    }

    /// Within 5 m of a node of the route any road there is right, but the route itself driven backwards is not.
    @Test func nearANodeEachRoadThereIsRight() {
        #expect(route.isRight(Self.place(400, 10_000), on: [middle, north]))
        #expect(!route.isRight(Self.place(500, 10_000), on: [middle, north]))
        #expect(!route.isRight(Self.place(0, 9_800), on: [middle, west]))
    }

    @Test func beyondALooseEndTheTruthIsUnknown() {
        #expect(route.reaches(Self.place(50, 10_000)))
        #expect(!route.reaches(Self.place(0, -50)))
        #expect(!route.reaches(Self.place(30, 20_050)))
        let gap = TrueRoute([.init(west, middle), .init(east, north)])
        #expect(!gap.reaches(Self.place(-30, 10_100)))
    }
}
