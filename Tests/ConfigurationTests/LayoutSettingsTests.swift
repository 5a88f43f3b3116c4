import ADASISv2
import CANDatabase
import CANFrames
import Engine
import Horizon
import HorizonProvider
import Quantities
import Testing

@testable import Configuration

@Suite("Settings of the layout")
struct LayoutSettingsTests {
    private func layout(_ text: String, _ flags: (inout MessageFlags) -> Void = { _ in }) -> (
        layout: Layout, problems: [String]
    ) {
        let (loaded, problems) = read(text, flags)
        return (loaded.settings.engineParameters.provider.layout, problems)
    }

    private static let curvature = Message.profileShort(
        ProfileShortMessage(profileType: .curvature))

    @Test func aProfileTypeHasAChannelOfItsOwn() throws {
        let text = """
            [layout.can_id]
            profile-short = "0x320"
            "profile-short.curvature" = "0x310"
            "profile-long.latitude" = "00000311"
            """
        let (layout, problems) = layout(text) { $0.layout.canID = ["profile-long.altitude=312"] }
        #expect(problems.isEmpty)
        #expect(layout.identifier(for: Self.curvature)?.text == "310")
        let slope = ProfileShortMessage(profileType: .slopeStep)
        #expect(layout.identifier(for: .profileShort(slope))?.text == "320")
        let latitude = ProfileLongMessage(profileType: .latitude)
        #expect(layout.identifier(for: .profileLong(latitude))?.isExtended == true)
        let altitude = ProfileLongMessage(profileType: .altitude)
        #expect(layout.identifier(for: .profileLong(altitude))?.text == "312")
        let printed = read(text).loaded.toml
        #expect(printed.contains("\"profile-short.curvature\" = \"0x310\"  # c.toml:3\n"))
        #expect(read(printed).loaded.toml.contains("\"profile-long.latitude\" = \"00000311\""))
    }

