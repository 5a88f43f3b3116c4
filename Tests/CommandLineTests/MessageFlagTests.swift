import ADASISv2
import Foundation
import Testing

/// What is in a log is exactly what the flags say, of what the map and the provider have to tell.
@Suite("Message flags")
struct MessageFlagTests {
    /// The types that are carried on the sample map today; those that come later are added here.
    static let carried: Set = [
        "position", "stub", "segment", "meta-data", "profile-short.curvature",
        "profile-long.longitude", "profile-long.latitude", "profile-long.link-identifier",
    ]

    static let byDefault: Set = ["position", "stub", "segment", "meta-data"]

    /// What a name of the mask stands for: a kind of profile for all its types.
    /// What the map of the sample also knows, and what goes out only where it is asked for by name.
    static let ownCodings = Set(
        ProfileType.named.filter { !$0.hasPublicCoding }.map(\.maskName)
    ).subtracting(["profile-short.variable-speed-sign-position"])

    static func types(of name: String) -> Set<String> {
        carried.filter { $0 == name || $0.hasPrefix(name + ".") }
    }

    /// The types in the log of a replay with these flags.
    private func sent(_ flags: String...) throws -> Set<String> {
        let arguments = [
            "replay", "--map", try Sample.map, "--input", try Sample.shortDrive, "--output", "-",
        ]
        let outcome = try ChildProcess(Programs.tool, arguments + flags).wait()
        #expect(outcome.status == 0, "\(outcome)")
        return try FrameLog(of: outcome).names
    }

    @Test func presets() throws {
        #expect(try sent() == Self.byDefault)
        #expect(try sent("--messages", "default") == Self.byDefault)
        #expect(try sent("--messages", "all") == Self.carried)
        #expect(try sent("--messages", "none").isEmpty)
        #expect(try sent("--messages", "mini") == ["segment", "meta-data"])
        #expect(try sent("--messages", "main-path") == Self.carried.subtracting(["stub"]))
    }

    @Test(arguments: MessageMask.names)
    func aSingleName(_ name: String) throws {
        let types = Self.ownCodings.contains(name) ? [name] : Self.types(of: name)
        #expect(try sent("--messages", "none", "--enable", name) == types)
    }

    @Test(arguments: carried.sorted() + ["profile-short", "profile-long"])
    func allButOne(_ name: String) throws {
        let rest = Self.carried.subtracting(Self.types(of: name))
        #expect(try sent("--messages", "all", "--disable", name) == rest)
    }

