import Foundation
import Testing

/// What `ehorizon match` says of places off the road.
@Suite struct MatchTests {
    /// A quay, a ferry from it to the east that takes cars, and a car park beside the quay.
    private static let map = """
        <osm version='0.6'>
        <node id='1' lat='55.0' lon='10.000'/><node id='2' lat='55.0' lon='10.010'/>
        <node id='3' lat='55.0' lon='10.060'/><node id='4' lat='55.001' lon='10.010'/>
        <way id='10'><nd ref='1'/><nd ref='2'/><tag k='highway' v='residential'/></way>
        <way id='11'><nd ref='2'/><nd ref='3'/><tag k='route' v='ferry'/>
        <tag k='motor_vehicle' v='yes'/></way>
        <way id='12'><nd ref='2'/><nd ref='4'/><tag k='highway' v='service'/>
        <tag k='service' v='parking_aisle'/></way>
        </osm>
        """

    /// The states of the rows, each once for as long as it lasts.
    private func states(_ drive: [(latitude: Double, longitude: Double)], _ flags: String...) throws
        -> (states: [Substring], said: String)
    {
        let scratch = try Scratch()
        let osm = try scratch.file("quay.osm", Self.map)
        let built = try ehorizon(
            "map", "build", "--osm", osm, "--country", "DK", "--output", scratch["quay.ehmap"])
        #expect(built.status == 0, "\(built.words)")
        var rows = "time,latitude,longitude\n"
        for (second, place) in drive.enumerated() {
            rows += "\(second),\(place.latitude),\(place.longitude)\n"
        }
        let input = try scratch.file("drive.csv", rows)
        let done = try ehorizon(
            [
                "match", "--map", scratch["quay.ehmap"], "--input", input, "--output", "-",
            ] + flags)
        #expect(done.status == 0, "\(done.words)")
        let found = done.lines.dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)[3]
        }
        return (
            found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] },
            done.words
        )
    }

    /// A place a second.
    private func line(
        from latitude: Double, _ longitude: Double, north: Double, east: Double, count: Int
    ) -> [(latitude: Double, longitude: Double)] {
        (0..<count).map { second in
            (latitude + north * Double(second), longitude + east * Double(second))
        }
    }

    /// Along the quay at 10 m/s.
    private var quay: [(latitude: Double, longitude: Double)] {
        line(from: 55, 10.002, north: 0, east: 0.000157, count: 50)
    }

    /// On board and away.
    private var crossing: [(latitude: Double, longitude: Double)] {
        quay + line(from: 55.0003, 10.0115, north: 0, east: 0.000157, count: 60)
    }

    @Test func aFerryIsOffRoad() throws {
        let (states, said) = try states(crossing)
        #expect(states == ["not-calibrated", "on-road", "off-road"])
        #expect(said.contains(" on a ferry)"))
    }

    @Test func inDetailItIsAFerry() throws {
        #expect(
            try states(crossing, "--detailed-states").states
                == ["not-calibrated", "on-road", "ferry"])
    }

    @Test func inDetailAnAisleIsACarPark() throws {
        let drive = quay + line(from: 55.00009, 10.01, north: 0.00009, east: 0, count: 9)
        #expect(
            try states(drive, "--detailed-states").states
                == ["not-calibrated", "on-road", "car-park"])
        #expect(try states(drive).states == ["not-calibrated", "on-road"])
    }
}
