import ADASISv2
import CANDatabase
import CANFrames
import Foundation
import Quantities
import Testing

@Suite("The page on layouts")
struct LayoutPageTests {
    /// The page's blocks of code by their language, in their order.
    private static func blocks(_ language: String) throws -> [String] {
        let page = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Wire/ProtocolReference/Pages/layouts.md")
        return try String(contentsOf: page, encoding: .utf8)
            .components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    private static func layout() throws -> Layout {
        try Layout(
            database: Database(parsing: #require(blocks("dbc").first)),
            mapping: LayoutMapping(parsing: #require(blocks("toml").first)))
    }

    @Test("Its example is a layout, with a channel for curvature and a trailer")
    func example() throws {
        let layout = try Self.layout()
        #expect(layout.messages.map(\.identifier.value) == [1540, 1541, 1542])
        var position = PositionMessage(pathIndex: .first, offset: OffsetCode(raw: 82))
        position.speed = SpeedCode(MetresPerSecond(5))
        let frame = layout.encode(.position(position))
        #expect(try layout.decode(frame) == .position(position))
        var broken = frame
        broken.bytes[1] ^= 1
        #expect(throws: FrameError.self) { try layout.decode(broken) }
        for type in ShortProfileType.named {
            let message = Message.profileShort(ProfileShortMessage(profileType: type))
            let expected: UInt32 = type == .curvature ? 1542 : 1541
            #expect(layout.identifier(for: message)?.value == expected)
        }
    }

    @Test("The errors that it quotes are told")
    func errors() throws {
        let database = try Database(parsing: #require(Self.blocks("dbc").first))
        let misspelt = #expect(throws: LayoutMappingError.self) {
            try LayoutMapping(parsing: "[position]\nmessage = \"Horizon_Place\"\nspede = \"x\"")
        }
        #expect(misspelt?.description == "line 3, column 1: unknown key 'spede' in [position]")
        let absent = #expect(throws: LayoutSourceError.self) {
            try Layout(
                database: database,
                mapping: LayoutMapping(
                    parsing: "[position]\nmessage = \"Horizon_Place\"\nspeed = \"Pl_Sped\""))
        }
        #expect(
            absent?.description == "[position] speed: Horizon_Place has no signal 'Pl_Sped'")
    }

    @Test("What it says of identifiers, CAN FD and messages that a layout does not have")
    func claims() throws {
        var layout = try Self.layout()
        #expect(!layout.carries(.stub) && !layout.carries(.segment))
        #expect(layout.carries(.position) && layout.carries(.profileShort))
        #expect(layout.identifier(of: .systemSpecific).value == 1540)
        layout.setIdentifier(CANIdentifier(truncatingBase: 0x310), of: .stub)
        #expect(layout.messages.count == 3)
        let moved = try Layout(.adasis).placing(at: 8, frameLength: 16, isFD: true)
        let metaData = Message.stub(StubMessage(pathIndex: .first, subPathIndex: .last))
        let bytes = moved.encode(metaData).bytes
        let original = Layout(.adasis).encode(metaData).bytes
        for index in 0..<8 {
            #expect(bytes[index] == 0)
            #expect(bytes[8 + index] == original[index])
        }
        #expect(throws: LayoutError.outsideFrame(.position, .positionAge)) {
            try Layout(.adasis).placing(at: 8, frameLength: 12, isFD: true)
        }
    }
}
