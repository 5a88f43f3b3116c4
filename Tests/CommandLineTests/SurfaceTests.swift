import ADASISv2
import Foundation
import Testing

/// A straight road of 100 km/h, of which 80 hold in the wet and 60 in snow.
struct WetRoad {
    let scratch: Scratch
    let map: String
    let drive: String

    init() throws {
        scratch = try Scratch()
        let osm = try scratch.file(
            "road.osm",
            """
            <osm version='0.6'>
            <node id='1' lat='53.5' lon='13.2'/><node id='2' lat='53.55' lon='13.2'/>
            <way id='7'><nd ref='1'/><nd ref='2'/>
            <tag k='highway' v='primary'/><tag k='maxspeed' v='100'/>
            <tag k='source:maxspeed' v='sign'/>
            <tag k='maxspeed:conditional' v='80 @ wet; 60 @ snow'/></way>
            </osm>
            """)
        map = scratch["road.ehmap"]
        let built = try ehorizon("map", "build", "--osm", osm, "--country", "DE", "--output", map)
        #expect(built.status == 0, "\(built)")
        drive = scratch["drive.nmea"]
        let driven = try ehorizon(
            "simulate", "--map", map, "--from", "53.5001,13.2", "--to", "53.5499,13.2", "--noise",
            "1", "--output", drive)
        #expect(driven.status == 0, "\(driven)")
    }

    /// The limits that SEGMENTs tell, each once, in the order in which they are told: km/h and type.
    static func limits(_ log: FrameLog) -> [String] {
        var limits: [String] = []
        for case .segment(let segment) in log.entries.map(\.message) {
            let limit = "\(segment.effectiveSpeedLimit.raw) \(segment.effectiveSpeedLimitType.raw)"
            if limits.last != limit { limits.append(limit) }
        }
        return limits
    }

    /// Code 21 is 100 km/h, 17 are 80, 13 are 60; types 1, 5 and 6 are by sign, in rain and in snow.
    static let always = "21 1"
    static let inRain = "17 5"
    static let inSnow = "13 6"
}

@Suite("Limits in rain and snow at the bench") struct SurfaceTests {
    @Test func aReplayTakesTheRoadSurfaceThatIsGiven() throws {
        let road = try WetRoad()
        for (surface, limit) in [
            ("unknown", WetRoad.always), ("dry", WetRoad.always), ("wet", WetRoad.inRain),
            ("snow", WetRoad.inSnow), ("ice", WetRoad.always),
        ] {
            let outcome = try ehorizon(
                "replay", "--map", road.map, "--input", road.drive, "--surface-condition", surface,
                "--output", "-")
            #expect(WetRoad.limits(try FrameLog(of: outcome)) == [limit], "\(surface)")
        }
        let outcome = try ehorizon(
            "replay", "--map", road.map, "--input", road.drive, "--output", "-")
        #expect(WetRoad.limits(try FrameLog(of: outcome)) == [WetRoad.always])
        try ehorizon(
            "replay", "--map", road.map, "--input", road.drive, "--surface-condition", "rain",
            "--output", "-"
        ).expectRefusal(2, "--surface-condition rain: expected one of unknown, dry, wet, snow, ice")
    }

    @Test func whatLiesAheadGoesByItToo() throws {
        let road = try WetRoad()
        for (flags, limit) in [([], "100 km/h"), (["--surface-condition", "wet"], "80 km/h")] {
            let outcome = try ehorizon(
                [
                    "ahead", "--map", road.map, "--input", road.drive, "--kind", "speed-limit",
                    "--every", "end",
                ] + flags)
            #expect(outcome.text.contains(limit), "\(outcome.text)")
        }
    }

    static let dbc = """
        VERSION ""
        BU_: ESP
        BO_ 291 Road: 8 ESP
         SG_ Surface : 0|4@1+ (1,0) [0|15] "" Vector__XXX
         SG_ Grip : 4|4@1+ (1,0) [0|15] "" Vector__XXX
        VAL_ 291 Surface 0 "Dry" 1 "Wet" 2 "Snow" ;

        """

    @Test(
        arguments: [
            (
                ["--surface-condition-signal", "Grip"],
                "DBC: no value of the signal Grip has a name that means dry, wet, snow or ice"
            ),
            (
                [
                    "--surface-condition-signal", "Grip", "--surface-condition-values",
                    "1=wet,16=snow",
                ],
                "DBC: the signal Grip has too few bits for the value 16"
            ),
            (
                ["--surface-condition-signal", "Grip", "--surface-condition-values", "wet"],
                "--surface-condition-values wet: expected numbers and dry, wet, snow or ice"
            ),
            (
                ["--surface-condition-values", "1=wet"],
                "vehicle.surface_condition_values: there is no vehicle.surface_condition_signal"
            ),
        ])
    func aSignalThatCannotBeReadIsALine(_ flags: [String], _ line: String) throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", Self.dbc)
        let outcome = try ChildProcess(
            Programs.daemon, ["--check-config", "--vehicle-dbc", dbc] + flags
        ).wait()
        #expect(outcome.status == 2, "\(outcome)")
        #expect(
            outcome.words.contains(line.replacingOccurrences(of: "DBC", with: dbc)), "\(outcome)")
    }

    @Test func aSignalAloneIsEnough() throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", Self.dbc)
        let outcome = try ChildProcess(
            Programs.daemon,
            ["--print-config", "--vehicle-dbc", dbc, "--surface-condition-signal", "Surface"]
        ).wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("surface_condition_signal = \"Surface\""), "\(outcome)")
    }
}
