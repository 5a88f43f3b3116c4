import ADASISv2
import CANDatabase
import CANFrames
import Foundation
import Testing

/// GM's bus. The DBC (`cadillac_ct6_object.dbc` of `commaai/opendbc`) is not ours to ship: it is looked
/// for beside the repository and at `EHORIZON_GM_DBC`. The mapping is ours.
enum GM {
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let file =
        ProcessInfo.processInfo.environment["EHORIZON_GM_DBC"].map { URL(filePath: $0) }
        ?? package.deletingLastPathComponent().appending(path: "shared/protocol/gm-ct6.dbc")

    static let isThere = FileManager.default.fileExists(atPath: file.path())

    static func dbc() throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The requests of GM's clients.
    static func requests() throws -> RequestLayout {
        var source = RequestSource(message: "Map_Retrans_Request_FO")
        source.signals = [
            RequestSource.Name(.messageType, "ADASISMsgTypRetrans"),
            RequestSource.Name(.cyclicCounter, "ADASISRwDtMplxdCycCnt"),
            RequestSource.Name(.reset, "HrznPrvdRstRq"),
        ]
        return try RequestLayout(source, in: Database(parsing: dbc()))
    }

    static func map() throws -> String {
        try String(contentsOf: package.appending(path: "can-fixtures/gm-ct6.map"), encoding: .utf8)
    }
}

@Suite("GM's layout")
struct GMLayoutTests {
    @Test("The mapping names every field but the speed, which GM has not")
    func mapping() throws {
        let mapping = try LayoutMapping(parsing: GM.map())
        for section in mapping.sections {
            let named = Set(section.signals.map(\.field))
            let missing = section.kind.fields.filter { !named.contains($0) && $0 != .reserved }
            #expect(missing == (section.kind == .position ? [.speed] : []), "[\(section.name)]")
        }
        #expect(mapping.sections.filter { $0.kind == .profileShort }.count == 2)
        #expect(mapping.sections.filter { $0.kind == .profileLong }.count == 2)
    }

    @Test(
        "Lateral offset and second identifiers",
        .enabled(if: GM.isThere, "needs GM's DBC: set EHORIZON_GM_DBC")
    )
    func layout() throws {
        let layout = try Layout(
            database: Database(parsing: GM.dbc()),
            mapping: LayoutMapping(parsing: GM.map())
        )
        #expect(layout.messages.count == 8)
        var position = PositionMessage(pathIndex: .first, offset: OffsetCode(raw: 82))
        position.lateralOffset = LateralOffsetCode(raw: 0x1FE)
        position.currentLane = .middle
        let frame = layout.encode(.position(position))
        #expect(frame.identifier == CANIdentifier(base: 1540))
        // type 1, offset 82; age and heading n/a; lateral offset in bit 0 of byte 5 and byte 6.
        #expect(frame.bytes[0] == 0x20)
        #expect(frame.bytes[1] == 82)
        #expect(frame.bytes[5] & 1 == 1)
        #expect(frame.bytes[6] == 0xFE)
        #expect(try layout.decode(frame) == .position(position))
        position.speed = SpeedCode(raw: 100)
        #expect(layout.encode(.position(position)) == frame, "GM does not carry the speed")

        #expect(layout.identifier(for: IdentifierTests.short(.curvature))?.value == 1548)
        #expect(layout.identifier(for: IdentifierTests.short(.slopeLinear))?.value == 1544)
        #expect(layout.identifier(for: IdentifierTests.long(.altitude))?.value == 1543)
        var other = layout.encode(IdentifierTests.long(.altitude))
        other.identifier = CANIdentifier(truncatingBase: 1547)
        #expect(try layout.decode(other) == IdentifierTests.long(.altitude))
        let names = try layout.database().messages.map(\.name)
        #expect(names.contains("PROFILE_SHORT_CURVATURE"))
        #expect(names.contains("PROFILE_LONG_2"))
    }
}
