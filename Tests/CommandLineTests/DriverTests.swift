import ADASISv2
import Foundation
import Testing

/// A drive that turns off the main road, with the turn indicator that the car tells on the way.
@Suite("The driver's intent at the bench") struct DriverTests {
    private static let dbc = """
        VERSION ""
        BU_: BCM
        BO_ 291 Motion: 8 BCM
         SG_ Speed : 0|16@1+ (0.01,0) [0|300] "km/h" Vector__XXX
         SG_ Turn : 16|2@1+ (1,0) [0|3] "" Vector__XXX
         SG_ Left : 18|1@1+ (1,0) [0|1] "" Vector__XXX
         SG_ Right : 19|1@1+ (1,0) [0|1] "" Vector__XXX
         SG_ Lane : 20|4@1+ (1,0) [0|15] "" Vector__XXX
        VAL_ 291 Turn 0 "Off" 1 "Left" 2 "Right" ;

        """

    /// A main road from west to east, a small road off it to the north, and a drive into that one.
    private struct Drive {
        let scratch: Scratch
        let map: String
        let dbc: String
        var input: String { scratch["drive.nmea"] }
        var log: String { scratch["car.log"] }

        init(_ signals: [String]) throws {
            scratch = try Scratch()
            dbc = try scratch.file("car.dbc", DriverTests.dbc)
            map = scratch["road.ehmap"]
            let osm = try scratch.file(
                "road.osm",
                """
                <osm version='0.6'>
                <node id='1' lat='53.5' lon='13.19'/><node id='2' lat='53.5' lon='13.2'/>
                <node id='3' lat='53.5' lon='13.22'/><node id='4' lat='53.505' lon='13.2'/>
                <way id='7'><nd ref='1'/><nd ref='2'/><nd ref='3'/>
                <tag k='highway' v='primary'/><tag k='maxspeed' v='50'/></way>
                <way id='8'><nd ref='2'/><nd ref='4'/><tag k='highway' v='residential'/></way>
                </osm>
                """)
            let built = try ehorizon(
                "map", "build", "--osm", osm, "--country", "DE", "--output", map)
            #expect(built.status == 0, "\(built)")
            let driven = try ehorizon(
                [
                    "simulate", "--map", map, "--from", "53.5,13.191", "--to", "53.5045,13.2",
                    "--driving", "natural", "--output", input, "--vehicle-log", log,
                    "--vehicle-dbc", dbc, "--speed-signal", "Speed",
                ] + signals)
            #expect(driven.status == 0, "\(driven)")
        }

        func replay(_ signals: [String]) throws -> FrameLog {
            let outcome = try ehorizon(
                [
                    "replay", "--map", map, "--input", input, "--vehicle-log", log,
                    "--vehicle-dbc", dbc, "--speed-signal", "Speed", "--output", "-",
                ] + signals)
            #expect(outcome.status == 0, "\(outcome)")
            return try FrameLog(of: outcome)
        }
    }

    /// How long before POSITION is first on the small road the bus has told that the most probable path turns
    /// off, s: by a STUB that says that the main road goes on too. `nil` where it has not.
    private static func warning(_ log: FrameLog) throws -> Double? {
        var told: Int64?
        var first: PathIndex?
        for entry in log.entries {
            switch entry.message {
            case .stub(let stub) where stub.subPathIndex == .continuation: told = told ?? entry.time
            case .position(let position) where position.pathIndex.isNormal:
                if let first, position.pathIndex != first {
                    return told.map { Double(entry.time - $0) / 1e9 }
                }
                first = first ?? position.pathIndex
            default: break
            }
        }
        Issue.record("the drive never comes onto another path")
        return nil
    }

    @Test(
        arguments: [
            ["--indicator-signal", "Turn"],
            ["--indicator-signal", "Turn", "--indicator-values", "0=off,1=left,2=right"],
            ["--left-indicator-signal", "Left", "--right-indicator-signal", "Right"],
        ])
    func `The main path turns before the car does where it signals, and not without`(
        _ signals: [String]
    ) throws {
        let drive = try Drive(signals)
        let warning = try #require(Self.warning(try drive.replay(signals)))
        #expect(warning > 1.5, "\(warning)")
        #expect(try Self.warning(try drive.replay([])) == nil)
    }

    @Test func `What does not go together is a line`() throws {
        let drive = try Drive([])
        let base = ["replay", "--map", drive.map, "--input", drive.input, "--output", "-"]
        let car = ["--vehicle-log", drive.log, "--vehicle-dbc", drive.dbc]
        for (flags, line) in [
            (["--indicator-signal", "Blink"], "there is no signal Blink"),
            (
                ["--indicator-signal", "Speed"],
                "no value of the signal Speed has a name that means off, left, right or both"
            ),
            (
                ["--indicator-values", "1=left"],
                "vehicle.indicator_values: there is no vehicle.indicator_signal"
            ),
            (
                ["--left-indicator-signal", "Left"],
                "vehicle.left_indicator_signal Left: there is no vehicle.right_indicator_signal"
            ),
            (
                ["--lane-signal", "Lane", "--first-lane", "middle"],
                "--first-lane middle: expected one of left, right"
            ),
            (
                ["--indicator-signal", "Turn", "--first-lane", "right"],
                "vehicle.first_lane: there is no vehicle.lane_signal"
            ),
        ] {
            try ehorizon(base + car + flags).expectRefusal(2, line)
        }
        try ehorizon(
            [
                "simulate", "--map", drive.map, "--from", "53.5,13.191", "--to", "53.5045,13.2",
                "--output", "-",
            ] + car
                + ["--driving", "natural", "--speed-signal", "Speed", "--first-lane", "right"]
        ).expectRefusal(2, "Unknown option '--first-lane'")
        try ehorizon(base + ["--indicator-signal", "Turn"]).expectRefusal(
            2, "vehicle signals need a --vehicle-log that contains them")
        try ehorizon(
            ["match", "--map", drive.map, "--input", drive.input, "--output", "-"] + car
                + ["--speed-signal", "Speed", "--indicator-signal", "Turn"]
        ).expectRefusal(2, "Unknown option '--indicator-signal'")
    }
}
