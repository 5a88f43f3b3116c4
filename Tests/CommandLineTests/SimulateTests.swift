import Foundation
import Testing

@Suite("ehorizon simulate")
struct SimulateTests {
    private static let start = "53.53763,13.26155"
    private static let end = "53.55,13.27"

    private func simulate(
        map: String? = nil, from: String = start, to: String = end, _ flags: String...
    ) throws -> Outcome {
        let arguments = [
            "simulate", "--map", try map ?? Sample.map, "--from", from, "--to", to, "--output", "-",
        ]
        return try ChildProcess(Programs.tool, arguments + flags).wait()
    }

    @Test func theSameSeedGivesTheSameBytes() throws {
        let one = try simulate("--seed", "7", "--noise", "5")
        let same = try simulate("--seed", "7", "--noise", "5")
        let other = try simulate("--seed", "8", "--noise", "5")
        let perfect = try simulate("--seed", "7")
        #expect(one.status == 0, "\(one)")
        #expect(one.text == same.text)
        #expect(one.text != other.text)
        #expect(one.text != perfect.text)
        // Noise moves the places, not the drive.
        #expect(one.lines.count == other.lines.count)
    }

    @Test func itsSentencesAreReadWithoutAComplaint() throws {
        let scratch = try Scratch()
        let outcome = try simulate("--noise", "5")
        let drive = try scratch.file("drive.nmea", outcome.output)
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", drive, "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.said.count == 1, "\(replay)")
        // RMC and GGA, once a second.
        let seconds = outcome.lines.count / 2
        #expect(outcome.lines.filter { $0.hasPrefix("$GPRMC,") }.count == seconds)
        #expect(outcome.lines.filter { $0.hasPrefix("$GPGGA,") }.count == seconds)
        #expect(replay.words.contains("in \(seconds - 1) s of \(seconds) events"))
    }

    @Test func farFromARoad() throws {
        try simulate(from: "54,14").expectRefusal(1, "--from 54,14: no road within 200 m")
        try simulate(to: "-33.9,18.4").expectRefusal(1, "--to -33.9,18.4: no road within 200 m")
    }

    @Test func noRoute() throws {
        let scratch = try Scratch()
        let islands = try scratch.file(
            "islands.osm",
            """
            <osm version="0.6">
            <node id="1" lat="50.00" lon="10.00"/><node id="2" lat="50.01" lon="10.00"/>
            <node id="3" lat="50.00" lon="10.10"/><node id="4" lat="50.01" lon="10.10"/>
            <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
            <way id="2"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
            </osm>
            """)
        let build = try ehorizon(
            "map", "build", "--osm", islands, "--country", "DE", "--output", scratch["i.ehmap"])
        #expect(build.status == 0, "\(build)")
        try simulate(map: scratch["i.ehmap"], from: "50.005,10.0", to: "50.005,10.1")
            .expectRefusal(1, "no road leads from 50.005,10.0 to 50.005,10.1")
    }

    @Test func wrongValues() throws {
        try simulate("--noise", "1001").expectRefusal(2, "0 to 1000 m can be set")
        try simulate("--start", "4102444801").expectRefusal(2, "between 1970 and 2100")
        #expect(try simulate(from: "53.5").status == 2)
        #expect(try simulate(from: "91,13").status == 2)
    }
}
