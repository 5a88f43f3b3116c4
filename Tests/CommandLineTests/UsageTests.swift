import Foundation
import Testing

@Suite("Usage")
struct UsageTests {
    static let commands: [[String]] = [
        [], ["map"], ["map", "info"], ["match"], ["replay"], ["tree"], ["decode"], ["dbc"],
        ["simulate"], ["check"], ["reconstruct"],
    ]

    @Test(arguments: commands)
    func helpIsData(_ command: [String]) throws {
        let outcome = try ChildProcess(Programs.tool, command + ["--help"]).wait()
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("USAGE: ehorizon"))
        #expect(outcome.words.isEmpty)
    }

    /// What is needed comes first, the signals of the vehicle last, and there is an example.
    @Test(arguments: ["replay", "ahead", "match", "explain"])
    func helpBeginsWithWhatIsNeeded(_ command: String) throws {
        let text = try ehorizon(command, "--help").text
        #expect(text.contains("\n  ehorizon \(command) --map "), "\(text)")
        var rest = text[...]
        for part in ["NEEDED:", "--map <", "--input <", "VEHICLE SIGNALS:", "--speed-signal"] {
            let found = try #require(rest.range(of: part), "\(part) in \(text)")
            #expect(part == "--speed-signal" || !rest[..<found.lowerBound].contains("-signal <"))
            rest = rest[found.upperBound...]
        }
    }

    @Test func helpOfTheOthers() throws {
        let daemon = try ehorizond("--help")
        #expect(daemon.status == 0)
        #expect(daemon.text.contains("USAGE: ehorizond"))
        let compiler = try ehorizon("map", "build", "--help")
        #expect(compiler.status == 0)
        #expect(compiler.text.contains("USAGE: ehorizon map build --osm"))
        #expect(!compiler.text.contains("ehorizon-compile"))
        let wrong = try ehorizon("map", "build", "--nonsense")
        #expect(wrong.words.hasPrefix("ehorizon map build: "), "\(wrong)")
        #expect(wrong.words.contains("'ehorizon map build --help'"), "\(wrong)")
    }

    @Test func allProgramsHaveOneVersion() throws {
        for (program, name) in [(Programs.daemon, "ehorizond"), (Programs.tool, "ehorizon")] {
            let outcome = try ChildProcess(program, ["--version"]).wait()
            #expect(outcome.status == 0)
            #expect(outcome.text == "\(name) 0.1.0\n")
            #expect(outcome.words.isEmpty)
        }
    }

    @Test(arguments: commands.dropFirst())
    func anUnknownOptionIsWrongUsage(_ command: [String]) throws {
        let outcome = try ChildProcess(Programs.tool, command + ["--nonsense"]).wait()
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.words.contains("--nonsense") || outcome.words.contains("Missing"))
        #expect(outcome.said.count == 1, "\(outcome)")
        let help = (["'ehorizon"] + command + ["--help'"]).joined(separator: " ")
        #expect(outcome.words.contains(help), "\(outcome)")
    }

    @Test func theDaemonRefusesWhatItCannotUse() throws {
        let map = try Sample.map
        let drive = try Sample.shortDrive
        // A kernel without CAN has no interface to wait for.
        let outcome = try ehorizond(
            "--map", map, "--position", "file:\(drive)", "--can", "nocan9", "--require-interface")
        #expect(outcome.status == 1)
        let lines = [
            "there is no interface nocan9", "this kernel has no CAN; load the module can_raw",
        ]
        #expect(lines.contains { outcome.words == "ehorizond: \($0)\n" }, "\(outcome)")
        try ehorizond("--map", "/nowhere/x", "--position", "file:\(drive)", "--can", "nocan9")
            .expectRefusal(1, "ehorizond: cannot open /nowhere/x: No such file or directory")
        for source in ["nonsense", "gpsd://", "gpsd://host:99999", "file:", "file:x?rate=0"] {
            let outcome = try ehorizond("--map", map, "--position", source, "--can", "nocan9")
            #expect(outcome.status == 2)
            #expect(outcome.words.contains("'\(source)'"), "\(outcome)")
        }
    }

    @Test func aCountryIsNeeded() throws {
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let scratch = try Scratch()
        // Of the sea no country is known, and of a town far from borders it is.
        let other = try Scratch()
        let sea = try other.file(
            "sea.osm", "<osm version='0.6'><node id='1' lat='45' lon='-30'/></osm>")
        try ehorizon("map", "build", "--osm", sea, "--output", scratch["m.ehmap"])
            .expectRefusal(2, "--country is missing")
        let outcome = try ehorizon(
            "map", "build", "--osm", source.path(), "--output", other["de.ehmap"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            try other.content("de.ehmap") == Data(contentsOf: URL(filePath: Sample.map)))
        try ehorizon(
            "map", "build", "--osm", source.path(), "--country", "XX", "--output",
            scratch["m.ehmap"]
        ).expectRefusal(2, "--country XX: not an ISO 3166-1 alpha-2 code")
        try ehorizon(
            "map", "build", "--osm", Sample.drive.path(), "--country", "DE", "--output",
            scratch["m.ehmap"]
        ).expectRefusal(1, "demo-drive.nmea")
        #expect(try scratch.names().isEmpty)
    }
}
