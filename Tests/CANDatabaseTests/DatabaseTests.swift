import CANDatabase
import CANFrames
import Testing

@Suite("A database as a DBC file")
struct DatabaseTests {
    static let database = Database(
        version: "1",
        sender: "Horizon",
        messages: [
            DatabaseMessage(
                name: "PLACE",
                identifier: CANIdentifier(truncatingBase: 0x300),
                length: 8,
                signals: [
                    DatabaseSignal(
                        name: "speed",
                        bits: SignalBits(startBit: 40, width: 9, byteOrder: .motorola),
                        factor: 0.2,
                        offset: -12.8,
                        unit: "m/s",
                        namedValues: [NamedValue(511, "n/a"), NamedValue(510, "a \"fast\" one")],
                        comment: "How fast."
                    ),
                    DatabaseSignal(
                        name: "value",
                        bits: SignalBits(startBit: 0, width: 32, byteOrder: .intel)
                    ),
                ],
                comment: "Where."
            )
        ],
        comment: "A bus."
    )

    @Test("Every part of a database is in its text")
    func text() {
        #expect(
            Self.database.dbc == """
                VERSION "1"

                NS_ :

                BS_:

                BU_: Horizon

                BO_ 768 PLACE: 8 Horizon
                 SG_ speed : 40|9@0+ (0.2,-12.8) [-12.8|89.4] "m/s" Vector__XXX
                 SG_ value : 0|32@1+ (1,0) [0|4294967295] "" Vector__XXX

                CM_ "A bus.";
                CM_ BO_ 768 "Where.";
                CM_ SG_ 768 speed "How fast.";
                VAL_ 768 speed 511 "n/a" 510 "a \\"fast\\" one" ;

                """
        )
    }

    @Test("Identifiers of 29 bits have bit 31 set")
    func extended() throws {
        var database = Self.database
        database.messages[0].identifier = try #require(CANIdentifier(extended: 0x300))
        #expect(database.dbc.contains("BO_ 2147484416 PLACE: 8"))
    }

    @Test("CAN FD is an attribute")
    func flexibleDataRate() {
        #expect(!Self.database.dbc.contains("VFrameFormat"))
        var database = Self.database
        database.messages[0].isFD = true
        #expect(database.dbc.contains("BA_ \"VFrameFormat\" BO_ 768 14;"))
    }
}
