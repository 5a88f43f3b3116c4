import ADASISv2
import CANFrames
import Foundation
import Testing

/// One layout, said in any way, for all programs that write frames or read them.
@Suite("Layouts")
struct LayoutTests {
    /// GM's DBC is not ours to ship: it is looked for beside the repository and at `EHORIZON_GM_DBC`.
    private static let dbcOfGM =
        ProcessInfo.processInfo.environment["EHORIZON_GM_DBC"]
        ?? Programs.package.deletingLastPathComponent()
        .appending(path: "shared/protocol/gm-ct6.dbc").path()
    private static let isGMThere = FileManager.default.fileExists(atPath: dbcOfGM)
    private static let mappingOfGM =
        Programs.package.appending(path: "can-fixtures/gm-ct6.map").path()

    /// A car maker's DBC made by hand: names, bit order, identifiers and lengths of its own, and
    /// POSITION without a speed.
    private static let maker = Programs.package.appending(path: "can-fixtures/maker.dbc").path()

    /// What a drive's frames in the layout say is what the same drive's say in ours, to every program.
    private func expectTheSame(
        _ flags: [String], as ownFlags: [String] = [], whereNot without: [String] = []
    ) throws {
        let scratch = try Scratch()
        let map = try Sample.map
        func replay(_ name: String, _ flags: [String]) throws -> String {
            let outcome = try run(
                Programs.tool,
                [
                    "replay", "--map", map, "--input", try Sample.shortDrive, "--output",
                    scratch[name], "--messages", "all",
                ] + flags)
            #expect(outcome.status == 0, "\(outcome)")
            return scratch[name]
        }
        let ours = try replay("ours.log", ownFlags)
        let theirs = try replay("theirs.log", flags)
        func said(_ log: String, _ flags: [String]) throws -> [String] {
            let outcome = try run(Programs.tool, ["decode", "--json", log] + flags)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.words.isEmpty, "\(outcome)")
            return try outcome.lines.map { try value($0, without: without) }
        }
        let expected = try said(ours, ownFlags)
        #expect(expected.count > 200)
        #expect(try said(theirs, flags) == expected)
        let check = try run(Programs.tool, ["check", theirs] + flags)
        #expect(check.status == 0, "\(check)")
        let tree = try run(Programs.tool, ["reconstruct", "--json", theirs] + flags)
        #expect(tree.status == 0, "\(tree)")
        #expect(
            tree.text.contains("\"curvature\"") || tree.text.contains("profile-short.curvature"))
        let dbc = try run(Programs.tool, ["dbc"] + flags)
        #expect(dbc.status == 0, "\(dbc)")
        // And from our names in the DBC back to the same layout.
        let again = try scratch.file("again.dbc", dbc.output)
        #expect(try said(theirs, ["--layout", again]) == expected)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Outcome {
        let outcome = try ChildProcess(program, arguments).wait()
        #expect(outcome.signal == nil, "\(outcome)")
        return outcome
    }

    /// Message and values of a line of `decode --json`, without its time and identifier.
    private func value(_ line: Substring, without fields: [String]) throws -> String {
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        var values = try #require(object["value"] as? [String: Any])
        for field in fields {
            for member in [field, field + "Word", field + "Saturated"] { values[member] = nil }
        }
        let text = try JSONSerialization.data(withJSONObject: values, options: .sortedKeys)
        return "\(object["message"] ?? "") \(String(decoding: text, as: UTF8.self))"
    }

    @Test func aMakersDBCWithItsMapping() throws {
        // Identifiers of 29 bits make longer frames, and the bus takes fewer.
        try expectTheSame(
            ["--layout", Self.maker], as: ["--can-id", "meta-data=00000305"], whereNot: ["speed"])
    }

    @Test(.enabled(if: isGMThere, "needs GM's DBC: set EHORIZON_GM_DBC"))
    func theDBCOfGMWithOurMapping() throws {
        try expectTheSame(
            ["--layout", Self.dbcOfGM, "--layout-mapping", Self.mappingOfGM],
            whereNot: ["speed", "lateralOffset"])
    }

    @Test func aConfigurationForAllPrograms() throws {
        let scratch = try Scratch()
        let configuration = try scratch.file(
            "c.toml",
            """
            [messages]
            preset = "all"
            [layout]
            name = "table-order"
            [layout.can_id]
            position = "0x18FF0001"
            "profile-short.curvature" = "0x310"
            """)
        try expectTheSame(["--config", configuration], as: ["--can-id", "position=00000300"])
    }

    /// A trailer's counter counts the frames of each identifier, and a frame that was damaged is told.
    @Test func aTrailerInCANFDFrames() throws {
        let scratch = try Scratch()
        let configuration = try scratch.file(
            "c.toml",
            """
            [messages]
            preset = "all"
            [layout]
            can_fd = true
            frame_bytes = 12
            pdu_offset_bytes = 2
            [layout.trailer]
            algorithm = "crc-8-sae-j1850"
            checksum = "0|8@1"
            counter = "8|4@1"
            [layout.trailer.data_id]
            position = 0x300
            """)
        let log = scratch["fd.log"]
        let outcome = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output", log,
            "--config", configuration)
        #expect(outcome.status == 0, "\(outcome)")
        let frames = try String(decoding: scratch.content("fd.log"), as: UTF8.self)
            .split(separator: "\n").map { try LoggedFrame(parsing: String($0)) }
        var last: [UInt32: UInt8] = [:]
        for logged in frames {
            guard case .data(let frame) = logged.content else { continue }
            #expect(frame.isFD && frame.length == 12)
            let counter = frame.bytes[1] & 0xF
            #expect(counter == last[frame.identifier.value].map { ($0 + 1) & 0xF } ?? 0)
            last[frame.identifier.value] = counter
        }
        #expect(last.count == 6)
        let check = try ehorizon("check", "--config", configuration, log)
        #expect(check.status == 0, "\(check)")
        // The DBC says how the checksum is made, so the frames can be read by it alone.
        let dbc = try ehorizon("dbc", "--config", configuration)
        let again = try scratch.file("fd.dbc", dbc.output)
        #expect(try ehorizon("dbc", "--layout", again).output == dbc.output)
        var damaged = frames[40]
        guard case .data(var frame) = damaged.content else { return }
        frame.bytes[5] ^= 1
        damaged.content = .data(frame)
        let bad = try scratch.file("bad.log", damaged.text + "\n")
        let decoded = try ehorizon("decode", "--config", configuration, bad)
        #expect(decoded.status == 1)
        #expect(decoded.words.contains("\(bad), line 1: "), "\(decoded)")
        #expect(decoded.words.contains(" with checksum 0x"), "\(decoded)")
    }

    @Test(arguments: ["decode", "check", "reconstruct", "dbc"])
    func whatIsWrongWithALayoutIsOneLine(_ command: String) throws {
        let scratch = try Scratch()
        let bad = try scratch.file("bad.dbc", "VERSION \"\"\nBO_ 1 A 8 X\n")
        for (flags, line) in [
            (
                ["--layout", "intel"],
                "--layout intel: unknown layout; known are adasis, adasis-intel"
            ),
            (
                ["--layout", "/nowhere/x.dbc"],
                "cannot open /nowhere/x.dbc: No such file or directory"
            ),
            (["--layout", bad], "\(bad), line 2, column "),
            (["--layout-mapping", "x.map"], "only a DBC has one"),
            (["--can-id", "stub=xyz"], "--can-id stub=xyz: expected a hexadecimal identifier"),
            (["--config", "/nowhere/c.toml"], "cannot open /nowhere/c.toml: No such file"),
        ] {
            try run(Programs.tool, [command] + flags).expectRefusal(2, line)
        }
    }
}
