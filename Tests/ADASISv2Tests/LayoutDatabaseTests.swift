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
        #expect(
            database.message(named: "STUB")?.signal(named: "checksum")?.comment
                == Field.checksum.record.remark)
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

    @Test("One checksum of several messages is described, of different ones none")
    func sharedChecksums() throws {
        for odd in [nil, MessageKind.position, .metaData] {
            var layout = try TrailerTests.layout().sealed { message in
                var trailer = message.trailer
                trailer?.dataIdentifier = message.kind == odd ? 8 : 7
                return trailer
            }
            for kind in MessageKind.standard {
                layout.setIdentifier(CANIdentifier(truncatingBase: 0x320), of: kind)
            }
            let database = try layout.database()
            let message = try #require(database.message(named: "ADASIS_320"))
            #expect(
                message.signal(named: "aliveCounter")?.comment == Field.aliveCounter.record.remark)
            let comment = message.signal(named: "checksum")?.comment
            if odd == nil {
                #expect(
                    comment == Field.checksum.record.remark + " checksum-algorithm=crc-8-sae-j1850"
                        + " checksum-data-id=7 checksum-data-id-place=first")
                let read = try Layout(database: database)
                #expect(read.messages.map(\.trailer) == layout.messages.map(\.trailer))
            } else {
                #expect(comment == Field.checksum.record.remark)
            }
        }
    }

    @Test("Of a checksum's comment the words of a mapping count, and nothing else")
    func remarks() throws {
        var database = try TrailerTests.layout().database()
        for place in database.messages.indices {
            let signals = database.messages[place].signals.indices
            for number in signals
            where database.messages[place].signals[number].name == "checksum" {
                database.messages[place].signals[number].comment =
                    "All = bytes message=Other offset=turnAngle checksum-algorithm"
                    + " checksum-algorithm=crc-8h2f checksum-algorithm==xor-8 checksum-data-id=1=2"
            }
        }
        let read = try Layout(database: database)
        #expect(read.messages.count == 6)
        for message in read.messages {
            let trailer = try #require(message.trailer)
            #expect(trailer.algorithm == .crc8H2F)
            #expect(trailer.dataIdentifier == nil)
        }
    }

    @Test("Several types on a second identifier are understood, but not told by the name")
    func severalTypes() throws {
        var layout = Layout(.adasis)
        layout.setIdentifier(CANIdentifier(truncatingBase: 0x310), of: .curvature)
        layout.setIdentifier(CANIdentifier(truncatingBase: 0x310), of: .slopeStep)
        let database = try layout.database()
        #expect(database.messages.map(\.name).contains("PROFILE_SHORT_2"))
        let read = try Layout(database: database)
        #expect(read.messages.count == 7)
        #expect(try read.decode(layout.encode(IdentifierTests.short(.curvature))) != nil)
        #expect(read.identifier(for: IdentifierTests.short(.curvature))?.value == 0x303)
    }

    @Test("Trailers are described; of these only names are not enough")
    func trailers() throws {
        let layout = try TrailerTests.layout()
        let database = try layout.database()
        #expect(database.message(named: "STUB")?.signal(named: "checksum")?.bits.startBit == 72)
        var shared = layout
        for kind in MessageKind.standard {
            shared.setIdentifier(CANIdentifier(truncatingBase: 0x320), of: kind)
        }
        let message = try #require(try shared.database().message(named: "ADASIS_320"))
        #expect(message.signal(named: "aliveCounter")?.condition == nil)
        #expect(message.signal(named: "messageType")?.isMultiplexor == true)
        #expect(message.signal(named: "STUB_turnAngle")?.condition?.values == [3...3])
    }
}
