import ADASISv2
import CANDatabase
import CANFrames
import Testing

@Suite("A layout as a DBC, and back")
struct LayoutDatabaseTests {
    @Test("What a DBC of ours says is all that there is: reserved bits, trailers, the first way")
    func thereAndBack() throws {
        var layouts = LayoutPreset.allCases.map { Layout($0) }
        layouts.append(try TrailerTests.layout())
        layouts.append(
            try TrailerTests.layout().sealed { message in
                var trailer = message.trailer
                trailer?.dataIdentifierPlace = .last
                trailer?.covered = 2..<10
                return trailer
            })
        // Before the identifier of the other types.
        var moved = Layout(.adasis)
        moved.setIdentifier(CANIdentifier(truncatingBase: 0x310), of: .position)
        moved.setIdentifier(CANIdentifier(truncatingBase: 0x300), of: .curvature)
        layouts.append(moved)
        for layout in layouts {
            let text = try layout.database().dbc
            let read = try Layout(database: Database(parsing: text))
            #expect(try read.database().dbc == text)
            #expect(read.messages.map(\.trailer) == layout.messages.map(\.trailer))
            #expect(
                read.messages.map(\.profileTypes.numbers)
                    == layout.messages.map(\.profileTypes.numbers))
        }
    }

    @Test("A checksum that nothing says how to make is refused, and not left out")
    func unknownChecksum() throws {
        let own = ChecksumAlgorithm(name: "sum-8", width: 8, initial: 0) {
            ($0 + UInt64($1)) & 0xFF
        }
        let database = try TrailerTests.layout(own).database()
        #expect(throws: LayoutSourceError.incompleteTrailer(section: "position")) {
            try Layout(database: database)
        }
        // Nor can one comment say how the checksums of several messages are made.
        var shared = try TrailerTests.layout()
        for kind in MessageKind.standard {
            shared.setIdentifier(CANIdentifier(truncatingBase: 0x320), of: kind)
        }
        #expect(throws: LayoutSourceError.incompleteTrailer(section: "position")) {
            try Layout(database: shared.database())
        }
    }
}