    @Test func namesAddUpAndDisableComesLast() throws {
        #expect(
            try sent("--enable", "profile-short.curvature", "--disable", "stub")
                == ["position", "segment", "meta-data", "profile-short.curvature"])
        #expect(
            try sent(
                "--disable", "profile-long.latitude", "--messages", "none", "--enable",
                "profile-long", "--enable", "segment")
                == ["profile-long.longitude", "profile-long.link-identifier", "segment"])
    }

    @Test(arguments: ["--enable", "--disable"])
    func anUnknownNameIsRefusedWithAllThatAreKnown(_ flag: String) throws {
        for program in [Programs.tool, Programs.daemon] {
            let arguments = program == Programs.tool ? Self.replay : Self.drive
            let outcome = try ChildProcess(program, arguments + [flag, "positoin"]).wait()
            outcome.expectRefusal(2, "unknown message name 'positoin'; known are position, stub,")
            for name in MessageMask.names { #expect(outcome.words.contains(name)) }
        }
    }

    /// Flags are checked before files, so the files need not be there.
    private static let replay = ["replay", "--map", "m", "--input", "i", "--output", "-"]
    private static let drive = ["--map", "m", "--position", "file:i", "--can", "c"]

    @Test(arguments: [
        (["--messages", "everything"], "unknown preset; known are default, all, none"),
        (["--layout", "intel"], "unknown layout; known are adasis, adasis-intel, table-order"),
        (["--can-id", "position"], "expected the name of a message or profile type, = and a hex"),
        (
            ["--can-id", "position=0x800"],
            ": --can-id position=0x800: three digits are an 11-bit identifier, up to 0x7FF; more"
        ),
        (["--can-id", "position=20000000"], "a 29-bit identifier is 0x1FFFFFFF at most"),
        (["--can-id", "position=0x"], "expected a hexadecimal identifier, as in 0x300"),
        (["--can-id", "profile-short.curvatures=300"], "expected the name of a message"),
        (["--look-ahead", "9"], ": --look-ahead 9: 10 to 7800 m can be set"),
        (["--trailing-length", "-3"], ": --trailing-length -3: 0 to 1000 m can be set"),
        (["--enable", "foo"], ": --enable foo: unknown message name 'foo'; known are position"),
        (["--disable", "foo"], ": --disable foo: unknown message name 'foo'; known are position"),
        (["--look-ahead", "7801"], "10 to 7800 m can be set"),
        (["--look-ahead", "nan"], "10 to 7800 m can be set"),
        (["--look-ahead", "7800", "--trailing-length", "101"], "7901 m together"),
        (["--side-look-ahead", "7801"], "0 to 7800 m can be set"),
        (["--trailing-length", "1001"], "0 to 1000 m can be set"),
        (["--repetition-distance", "0"], "10 to 100000 m can be set"),
        (["--side-levels", "6"], "0 to 5 can be set"),
        (["--bus-load", "0.1"], ": --bus-load 0.1: at 500000 bit/s at least 0.621 % are needed"),
        (["--bus-load", "100.1"], "0.01 to 100 % can be set"),
    ])
    func aWrongValueIsRefused(_ flags: [String], _ line: String) throws {
        let tool = try ChildProcess(Programs.tool, Self.replay + flags).wait()
        tool.expectRefusal(2, line)
        #expect(tool.words.hasPrefix("ehorizon: "))
        let daemon = try ChildProcess(Programs.daemon, Self.drive + flags).wait()
        daemon.expectRefusal(2, line)
        #expect(daemon.words.hasPrefix("ehorizond: "))
    }

    /// Identifiers are hexadecimal with and without 0x; where it may have been meant otherwise it is said.
    @Test func anIdentifierThatLooksDecimalIsReported() throws {
        for (text, identifier, words) in [
            ("768", "768", "ehorizon: --can-id position=768: read as 0x768"),
            ("0x300", "300", ""), ("30A", "30A", ""),
        ] {
            let outcome = try ehorizon("dbc", "--can-id", "position=\(text)")
            #expect(outcome.status == 0, "\(outcome)")
            let value = try #require(UInt32(identifier, radix: 16))
            #expect(outcome.text.contains("BO_ \(value) POSITION"))
            #expect(words.isEmpty ? outcome.words.isEmpty : outcome.words.hasPrefix(words))
            #expect(outcome.said.count == (words.isEmpty ? 0 : 1))
        }
    }

    /// One option for all identifiers, and a line for one that two messages have.
    @Test func identifiersInARow() throws {
        let scratch = try Scratch()
        let log = scratch["row.log"]
        let row = ["--can-id", "base=0x5F0", "--can-id", "stub=0x7F0"]
        let replay = try ehorizon(
            [
                "replay", "--map", try Sample.map, "--input", try Sample.shortDrive, "--messages",
                "all",
            ]
                + row + ["--output", log])
        #expect(replay.status == 0, "\(replay)")
        let text = String(decoding: try scratch.content("row.log"), as: UTF8.self)
        let identifiers = Set(
            text.split(separator: "\n").map { $0.split(separator: " ")[2].prefix { $0 != "#" } })
        #expect(identifiers == ["5F0", "7F0", "5F2", "5F3", "5F4", "5F5"])
        for command in ["decode", "check"] {
            let read = try ehorizon([command] + row + [log])
            #expect(read.status == 0 && !read.words.contains("--can-id"), "\(read.words)")
        }
        let extended = try ehorizon("dbc", "--can-id", "base=0x18FF0000")
        #expect(extended.text.contains("BO_ \(0x98FF_0005 as UInt32) META_DATA"), "\(extended)")
        try ehorizon("decode", "--can-id", "base=0x7FB", log).expectRefusal(
            2, "--can-id base=0x7FB: 6 identifiers in a row do not fit; the last one is 0x7FF")
        try ehorizon("decode", "--can-id", "base=x", log).expectRefusal(
            2, "--can-id base=x: expected a hexadecimal identifier")
        try ehorizon("decode", "--can-id", "bse=0x300", log).expectRefusal(2, "did you mean base?")
    }

    @Test(arguments: ["decode", "check"])
    func anIdentifierOfTwoMessagesIsReported(command: String) throws {
        let log = Sample.golden.path()
        let words =
            "--can-id position=0x305: META-DATA has this identifier too; set another one for it, or all with"
            + " --can-id base=0x300"
        let shared = try ehorizon(command, "--can-id", "position=0x305", log)
        #expect(shared.said.filter { $0.contains(words) }.count == 1, "\(shared.words)")
        let both = ["--can-id", "position=0x305", "--can-id", "meta-data=0x305"]
        #expect(!(try ehorizon([command] + both + [log])).words.contains("this identifier too"))
        let own = try ehorizon(command, "--can-id", "position=0x310", log)
        #expect(!own.words.contains("this identifier too"))
    }

    @Test(arguments: [
        (["--bitrate", "1"], "10000 to 8000000 bit/s can be set"),
        (["--interface", "a b"], "1 to 15 characters, no blank and no slash"),
        (["--interface", "sixteencharacter"], "1 to 15 characters"),
        (["--interface", ""], "1 to 15 characters"),
    ])
    func aWrongValueOfReplayIsRefused(_ flags: [String], _ line: String) throws {
        try ChildProcess(Programs.tool, Self.replay + flags).wait().expectRefusal(2, line)
    }

    @Test func identifiersCanBeSet() throws {
        let outcome = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output", "-",
            "--can-id", "position=0x18FF0001", "--can-id", "stub=7FF")
        #expect(outcome.status == 0)
        let identifiers = Set(
            outcome.lines.map { $0.split(separator: " ")[2].prefix { $0 != "#" } })
        #expect(identifiers == ["18FF0001", "7FF", "302", "305"])
    }
}
