import Geodesy
import MapMatching
import Quantities
import RoadMap
import Routing
@testable import Supervision
import Testing

@Suite struct RoadWatchTests {
    private func at(_ seconds: Int64) -> MonotonicTime { .zero + .milliseconds(seconds * 1000) }

    @Test func offTheRoadIsALineAndBackIsOne() throws {
        var watch = RoadWatch()
        #expect(watch.note(.notCalibrated, at: at(0)) == nil)
        #expect(watch.note(.offRoad(.unmapped), at: at(1)) == nil)
        #expect(watch.note(.offRoad(.unmapped), at: at(5)) == nil)
        #expect(
            watch.note(.offRoad(.unmapped), at: at(6))
                == "position: on no road for 5 s: the map has none there")
        #expect(watch.note(.offRoad(.unmapped), at: at(60)) == nil)
        // Off the map it stays off the road.
        #expect(watch.note(.noMap, at: at(70)) == nil)
        #expect(watch.note(.offRoad(.unmapped), at: at(80)) == nil)
        #expect(
            watch.note(.onRoad(try place), at: at(91)) == "position: on a road again, after 90 s")
        #expect(watch.note(.onRoad(try place), at: at(92)) == nil)
    }

    /// For the ring buffer: a car that starts beside the roads, or is in a car park, has not left them.
    @Test func leavingTheRoadsIsAFault() throws {
        var watch = RoadWatch()
        for second in Int64(0)..<10 { _ = watch.note(.offRoad(.unmapped), at: at(second)) }
        #expect(!watch.hasLeftRoads)
        _ = watch.note(.onRoad(try place), at: at(10))
        for second in Int64(11)..<16 { _ = watch.note(.offRoad(.unmapped), at: at(second)) }
        #expect(!watch.hasLeftRoads)
        _ = watch.note(.offRoad(.unmapped), at: at(16))
        #expect(watch.hasLeftRoads)
        _ = watch.note(.onRoad(try place), at: at(20))
        #expect(!watch.hasLeftRoads)
        for second in Int64(21)..<40 { _ = watch.note(.offRoad(.carPark), at: at(second)) }
        #expect(!watch.hasLeftRoads)
    }

    /// A car park beside the road, or a gap in the map.
    @Test func aShortWhileIsNone() throws {
        var watch = RoadWatch()
        for start in stride(from: Int64(0), to: 100, by: 5) {
            for second in Int64(0)..<4 {
                #expect(watch.note(.offRoad(.unmapped), at: at(start + second)) == nil)
            }
            #expect(watch.note(.onRoad(try place), at: at(start + 4)) == nil)
        }
        // Time without a match does not count.
        #expect(watch.note(.offRoad(.unmapped), at: at(200)) == nil)
        #expect(watch.note(.notCalibrated, at: at(203)) == nil)
        #expect(watch.note(.offRoad(.unmapped), at: at(204)) == nil)
        #expect(watch.note(.offRoad(.unmapped), at: at(208)) == nil)
    }

    private var place: MatchedPlace {
        get throws {
            let link = DirectedLink(LinkReference(block: 0, index: 0), .forward)
            return MatchedPlace(
                place: LinkPlace(link, offset: .zero),
                coordinate: try #require(Coordinate(latitude: 42.5, longitude: 1.5)),
                relativeHeading: nil, probability: 1)
        }
    }
}
