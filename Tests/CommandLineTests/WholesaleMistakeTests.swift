import Foundation
import Testing

/// One mistake for a whole input gets one line, not a thousand for its results.
@Suite struct WholesaleMistakeTests {
    /// The demo's log read with a layout that it has not.
    @Test(arguments: ["table-order", "adasis-intel"], ["check", "decode", "reconstruct"])
    func anotherLayoutIsRecognised(layout: String, command: String) throws {
        let golden = Sample.golden.path()
        let outcome = try ehorizon(command, "--layout", layout, golden)
        #expect(outcome.status == 1)
        let line = try #require(outcome.said.last { $0.contains("first frames fit") })
        #expect(line.hasPrefix("ehorizon: \(golden): "))
        #expect(line.contains("fit the layout \(layout), 100 % fit adasis: try --layout adasis"))
        if command == "check" {
            #expect(outcome.output.isEmpty && outcome.said.count == 1, "\(outcome)")
        }
        if command == "reconstruct" {
            // Where the first frames show it, before the end of the log.
            #expect(outcome.said.last != line, "\(outcome)")
        }
    }

    /// Frames of another layout, which the default one does not fit, and each of the others.
    @Test(arguments: ["table-order", "adasis-intel"])
    func theLayoutOfALogIsFound(layout: String) throws {
        let scratch = try Scratch()
        let log = scratch["drive.log"]
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output", log,
            "--layout", layout, "--messages", "all")
        #expect(replay.status == 0, "\(replay)")
        let outcome = try ehorizon("check", log)
        outcome.expectRefusal(1, "100 % fit \(layout): try --layout \(layout)")
        #expect(try ehorizon("check", "--layout", layout, log).status == 0)
    }

    @Test func theHelpOfNoSubcommandIsRefused() throws {
        try ehorizon("help", "chekc").expectRefusal(
            2, "unknown subcommand 'chekc'; did you mean check?; see 'ehorizon --help'")
        try ehorizon("help", "map", "lnik").expectRefusal(
            2, "unknown subcommand 'lnik'; did you mean link?; see 'ehorizon map --help'")
        #expect(try ehorizon("help", "map", "link").status == 0)
    }

    /// The sample has no borders. Where the country is right, or the compiler knows nothing of it, nothing is said.
    @Test(arguments: [("AT", true), ("DE", false), ("RE", false), ("MC", false)])
    func roadsOfAnotherCountryAreALine(country: String, isWrong: Bool) throws {
        let scratch = try Scratch()
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let built = try ehorizon(
            "map", "build", "--osm", source.path(), "--country", country, "--output",
            scratch["map.ehmap"])
        #expect(built.status == 0, "\(built)")
        let lines = built.said.filter { $0.contains("by the coarse borders") }
        #expect(lines.count == (isWrong ? 1 : 0), "\(built)")
        #expect(lines.allSatisfy { $0.hasPrefix("--country AT: 100 % of the roads lie in DE ") })
    }

    @Test func swappedCoordinatesAreSuspected() throws {
        let scratch = try Scratch()
        let swapped = try scratch.file(
            "swapped.csv", "time,latitude,longitude\n1,13.26,53.55\n2,13.26,53.5501\n")
        let far = try scratch.file(
            "far.csv", "time,latitude,longitude\n1,48.1,11.5\n2,48.1,11.5001\n")
        for command in ["match", "replay"] {
            let parts = [command, "--map", try Sample.map, "--output", scratch["out"], "--input"]
            let outcome = try ehorizon(parts + [swapped])
            #expect(outcome.status == 1)
            #expect(outcome.words.contains("; are latitude and longitude swapped?\n"), "\(outcome)")
            #expect(
                try ehorizon(parts + [far]).words.contains("; use the map of that region\n"))
        }
    }

    @Test(arguments: [
        (["deocde", "x.log"], "unknown subcommand 'deocde'; did you mean decode?"),
        (["hepl", "decode"], "unknown subcommand 'hepl'; did you mean help?"),
        (["explain", "--log", "x"], "Unknown option '--log'; see 'ehorizon explain --help'"),
        (["explain", "--mpa", "x"], "Unknown option '--mpa'. Did you mean '--map'?"),
        (["helpp"], "unknown subcommand 'helpp'; did you mean help?"),
        (["it's"], "Unexpected argument 'it's'; see 'ehorizon --help'"),
        (["nothing"], "unknown subcommand 'nothing'; see 'ehorizon --help'"),
        (
            ["map", "lnks"],
            "unknown subcommand 'lnks'; did you mean links?; see 'ehorizon map --help'"
        ),
        (["control", "statsu"], "unknown subcommand 'statsu'; see 'ehorizon control --help'"),
        (["ahead", "--map", "m", "--input", "i", "--kind", "curv"], "; did you mean curve?"),
        (
            ["ahead", "--map", "m", "--input", "i", "--messages", "defualt"],
            "; did you mean default?"
        ),
        (
            ["ahead", "--map", "m", "--input", "i", "--enable", "postion"],
            "; did you mean position?"
        ),
        (["decode", "--layout", "adasis-intl", "x.log"], "; did you mean adasis-intel?"),
    ])
    func theNameThatWasMeantIsProposed(arguments: [String], words: String) throws {
        try ehorizon(arguments).expectRefusal(2, words)
    }

    @Test func theFormsOfAPositionSourceAreNamed() throws {
        try ehorizond("--map", "m", "--can", "c", "--position", "gpsdd://").expectRefusal(
            2, "'gpsdd://' is invalid for '--position <source>': one of gpsd://HOST[:PORT]")
    }
}
