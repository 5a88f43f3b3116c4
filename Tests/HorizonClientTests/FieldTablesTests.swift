import ADASISv2
import CANDatabase
import Foundation
import Testing

@Suite("The tables of the C client")
struct FieldTablesTests {
    private static let project = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let folder = project.appending(path: "Sources/Client/CHorizonClient")

    /// `UPDATE_GOLDEN=1 swift test --filter HorizonClientTests` writes them.
    @Test(
        "What is committed is what the layouts give",
        arguments: ["field_tables.h", "field_tables.c"])
    func committed(name: String) throws {
        try expect(
            name.hasSuffix(".h") ? FieldTables.header : FieldTables.source,
            in: Self.folder.appending(path: name))
    }

    /// The Python client has the names of the codec: 0 of SEGMENT's form of way is `unknown`, 4 is `roundabout`.
    @Test func theNamesOfThePythonClient() throws {
        let names = Self.project.appending(path: "tools/python-client/ehorizon_client/names.py")
        try expect(FieldNames.python, in: names)
        let fields = FieldNames.named.map(\.field)
        for field in [
            Field.formOfWay, .functionalRoadClass, .effectiveSpeedLimit, .effectiveSpeedLimitType,
            .rightOfWay, .currentLane, .tunnel, .accuracy,
        ] {
            #expect(fields.contains(field), "\(field)")
        }
    }

    private func expect(_ text: String, in file: URL) throws {
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let isSame = try String(contentsOf: file, encoding: .utf8) == text
        #expect(
            isSame,
            "\(file.lastPathComponent) has drifted: UPDATE_GOLDEN=1 swift test --filter HorizonClientTests"
        )
    }

    /// The client packs STUB and SEGMENT into 38 bits and META-DATA into 64, by the widths of the
    /// first layout, and marks keys in a set of 64.
    @Test func thePackedFieldsHaveRoom() throws {
        func bits(_ kind: MessageKind, from first: Field) throws -> Int {
            let fields = FieldTables.fields(kind)
            let start = try #require(fields.firstIndex(of: first))
            return fields[start...].reduce(0) { $0 + ($1.width ?? 0) }
        }
        #expect(try bits(.stub, from: .subPathIndex) <= 38)
        #expect(try bits(.segment, from: .functionalRoadClass) <= 38)
        #expect(try bits(.metaData, from: .countryCode) <= 64)
        for type in ProfileType.named where type.course != .points {
            #expect((type.record?.keyWidth ?? 0) <= 5, "\(type)")
        }
        for preset in FieldTables.presets {
            for message in Layout(preset).messages {
                for field in FieldTables.fields(message.kind) {
                    #expect(message.bits(of: field)?.width == field.width, "\(field)")
                }
            }
        }
    }
}
