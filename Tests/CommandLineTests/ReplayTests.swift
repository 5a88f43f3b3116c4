import ADASISv2
import Foundation
import Testing

@Suite("ehorizon replay")
struct ReplayTests {
    /// What changes here changes on the wire. UPDATE_GOLDEN=1 writes the log again, as
    /// tools/generate/fixtures does; the review reads the difference.
    @Test func theDemoDriveGivesTheGoldenLog() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.drive.path(), "--messages", "all",
            "--output", scratch["drive.log"])
        #expect(outcome.status == 0, "\(outcome)")
        let log = try scratch.content("drive.log")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try log.write(to: Sample.golden)
        }
        let isSame = try log == Data(contentsOf: Sample.golden)
        #expect(isSame, "the wire has changed; can-fixtures/README.md says what to do")
    }

    @Test func twoProcessesGiveTheSameBytes() throws {
        let runs = try (0..<2).map { _ in
            try ehorizon(
                "replay", "--map", Sample.map, "--input", Sample.drive.path(), "--output", "-")
        }
        #expect(runs.allSatisfy { $0.status == 0 })
        #expect(!runs[0].output.isEmpty)
        let isSame = runs[0].output == runs[1].output
        #expect(isSame)
    }

    @Test func positionGoesThroughoutAndNoCounterHasAHole() throws {
        let log = try FrameLog(String(contentsOf: Sample.golden, encoding: .utf8))
        #expect(log.entries.first?.message.kind == .metaData)
        #expect(log.longestGap <= 150)
        #expect(log.counterHoles == 0)
        // All of the drive is on the road.
        #expect(log.places.count == log.positions.count)
    }

    @Test func theGoldenLogKeepsTheRulesOfTheProtocol() throws {
        let outcome = try ehorizon("check", Sample.golden.path())
        #expect(outcome.status == 0, "\(outcome.text) \(outcome)")
        #expect(outcome.output.isEmpty)
    }

    /// At up to twenty times its pace, 1,200 km/h, a drive is followed as the same drive at its own pace:
    /// no fix begins a new path.
    @Test(arguments: [1.0, 5, 20]) func aFastDriveIsFollowed(rate: Double) throws {
        var lines = ["time,latitude,longitude,course,speed"]
        func degrees(_ text: Substring, _ side: Substring) throws -> Double {
            let number = try #require(Double(text))
            let whole = (number / 100).rounded(.down)
            return (whole + (number - whole * 100) / 60) * (side == "S" || side == "W" ? -1 : 1)
        }
        for line in try String(contentsOfFile: Sample.shortDrive, encoding: .utf8).split(
            separator: "\r\n") where line.hasPrefix("$GPRMC")
        {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let knots = try #require(Double(fields[7]))
            let row = [
                Double(lines.count - 1) / rate, try degrees(fields[3], fields[4]),
                try degrees(fields[5], fields[6]), try #require(Double(fields[8])),
                knots * 1852 / 3600 * rate,
            ]
            lines.append(row.map { "\($0)" }.joined(separator: ","))
        }
        let scratch = try Scratch()
        let drive = try scratch.file("fast.csv", lines.joined(separator: "\n"))
        let log = try FrameLog(
            of: ehorizon("replay", "--map", Sample.map, "--input", drive, "--output", "-"))
        #expect(lines.count == 61)
        #expect(log.places.count == log.positions.count)
        #expect(Double(log.positions.count) >= 590 / rate)
        #expect(Set(log.places.map(\.pathIndex)).count == 2)
    }

    @Test func theDriveMayComeOnStandardInput() throws {
        let short = try Sample.shortDrive
        let fromFile = try ehorizon(
            "replay", "--map", Sample.map, "--input", short, "--output", "-")
        let fromInput = try ehorizon(
            "replay", "--map", Sample.map, "--input", "-", "--output", "-", input: short)
        #expect(fromInput.status == 0)
        let isSame = fromFile.output == fromInput.output
        #expect(isSame)
    }

    @Test func theInterfaceIsNamedInTheLog() throws {
        let outcome = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output", "-",
            "--interface", "can7")
        #expect(outcome.lines.allSatisfy { $0.contains(" can7 ") })
    }
}
