import Foundation
import Testing

@Suite("ehorizon decode and dbc")
struct DecodeTests {
    /// The head of can-fixtures/demo-drive.log.
    private static let frames = """
        (1767254400.000000) vcan0 305#D9142A0080003F00
        (1767254400.000270) vcan0 300#202F081C00106A00

        """

    @Test func aLineIsAMessage() throws {
        let scratch = try Scratch()
        let log = try scratch.file("frames.log", Self.frames)
        let outcome = try ehorizon("decode", log)
        #expect(outcome.status == 0)
        #expect(outcome.words.isEmpty)
        #expect(outcome.lines.count == 2)
        let position = try #require(outcome.lines.last)
        #expect(position.hasPrefix("(1767254400.000270) vcan0 300#202F081C00106A00  POSITION "))
        for part in ["path  8", "offset   47 m", "age 0 ms", "speed 8.4 m/s", "probability 46.7 %"]
        {
            #expect(position.contains(part), "\(position)")
        }
        let piped = try ehorizon("decode", "-", input: log)
        #expect(piped.text == outcome.text)
    }

    @Test func anObjectALine() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon("decode", "--json", scratch.file("frames.log", Self.frames))
        #expect(
            outcome.text == """
                {"time":1767254400.000000,"id":"305","message":"META-DATA","raw":{"cyclicCounter":0,\
                "countryCode":276,"regionCode":0,"drivingSide":1,"speedUnit":0,\
                "majorProtocolVersion":2,"minorProtocolVersion":0,"minorProtocolSubVersion":5,\
                "hardwareVersion":0,"mapProvider":6,"mapVersionYear":63,"mapVersionQuarter":0,\
                "messageType":6,"reserved":0},"value":{"cyclicCounter":0,"countryCode":276,\
                "regionCode":null,"regionCodeWord":"unknown","drivingSide":"right","speedUnit":"km/h",\
                "majorProtocolVersion":2,"minorProtocolVersion":0,"minorProtocolSubVersion":5,\
                "hardwareVersion":0,"mapProvider":"other","mapVersionYear":null,\
                "mapVersionYearWord":"n/a","mapVersionQuarter":1}}
                {"time":1767254400.000270,"id":"300","message":"POSITION","raw":{"pathIndex":8,\
                "offset":47,"cyclicCounter":0,"positionIndex":0,"positionAge":0,"speed":106,\
                "relativeHeading":0,"positionProbability":14,"positionConfidence":1,\
                "currentLane":0,"messageType":1,"reserved":0},"value":{"pathIndex":8,"offset":47,\
                "cyclicCounter":0,"positionIndex":0,"positionAge":0,"speed":8.4,\
                "relativeHeading":0.0,"positionProbability":46.7,"positionConfidence":1,\
                "currentLane":"unknown"}}

                """)
    }

    @Test func theGoldenLogIsReadToTheLastLine() throws {
        let outcome = try ehorizon("decode", "--json", Sample.golden.path())
        #expect(outcome.status == 0)
        #expect(outcome.words.isEmpty)
        let frames = try Data(contentsOf: Sample.golden).count { $0 == 0x0A }
        #expect(outcome.output.count { $0 == 0x0A } == frames)
    }

    @Test func badLinesAreNamedAndOthersDecoded() throws {
        let scratch = try Scratch()
        let log = try scratch.file(
            "bad.log",
            Self.frames + """
                not a frame
                (1767254400.000540) vcan0 300#202F08
                (1767254400.000540) vcan0 300#202F081C00106A0
                (1767254400.000540) vcan0 300#802F081C00106A00
                (1767254400.000540) vcan0 123#00
                (1767254400.000540) vcan0 300#R
                (1767254400.000270) vcan0 300#202F081C00106A00
                """)
        let outcome = try ehorizon("decode", log)
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 3)
        for line in [
            "\(log), line 3, column 1: expected a time such as (1436509052.249713), as candump -L writes it",
            "\(log), line 4: POSITION of 3 bytes instead of 8",
            "\(log), line 5, column 46: expected pairs of hexadecimal digits",
            "\(log), line 6: message type 4 where POSITION is expected (1)",
            "2 frames skipped",
        ] {
            #expect(outcome.words.contains(line), "\(outcome)")
        }
        #expect(outcome.said.count == 5)
    }

    @Test func whatCannotBeDecoded() throws {
        try ehorizon("decode", "/nowhere/x.log")
            .expectRefusal(1, "cannot open /nowhere/x.log: No such file or directory")
        try ehorizon("decode", Programs.package.path()).expectRefusal(1, "Is a directory")
        try ehorizon("decode", "--layout", "intel", "-")
            .expectRefusal(2, "unknown layout; known are adasis, adasis-intel, table-order")
        let nothing = try ehorizon("decode", "-")
        #expect(nothing.status == 0)
        #expect(nothing.output.isEmpty && nothing.words.isEmpty)
    }

    @Test(arguments: ["adasis", "adasis-intel", "table-order"])
    func theDBCHasTheSixMessages(_ layout: String) throws {
        let outcome = try ehorizon("dbc", "--layout", layout)
        #expect(outcome.status == 0)
        let messages = outcome.lines.filter { $0.hasPrefix("BO_ ") }
        let expected = [
            "BO_ 768 POSITION: 8", "BO_ 769 STUB: 8", "BO_ 770 SEGMENT: 8",
            "BO_ 771 PROFILE_SHORT: 8",
            "BO_ 772 PROFILE_LONG: 8", "BO_ 773 META_DATA: 8",
        ]
        #expect(messages.count == expected.count)
        for message in expected { #expect(messages.contains { $0.hasPrefix(message) }) }
        try ehorizon("dbc", "--layout", "intel").expectRefusal(2, "unknown layout")
    }

    @Test(
        "cantools reads the same raw values in every frame of the golden log",
        .enabled(
            if: ProcessInfo.processInfo.environment["EHORIZON_PYTHON"] != nil,
            "needs cantools: set EHORIZON_PYTHON"))
    func cantools() throws {
        let python = try #require(ProcessInfo.processInfo.environment["EHORIZON_PYTHON"])
        let script = Programs.package.appending(path: "tools/checks/cantools").path()
        let outcome = try ChildProcess(
            python, [script, "--program", Programs.tool, Sample.golden.path()]
        ).wait()
        #expect(outcome.status == 0, "\(outcome.text) \(outcome)")
        let frames = try Data(contentsOf: Sample.golden).count { $0 == 0x0A }
        #expect(outcome.text.contains("\(frames)  frames agree with cantools"))
    }
}
