import ADASISv2
import Foundation
import Glibc
import Testing

/// The car says on the bus that the road is wet, and limits in rain are told as long as it does.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct SurfaceOnVCAN {
    private static let dbc = """
        VERSION ""
        BU_: ESP
        BO_ 291 Road: 8 ESP
         SG_ Surface : 8|4@1+ (1,0) [0|15] "" Vector__XXX
        VAL_ 291 Surface 1 "Dry" 2 "Wet" 3 "SnowCovered" ;

        """

    @Test func limitsInRainAreReportedAsLongAsItIsWet() throws {
        let road = try WetRoad()
        let bus = try Bus("ehzwet0")
        let own = try Bus("ehzwet1")
        let dbc = try road.scratch.file("car.dbc", Self.dbc)
        let configuration = try road.scratch.file(
            "c.toml", "[vehicle]\nsurface_condition_lifetime_s = 3\n")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", road.map, "--position", "file:\(road.drive)?rate=1", "--can", bus.name,
                "--vehicle-dbc", dbc, "--surface-condition-signal", "Surface", "--vehicle-can",
                own.name, "--config", configuration, "--record", road.scratch["drive.rec"],
            ])
        func told(_ limits: [String]) throws {
            try eventually("\(limits)") { try WetRoad.limits(bus.log()) == limits }
        }
        /// The car says a number of the signal, again and again.
        func says(_ number: Int) throws -> ChildProcess {
            let frame = "123#000\(number)000000000000"
            return try ChildProcess(
                "/bin/sh", ["-c", "while sleep 0.1; do cansend \(own.name) \(frame); done"])
        }
        var limits = [WetRoad.always]
        try told(limits)
        var car = try says(2)
        limits.append(WetRoad.inRain)
        try told(limits)
        car.send(SIGKILL)
        car = try says(3)
        limits.append(WetRoad.inSnow)
        try told(limits)
        // Silence is no knowledge.
        car.send(SIGKILL)
        limits.append(WetRoad.always)
        try told(limits)
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")

        let replay = try ehorizon(
            "replay", "--map", road.map, "--input", road.scratch["drive.rec"], "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
        #expect(WetRoad.limits(try FrameLog(of: replay)) == limits)
        #expect(try bus.log().counterHoles == 0)
    }
}