    /// Counter and checksum behind a message that begins at the second byte of a CAN FD frame.
    @Test func aTrailerInAFlexibleFrame() throws {
        let text = """
            [layout]
            frame_bytes = 12
            can_fd = true
            pdu_offset_bytes = 2
            [layout.trailer]
            algorithm = "crc-8-sae-j1850"
            checksum = "0|8@1"
            counter = "8|4@1"
            data_id_place = "last"
            covered_bytes = [1, 9]
            [layout.trailer.data_id]
            position = 0x1234
            """
        let (layout, problems) = layout(text)
        #expect(problems.isEmpty)
        var counters = AliveCounters(for: layout)
        let message = Message.position(PositionMessage(pathIndex: .first))
        _ = layout.encode(message, counting: &counters)
        let frame = layout.encode(message, counting: &counters)
        #expect(frame.isFD && frame.length == 12)
        #expect(frame.bytes[1] & 0xF == 1)
        #expect(try layout.decode(frame) == message)
        let position = try #require(layout.messages.first { $0.kind == .position })
        #expect(position.byteOffset == 2)
        let trailer = try #require(position.trailer)
        #expect(trailer.dataIdentifier == 0x1234 && trailer.dataIdentifierPlace == .last)
        #expect(trailer.covered == 1..<10)
        #expect(layout.messages.filter { $0.trailer?.dataIdentifier != nil }.count == 1)
        #expect(read(text).loaded.settings.isFlexible)
        let again = read(read(text).loaded.toml)
        #expect(again.problems.isEmpty)
        #expect(
            again.loaded.settings.engineParameters.provider.layout.messages == layout.messages)
    }

    @Test func aDBCWithOurNames() throws {
        let folder = try Folder()
        var own = Layout(.adasisIntel)
        own.setIdentifier(CANIdentifier(truncatingBase: 0x123), of: .stub)
        let dbc = try folder.file("ours.dbc", own.database().dbc)
        let text = "[layout]\nname = \"\(dbc)\"\n"
        let (loaded, problems) = ConfigurationTests.read(text)
        #expect(problems.isEmpty)
        let read = loaded.settings.engineParameters.provider.layout
        for message in [
            Message.stub(StubMessage(pathIndex: .first)), Self.curvature,
            .position(PositionMessage(pathIndex: .first)),
        ] {
            #expect(read.encode(message) == own.encode(message))
        }
        #expect(loaded.toml.contains("stub = \"0x123\"  # c.toml:2\n"))
        // An identifier of one's own goes over that of the DBC; a preset's name over both.
        let flags = layout(text) { $0.layout.canID = ["stub=0x124"] }
        #expect(flags.layout.identifier(of: .stub).text == "124")
        #expect(
            layout(text) { $0.layout.layout = "adasis" }.layout.identifier(of: .stub).text == "301")
    }

    @Test func aDBCWithAMapping() throws {
        let folder = try Folder()
        let dbc = try folder.file(
            "maker.dbc",
            """
            VERSION ""
            BU_: A
            BO_ 1540 Where: 8 A
             SG_ Typ : 7|3@0+ (1,0) [0|7] "" A
             SG_ Way : 23|6@0+ (1,0) [0|63] "" A
             SG_ Off : 39|13@0+ (1,0) [0|8191] "" A
             SG_ Crc : 8|8@1+ (1,0) [0|255] "" A
            """)
        let map = "[position]\nmessage = \"Where\"\nmessageType = \"Typ\"\npathIndex = \"Way\"\n"
        let whole = map + "offset = \"Off\"\ncyclicCounter = \"Off2\"\n"
        _ = try folder.file("maker.map", whole)
        let text = "[layout]\nname = \"\(dbc)\"\n"
        let problems = layout(text).problems
        #expect(
            problems == [
                "c.toml:2:8: \(dbc.dropLast(4)).map: [position] cyclicCounter: Where has no signal"
                    + " 'Off2'"
            ])
        let bad = try folder.file("bad.map", map + "offset = Off\n")
        #expect(
            layout(text + "mapping = \"\(bad)\"").problems == [
                "c.toml:2:8: \(bad), line 5, column 10: expected a text in double quotes"
            ])
        #expect(
            layout(text + "mapping = \"/nowhere/x.map\"").problems == [
                "c.toml:2:8: cannot open /nowhere/x.map: No such file or directory"
            ])
        // The frame is the DBC's matter, which of its bytes are covered the mapping's.
        let sealed =
            map + "offset = \"Off\"\nchecksum = \"Crc\"\nchecksum-algorithm = \"xor-8\"\n"
        for (lines, problem) in [
            (
                "checksum-bytes = \"1-1\"",
                ".map: POSITION: of bytes 1 to 1 the checksum would cover itself alone"
            ),
            (
                "checksum-bytes = \"0-8\"",
                ".map: POSITION: the checksum covers bytes 0 to 8, and the frame has 8"
            ),
            ("positionAge = \"Way\"", ".dbc: POSITION: positionAge has 6 bits and needs 9"),
        ] {
            _ = try folder.file("maker.map", sealed + lines)
            #expect(layout(text).problems == ["c.toml:2:8: \(dbc.dropLast(4))\(problem)"])
        }
    }

    /// What the layout has no place for cannot be asked for by name.
    @Test func aDBCWithoutProfiles() throws {
        let folder = try Folder()
        let few = try Layout(
            messages: Layout(.adasis).messages.filter {
                [.position, .stub, .segment, .metaData].contains($0.kind)
            })
        let dbc = try folder.file("few.dbc", few.database().dbc)
        let text = "[layout]\nname = \"\(dbc)\"\n"
        #expect(read(text) { $0.messages = "all" }.problems.isEmpty)
        #expect(
            layout(text) { $0.enable = ["profile-short.curvature"] }.problems == [
                "c.toml:2:8: --enable profile-short.curvature: the layout \(dbc) has no place for it"
            ])
        #expect(
            layout(text) { $0.layout.canID = ["profile-long=1"] }.problems == [
                "layout.can_id.profile-long: the layout has no PROFILE LONG"
            ])
    }

    @Test(arguments: [
        (
            "[layout]\nname = \"/nowhere/x.dbc\"",
            "c.toml:2:8: cannot open /nowhere/x.dbc: No such file or directory"
        ),
        (
            "[layout]\nmapping = \"x.map\"",
            "c.toml:2:11: the mapping x.map: only a DBC has one, and the layout is adasis"
        ),
        (
            "[layout]\nname = \"x.dbc\"\npdu_offset_bytes = 1",
            "c.toml:3:20: the layout is x.dbc: describe frames and trailers in the DBC and its"
                + " mapping"
        ),
        (
            "[layout]\nframe_bytes = 12",
            "c.toml:2:15: POSITION: no frame of 12 bytes with the message from byte 0 on"
        ),
        (
            "[layout]\nframe_bytes = 9",
            "c.toml:2:15: layout.frame_bytes = 9: expected one of 8, 12,"
        ),
        ("[layout]\npdu_offset_bytes = 1", "c.toml:2:20: POSITION: "),
        (
            "[layout.trailer]\nalgorithm = \"crc\"",
            "c.toml:2:13: layout.trailer.algorithm = \"crc\": expected one of crc-8-sae-j1850,"
        ),
        (
            "[layout.trailer]\nalgorithm = \"xor-8\"",
            "c.toml:2:13: layout.trailer needs both layout.trailer.algorithm and"
        ),
        (
            "[layout.trailer]\nalgorithm = \"xor-8\"\nchecksum = \"56|8@1\"",
            "c.toml:3:12: layout.trailer: POSITION: checksum and "
        ),
        (
            "[layout.trailer]\nalgorithm = \"xor-8\"\nchecksum = \"64|8@1\"",
            "c.toml:3:12: layout.trailer: POSITION: checksum does not lie in the frame"
        ),
        (
            "[layout.trailer]\nchecksum = \"64|8\"",
            "c.toml:2:12: layout.trailer.checksum = \"64|8\": expected start bit, width and byte order"
        ),
        (
            "[layout.trailer]\ncovered_bytes = [3, 1]",
            "c.toml:2:17: layout.trailer.covered_bytes = [3, 1]: expected the first and the last byte"
        ),
        (
            "[layout]\nframe_bytes = 12\ncan_fd = true\n[layout.trailer]\nalgorithm = \"xor-8\"\n"
                + "checksum = \"64|8@1\"\ncovered_bytes = [8, 8]",
            "c.toml:7:17: layout.trailer: POSITION: of bytes 8 to 8 the checksum would cover itself"
                + " alone"
        ),
        (
            "[layout]\nframe_bytes = 12\ncan_fd = true\n[layout.trailer]\nalgorithm = \"xor-8\"\n"
                + "checksum = \"64|8@1\"\ncovered_bytes = [0, 12]",
            "c.toml:7:17: layout.trailer: POSITION: the checksum covers bytes 0 to 12, and the frame"
                + " has 12"
        ),
        (
            "[layout.trailer.data_id]\nstub = 65536",
            "c.toml:2:8: layout.trailer.data_id.stub = 65536: 0 to 65535 can be set"
        ),
        (
            "[layout.can_id]\n\"profile-short.slope\" = \"1\"",
            "c.toml:2:1: unknown key layout.can_id.\"profile-short.slope\""
        ),
        (
            "[horizon]\npath_change = \"new\"",
            "c.toml:2:15: horizon.path_change = \"new\": expected one of stub, new-path"
        ),
        (
            "[timing]\nposition_candidates = 5",
            "c.toml:2:23: timing.position_candidates = 5: 1 to 4 can be set"
        ),
    ])
    func isOneLineWithItsPlace(_ text: String, _ line: String) {
        let problems = read(text).problems
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.hasPrefix(line) == true, "\(problems)")
    }

    @Test func newerSettingsOfTheTreeAndOfPosition() {
        let parameters = read(
            """
            [horizon]
            path_change = "new-path"
            longest_move_back_m = 20
            step_m = 100
            [timing]
            position_candidates = 3
            candidate_probability = 0.2
            """
        ).loaded.settings.engineParameters
        #expect(parameters.horizon.pathChange == .newPath)
        #expect(parameters.horizon.longestMoveBack.value == 20)
        #expect(parameters.horizon.step.value == 10_000)
        #expect(parameters.provider.timing.positionCandidates == 3)
        #expect(parameters.provider.timing.candidateProbability == 0.2)
    }
}
