import Foundation
import Testing

@Suite("ehorizon simulate")
struct SimulateTests {
    private static let start = "53.53763,13.26155"
    private static let end = "53.55,13.27"

    private func simulate(
        map: String? = nil, from: String = start, to: String = end, _ flags: String...
    ) throws -> Outcome { try simulate(map: map, from: from, to: to, flags: flags) }

    private func simulate(
        map: String? = nil, from: String = start, to: String = end, flags: [String]
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
        #expect(replay.said.count == 2, "\(replay)")
        #expect(replay.words.contains(" fixes; rejected: nothing\n"), "\(replay)")
        // RMC and GGA, once a second.
        let seconds = outcome.lines.count / 2
        #expect(outcome.lines.filter { $0.hasPrefix("$GPRMC,") }.count == seconds)
        #expect(outcome.lines.filter { $0.hasPrefix("$GPGGA,") }.count == seconds)
        #expect(replay.words.contains("in \(seconds - 1) s of \(seconds) events"))
    }

    @Test func aNaturalDriveTakesLongerAndIsReadWithoutAComplaint() throws {
        let scratch = try Scratch()
        let usual = try simulate()
        let flags = ["--driving", "natural", "--noise", "4", "--seed", "3"]
        let natural = try simulate(flags: flags)
        #expect(natural.status == 0, "\(natural)")
        #expect(natural.text == (try simulate(flags: flags).text))
        #expect(natural.lines.count > usual.lines.count)
        let drive = try scratch.file("drive.nmea", natural.output)
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", drive, "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.said.count == 2, "\(replay)")
        #expect(replay.words.contains(" fixes; rejected: nothing\n"), "\(replay)")
    }

    /// Ten times as many fixes of the same drive.
    @Test func theReceiverHasARate() throws {
        let flags = ["--driving", "natural", "--noise", "4", "--seed", "3"]
        let once = try simulate(flags: flags)
        let often = try simulate(flags: flags + ["--rate", "10"])
        #expect(often.status == 0, "\(often)")
        #expect((often.lines.count - once.lines.count * 10).magnitude <= 20)
        #expect(often.words == once.words)
        let clocks = often.lines.filter { $0.hasPrefix("$GPRMC,") }.prefix(12).map {
            $0.split(separator: ",")[1]
        }
        #expect(clocks.first == "080000.000" && clocks[1] == "080000.100")
        #expect(clocks.last == "080001.100")
        let scratch = try Scratch()
        let drive = try scratch.file("drive.nmea", often.output)
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", drive, "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.contains(" fixes; rejected: nothing\n"), "\(replay)")
        try simulate(flags: flags + ["--rate", "26"]).expectRefusal(
            2, "--rate 26: 1 to 25 Hz can be set")
        try simulate("--rate", "5").expectRefusal(2, "--rate needs --driving natural")
    }

    /// A signal too narrow for what it measures is named with what it can say.
    @Test func aSignalAtTheEndOfItsRangeIsNamed() throws {
        let scratch = try Scratch()
        let dbc = try scratch.file(
            "narrow.dbc",
            """
            VERSION ""
            BU_: ESP
            BO_ 291 Motion: 8 ESP
             SG_ Speed : 0|16@1+ (0.01,0) [0|20] "km/h" Vector__XXX

            """)
        let outcome = try simulate(flags: [
            "--driving", "natural", "--vehicle-log", scratch["car.log"], "--vehicle-dbc", dbc,
            "--speed-signal", "Speed",
        ])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.words.contains(
                "ehorizon: the signal Speed has the range 0.000 to 20.000 km/h;"),
            "\(outcome)")
    }

    @Test func theCarsSignalsAreACandumpLog() throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let outcome = try simulate(flags: [
            "--driving", "natural", "--vehicle-log", scratch["car.log"], "--vehicle-dbc", dbc,
            "--speed-signal", "Wheels.VehicleSpeed", "--odometer-signal", "Odometer",
        ])
        #expect(outcome.status == 0, "\(outcome)")
        let lines = try String(contentsOfFile: scratch["car.log"], encoding: .utf8)
            .split(separator: "\n")
        // 20 times a second, in two frames.
        let seconds = outcome.lines.count / 2
        #expect(abs(lines.count - seconds * 40) <= 80)
        #expect(lines.first == "(1767254400.000000) can0 123#0000000000000000")
        // 12,345 km.
        #expect(lines.dropFirst().first == "(1767254400.000000) can0 124#0039300000000000")
    }

    @Test func theCarSaysWhatTheRoadIsLike() throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", SurfaceTests.dbc)
        let log = scratch["car.log"]
        let flags = ["--driving", "natural", "--vehicle-log", log, "--vehicle-dbc", dbc]
        for (changes, expected) in [
            (["--surface-condition", "dry,2=wet,3.5=unknown"], [(0, 0), (2, 1), (3.5, 3)]),
            ([], [(0.0, 3)]),
        ] {
            let outcome = try simulate(
                flags: flags + ["--surface-condition-signal", "Surface"] + changes)
            #expect(outcome.status == 0, "\(outcome)")
            var found: [(Double, Int)] = []
            for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
                let parts = line.split(separator: " ")
                let time = try #require(Double(parts[0].dropFirst().dropLast())) - 1_767_254_400
                #expect(parts[2].hasPrefix("123#0"))
                let state = try #require(Int(parts[2].dropFirst(5).prefix(1), radix: 16))
                if found.last?.1 != state { found.append(((time * 100).rounded() / 100, state)) }
            }
            #expect(found.elementsEqual(expected, by: ==), "\(found)")
        }
        for (wrong, words) in [
            (["--surface-condition", "wet"], "needs --surface-condition-signal"),
            (
                ["--surface-condition-signal", "Surface", "--surface-condition", "ice"],
                "the signal Surface has no raw value for ice"
            ),
            (
                [
                    "--surface-condition-signal", "Surface", "--surface-condition",
                    "dry,9=wet,5=dry",
                ],
                "--surface-condition dry,9=wet,5=dry: expected"
            ),
            (
                ["--surface-condition-signal", "Grip", "--surface-condition-values", "1"],
                "--surface-condition-values 1: expected"
            ),
        ] {
            try simulate(flags: flags + wrong).expectRefusal(2, words)
        }
    }

    @Test(
        arguments: [
            (["--latency", "0.5"], "--latency needs --driving natural"),
            (["--driving", "natural", "--latency", "11"], "0 to 10 s can be set"),
            (["--driving", "natural", "--clock-step", "-90000"], "at most a day can be set"),
            (["--driving", "natural", "--latency", "-1"], "--latency -1.0: 0 to 10 s can be set"),
            (["--noise", "-3"], "--noise -3.0: 0 to 1000 m can be set"),
            (["--driving", "natural", "--speed-signal", "X"], "need a --vehicle-log to write"),
            (["--driving", "natural", "--vehicle-log", "x.log"], "needs --vehicle-dbc"),
        ])
    func flagsThatDoNotGoTogether(_ flags: [String], _ words: String) throws {
        try simulate(flags: flags).expectRefusal(2, words)
    }

    @Test func farFromARoad() throws {
        try simulate(from: "54,14").expectRefusal(1, "--from 54,14: no road within 200 m")
        try simulate(to: "-33.9,18.4").expectRefusal(1, "--to -33.9,18.4: no road within 200 m")
    }

    @Test func noRoute() throws {
        let scratch = try Scratch()
        let islands = try scratch.map(
            """
            <osm version="0.6">
            <node id="1" lat="50.00" lon="10.00"/><node id="2" lat="50.01" lon="10.00"/>
            <node id="3" lat="50.00" lon="10.10"/><node id="4" lat="50.01" lon="10.10"/>
            <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
            <way id="2"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
            </osm>
            """)
        try simulate(map: islands, from: "50.005,10.0", to: "50.005,10.1")
            .expectRefusal(1, "no road leads from 50.005,10.0 to 50.005,10.1")
    }

    /// The nearest road to the start is an island, the nearest one to the end cannot be driven towards it: the drive
    /// leads between the next ones, and the line says how far they are.
    @Test func roadsFromWhichNoneLeadsArePassedOver() throws {
        let scratch = try Scratch()
        let town = try scratch.map(
            """
            <osm version="0.6">
            <node id="1" lat="50.0000" lon="10.000"/><node id="2" lat="50.0000" lon="10.010"/>
            <node id="3" lat="50.0005" lon="10.001"/><node id="4" lat="50.0005" lon="10.002"/>
            <node id="5" lat="50.0005" lon="10.008"/><node id="6" lat="50.0005" lon="10.009"/>
            <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
            <way id="2"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
            <way id="3"><nd ref="5"/><nd ref="6"/><tag k="highway" v="residential"/></way>
            <way id="4"><nd ref="6"/><nd ref="2"/><tag k="highway" v="residential"/>
            <tag k="oneway" v="yes"/></way>
            </osm>
            """)
        // 33 m beside the road of both, 22 m beside the others.
        let outcome = try simulate(
            map: town, from: "50.0003,10.0015", to: "50.0003,10.0085")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.words.hasSuffix(
                " along 502 m of road; it starts 33 m from --from and ends 33 m from --to\n"),
            "\(outcome)")
        let near = try simulate(
            map: town, from: "50.0001,10.0015", to: "50.0001,10.0085")
        #expect(near.words.hasSuffix("starts 11 m from --from and ends 11 m from --to\n"))
    }

    @Test func wrongValues() throws {
        try simulate("--noise", "1001").expectRefusal(2, "0 to 1000 m can be set")
        try simulate("--start", "3471292800").expectRefusal(2, "from 1980 to 2079")
        try simulate("--start", "315532799").expectRefusal(2, "from 1980 to 2079")
        #expect(try simulate(from: "53.5").status == 2)
        #expect(try simulate(from: "91,13").status == 2)
    }
}

extension Scratch {
    /// A map of OpenStreetMap's XML in Germany; its path.
    fileprivate func map(_ osm: String) throws -> String {
        let outcome = try ehorizon(
            "map", "build", "--osm", file("map.osm", osm), "--country", "DE", "--output",
            self["map.ehmap"])
        #expect(outcome.status == 0, "\(outcome)")
        return self["map.ehmap"]
    }
}
