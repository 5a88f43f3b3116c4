import Foundation
import Testing

/// What is read is not lost to what is written.
@Suite("Files that are written") struct OutputFileTests {
    /// A drive and a map of one's own, to be lost.
    private static func files(_ scratch: Scratch) throws -> (map: String, drive: String) {
        let map = try Data(contentsOf: URL(filePath: try Sample.map))
        return (
            try scratch.file("m.ehmap", map),
            try scratch.file("d.nmea", try Data(contentsOf: Sample.drive))
        )
    }

    @Test(arguments: ["map", "drive", "link"])
    func anInputIsNoOutput(_ which: String) throws {
        let scratch = try Scratch()
        let (map, drive) = try Self.files(scratch)
        var output = which == "map" ? map : drive
        if which == "link" {
            let link = drive + ".link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: drive)
            output = link
        }
        let before = try Data(contentsOf: URL(filePath: output))
        let flag = which == "map" ? "--map" : "--input"
        for command in ["match", "replay"] {
            let outcome = try ehorizon(
                command, "--map", map, "--input", drive, "--output", output)
            #expect(outcome.status == 2)
            #expect(
                outcome.words.contains(
                    "--output \(output): that is the file of \(flag), which is read"), "\(outcome)")
            #expect(try Data(contentsOf: URL(filePath: output)) == before)
        }
    }

    @Test func twoOutputsAreTwoFiles() throws {
        let scratch = try Scratch()
        let (map, drive) = try Self.files(scratch)
        let one = drive + ".csv"
        let outcome = try ehorizon(
            "match", "--map", map, "--input", drive, "--output", one, "--route", one)
        #expect(outcome.status == 2)
        #expect(outcome.words.contains("--route \(one): that is the file of --output too"))
        #expect(!FileManager.default.fileExists(atPath: one))
    }

    /// What only the configuration names is not lost either: the name of the setting is told.
    @Test func whatTheConfigurationNamesIsNoOutput() throws {
        let scratch = try Scratch()
        let (map, drive) = try Self.files(scratch)
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let configuration = try scratch.file(
            "c.toml",
            """
            [vehicle]
            dbc = "\(dbc)"
            speed_signal = "Wheels.VehicleSpeed"
            """)
        let base = [
            "--map", map, "--position", "file:\(drive)", "--can", "none0", "--record", dbc,
        ]
        let line = "--record \(dbc): that is the file of "
        try ChildProcess(Programs.daemon, base + ["--config", configuration]).wait()
            .expectRefusal(2, line + "vehicle.dbc, which is read")
        try ChildProcess(
            Programs.daemon,
            base + ["--vehicle-dbc", dbc, "--speed-signal", "Wheels.VehicleSpeed"]
        ).wait().expectRefusal(2, line + "--vehicle-dbc, which is read")
    }

    /// A device is no file that could be lost.
    @Test func aDeviceMayBeBoth() throws {
        let scratch = try Scratch()
        let (map, drive) = try Self.files(scratch)
        let outcome = try ehorizon(
            "match", "--map", map, "--input", drive, "--output", "/dev/null", "--route", "/dev/null"
        )
        #expect(outcome.status == 0, "\(outcome)")
    }
}
