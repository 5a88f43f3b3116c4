import Foundation
import Observations
import Testing

/// `ehorizon learn` and `ehorizon observations` over the sample's drive.
@Suite("ehorizon learn")
struct LearnTests {
    private let drive = Sample.drive.path()

    /// The drive, and parts of it that are cars of their own.
    private func drives(_ scratch: Scratch) throws -> [String] {
        let lines = try String(contentsOf: Sample.drive, encoding: .utf8)
            .components(separatedBy: "\r\n")
        return try (0..<4).map { number in
            let part = lines.dropFirst(number * 40).joined(separator: "\r\n")
            return try scratch.file("drive-car\(number).nmea", Data(part.utf8))
        }
    }

    @Test func partsInAnyOrderAreTheWhole() throws {
        let scratch = try Scratch()
        let drives = try drives(scratch)
        func learn(_ inputs: [String], _ name: String) throws -> Data {
            let outcome = try ehorizon(
                ["learn", "--map", Sample.map, "--input"] + inputs + ["--output", scratch[name]])
            #expect(outcome.status == 0, "\(outcome)")
            return try scratch.content(name)
        }
        let whole = try learn(drives, "whole")
        #expect(try learn(drives.reversed(), "turned") == whole)
        _ = try learn([drives[2], drives[0]], "one")
        _ = try learn([drives[3], drives[1]], "two")
        for parts in [["one", "two"], ["two", "one"]] {
            let outcome = try ehorizon(
                ["learn", "--merge"] + parts.map { scratch[$0] } + ["--output", scratch["merged"]])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try scratch.content("merged") == whole)
        }
        let seen = try Observations(Array(whole))
        #expect(seen.totals.drives == 4 && seen.totals.turns > 10)
        #expect(!seen.roads.values.allSatisfy { $0.allSpeeds.isEmpty })
    }

    @Test func aReleaseHasWhatEnoughCarsShowed() throws {
        let scratch = try Scratch()
        let drives = try drives(scratch)
        for (cars, isEmpty) in [(3, false), (8, true)] {
            let outcome = try ehorizon(
                ["learn", "--map", Sample.map, "--input"] + drives
                    + ["--least-cars", "\(cars)", "--output", scratch["release"]])
            #expect(outcome.status == 0, "\(outcome)")
            let release = try Observations(Array(try scratch.content("release")))
            #expect(release.leastCars == cars && release.roads.isEmpty == isEmpty)
        }
        let outcome = try ehorizon(
            "learn", "--merge", scratch["release"], "--output", scratch["again"])
        #expect(outcome.status == 1)
        #expect(outcome.words.contains("released observations cannot be merged"))
    }

    /// The same drive as four cars, and by names as two.
    @Test func carsByTheNamesOfInputs() throws {
        let scratch = try Scratch()
        let drives = try drives(scratch)
        let key = try scratch.file("key", Data(0..<32))
        let outcome = try ehorizon(
            ["learn", "--map", Sample.map, "--input"] + drives + [
                "--car-pattern", "car([01]|[23])", "--car-key", key, "--output", scratch["cars"],
            ])
        #expect(outcome.status == 0, "\(outcome)")
        let all = try Observations(Array(try scratch.content("cars")))
        let most = all.roads.values.flatMap { $0.exits.values.map(\.cars.count) }.max()
        #expect(most == 4)
        let list = try ehorizon("observations", scratch["cars"], "--list", "turns")
        #expect(list.status == 0 && list.lines.count > 10)
        #expect(list.lines.first?.hasPrefix("way,start_node,") ?? false)
        let same = try ehorizon(
            ["learn", "--map", Sample.map, "--input"] + drives + [
                "--car-pattern", "(driv)e-car", "--car-key", key, "--output", scratch["one"],
            ])
        #expect(same.status == 0, "\(same)")
        let one = try Observations(Array(try scratch.content("one")))
        #expect(one.roads.values.allSatisfy { $0.exits.values.allSatisfy { $0.cars.count == 1 } })
    }

    /// Counts and speeds in a map, and on the way to what lies ahead.
    @Test func observationsInAMap() throws {
        let scratch = try Scratch()
        let learned = try ehorizon(
            ["learn", "--map", Sample.map, "--input"] + (try drives(scratch))
                + ["--output", scratch["seen"]])
        #expect(learned.status == 0, "\(learned)")
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let build = [
            "map", "build", "--osm", source.path(), "--country", "DE", "--observations",
            scratch["seen"], "--output", scratch["observed.ehmap"],
        ]
        let built = try ehorizon(build)
        #expect(built.status == 0, "\(built)")
        #expect(built.words.contains("observations"), "\(built)")
        let ahead = try ehorizon(
            "ahead", "--map", scratch["observed.ehmap"], "--input", drive, "--kind",
            "average-speed", "--json")
        #expect(ahead.text.contains(#""kind":"average-speed""#))
        #expect(ahead.text.contains(#""averageSpeed":"#))
        let plain = try ehorizon(
            "ahead", "--map", Sample.map, "--input", drive, "--kind", "average-speed", "--json")
        #expect(plain.status == 0 && !plain.text.contains("averageSpeed"))
        // More cars than there were have nothing in the map.
        let none = try ehorizon(build + ["--least-cars", "8"])
        #expect(none.status == 0, "\(none)")
        let empty = try ehorizon(
            "ahead", "--map", scratch["observed.ehmap"], "--input", drive, "--kind",
            "average-speed", "--json")
        #expect(empty.status == 0 && !empty.text.contains("averageSpeed"))
    }

    @Test(arguments: [
        (["--observations", "NONE"], 1, "none.ehobs"),
        (["--observations", "DAMAGED"], 1, "damaged.ehobs: observations that are damaged"),
        (["--least-cars", "3"], 2, "--least-cars"),
        (["--observations", "NONE", "--least-cars", "9"], 2, "--least-cars 9: 1 to 8 can be set"),
    ])
    func aSlipOfObservationsGetsOneLine(
        arguments: [String], status: Int, words: String
    ) throws {
        let scratch = try Scratch()
        let damaged = try scratch.file("damaged.ehobs", Data("EHOBS001 hello world".utf8))
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let outcome = try ehorizon(
            ["map", "build", "--osm", source.path(), "--output", scratch["out"]]
                + arguments.map {
                    $0 == "NONE" ? scratch["none.ehobs"] : $0 == "DAMAGED" ? damaged : $0
                })
        #expect(outcome.status.map(Int.init) == status, "\(outcome)")
        #expect(outcome.words.contains(words), "\(outcome)")
        #expect(try scratch.names() == ["damaged.ehobs"])
    }

    @Test(arguments: [
        (["--car-pattern", "x"], 2, "--car-pattern and --car-key belong together"),
        (["--least-cars", "9"], 2, "--least-cars 9: 1 to 8 can be set"),
        (["--noise", "1"], 2, "--noise needs --least-cars"),
        (["--least-cars", "3", "--noise", "0"], 2, "--noise 0.0: 0.01 to 10 can be set"),
        (["--cut=-1"], 2, "--cut -1.0: 0 to 10000 m can be set"),
        (["--merge", "x.ehobs"], 2, "--merge is for observations alone"),
        (["--car-pattern", "(", "--car-key", "KEY"], 2, "is no regular expression"),
        (["--car-pattern", "nothing([0-9])", "--car-key", "KEY"], 2, "does not have it"),
        (["--car-pattern", "(a)", "--car-key", "/dev/null"], 1, "a key has 32 bytes"),
    ])
    func aSlipGetsOneLine(arguments: [String], status: Int, words: String) throws {
        let scratch = try Scratch()
        let key = try scratch.file("key", Data(0..<32))
        let outcome = try ehorizon(
            ["learn", "--map", Sample.map, "--input", drive, "--output", scratch["out"]]
                + arguments.map { $0 == "KEY" ? key : $0 })
        #expect(outcome.status.map(Int.init) == status)
        #expect(outcome.words.contains(words), "\(outcome)")
        #expect(try scratch.names() == ["key"])
    }

    /// One bad input is named, the others count, and the status says that something is missing.
    @Test func aBadInputIsNamed() throws {
        let scratch = try Scratch()
        let bad = try scratch.file("bad.csv", Data("hello\n".utf8))
        let elsewhere = try scratch.file(
            "elsewhere.csv", Data("time,latitude,longitude\n0,10,10\n1,10,10\n".utf8))
        let outcome = try ehorizon(
            "learn", "--map", Sample.map, "--input", bad, drive, elsewhere, scratch["none"],
            "--output", scratch["out"])
        #expect(outcome.status == 1)
        for words in [
            "bad.csv: there is no position in it", "elsewhere.csv: no fix is on the map",
            "cannot open \(scratch["none"])",
        ] { #expect(outcome.words.contains(words), "\(outcome)") }
        #expect(try Observations(Array(try scratch.content("out"))).totals.drives == 1)
        let damaged = try scratch.file("damaged.ehobs", Data("EHOBS001 hello world".utf8))
        let read = try ehorizon("observations", damaged)
        #expect(read.status == 1)
        #expect(read.words.contains("damaged.ehobs: observations that are damaged"))
    }
}
