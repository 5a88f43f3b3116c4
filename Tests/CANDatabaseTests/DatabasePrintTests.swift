import CANDatabase
import CANFrames
import Testing

@Suite("A database with everything, as a DBC file")
struct DatabasePrintTests {
    private static func signal(
        _ name: String, _ start: Int, _ width: Int, _ order: ByteOrder = .intel
    ) -> DatabaseSignal {
        DatabaseSignal(
            name: name, bits: SignalBits(startBit: start, width: width, byteOrder: order))
    }

    private static func message(
        _ name: String, _ number: UInt16, _ signals: [DatabaseSignal], length: Int = 8
    ) -> DatabaseMessage {
        DatabaseMessage(
            name: name, identifier: CANIdentifier(truncatingBase: number), length: length,
            signals: signals)
    }

    private static func lines(_ database: Database, _ prefix: String) -> [String] {
        database.dbc.split(separator: "\n").map(String.init).filter { $0.hasPrefix(prefix) }
    }

    private static func dbc(_ signals: [DatabaseSignal]) -> Database {
        Database(version: "", sender: "X", messages: [message("A", 1, signals)])
    }

    @Test("Nothing is said where there is nothing to say")
    func bare() {
        let database = Database(
            version: "", sender: "", messages: [Self.message("A", 1, [Self.signal("b", 0, 1)])])
        #expect(
            database.dbc
                == "VERSION \"\"\n\nNS_ :\n\nBS_:\n\nBU_: \n\nBO_ 1 A: 8 Vector__XXX\n"
                + " SG_ b : 0|1@1+ (1,0) [0|1] \"\" Vector__XXX\n\n")
    }

    @Test("Quotes and backslashes are escaped")
    func quotes() throws {
        var database = Self.dbc([])
        database.comment = "c:\\path \"x\""
        #expect(Self.lines(database, "CM_") == ["CM_ \"c:\\\\path \\\"x\\\"\";"])
        #expect(try Database(parsing: database.dbc) == database)
    }

    @Test("Tables of names stand before the signals' own")
    func tables() throws {
        var database = Self.dbc([Self.signal("b", 0, 8)])
        database.valueTables = [
            ValueTable(name: "Answer", namedValues: [NamedValue(1, "yes"), NamedValue(0, "no")])
        ]
        #expect(Self.lines(database, "VAL_") == ["VAL_TABLE_ Answer 1 \"yes\" 0 \"no\" ;"])
        #expect(try Database(parsing: database.dbc).valueTables == database.valueTables)
    }

    @Test("The range of what the bits can say, by sign, factor and offset")
    func ranges() {
        var signed = Self.signal("signed", 0, 8)
        signed.valueType = .signed
        signed.factor = 0.5
        signed.offset = 10
        var falling = Self.signal("falling", 8, 4)
        falling.factor = -2
        falling.offset = 1
        var given = Self.signal("given", 12, 4)
        given.range = -1...2.5
        var float = Self.signal("float", 16, 32)
        float.valueType = .float
        var large = Self.signal("large", 48, 8)
        large.factor = 1e13
        large.offset = 1e15
        let database = Self.dbc([signed, falling, given, float, large])
        #expect(
            Self.lines(database, " SG_ ") == [
                " SG_ signed : 0|8@1- (0.5,10) [-54|73.5] \"\" Vector__XXX",
                " SG_ falling : 8|4@1+ (-2,1) [-29|1] \"\" Vector__XXX",
                " SG_ given : 12|4@1+ (1,0) [-1|2.5] \"\" Vector__XXX",
                " SG_ float : 16|32@1- (1,0) [0|0] \"\" Vector__XXX",
                " SG_ large : 48|8@1+ (10000000000000,1000000000000000.0) [1000000000000000.0|3550000000000000.0] \"\" Vector__XXX",
            ])
    }

    @Test("Floating point numbers of both widths")
    func valueTypes() throws {
        var single = Self.signal("single", 0, 32)
        single.valueType = .float
        var double = Self.signal("double", 0, 64)
        double.valueType = .double
        var signed = Self.signal("signed", 0, 8)
        signed.valueType = .signed
        let database = Self.dbc([single, double, signed, Self.signal("unsigned", 0, 8)])
        #expect(
            Self.lines(database, "SIG_VALTYPE_")
                == ["SIG_VALTYPE_ 1 single : 1;", "SIG_VALTYPE_ 1 double : 2;"])
        let read = try #require(Database(parsing: database.dbc).messages.first)
        #expect(read.signals.map(\.valueType) == [.float, .double, .signed, .unsigned])
    }

    @Test("Multiplexed signals, and what their marks cannot say")
    func conditions() throws {
        func conditional(
            _ name: String, _ values: [ClosedRange<UInt64>], by multiplexor: String = "kind"
        ) -> DatabaseSignal {
            var signal = Self.signal(name, 8, 8)
            signal.condition = SignalCondition(multiplexor: multiplexor, values: values)
            return signal
        }
        var kind = Self.signal("kind", 0, 4)
        kind.isMultiplexor = true
        let simple = Self.dbc([kind, conditional("one", [1...1]), conditional("two", [2...2])])
        #expect(Self.lines(simple, "SG_MUL_VAL_").isEmpty)
        #expect(
            Self.lines(simple, " SG_ ").map { $0.prefix { $0 != ":" } }
                == [" SG_ kind M ", " SG_ one m1 ", " SG_ two m2 "])
        #expect(
            try Database(parsing: simple.dbc).messages[0].signals[2].condition?.values == [2...2])

        let ranges = Self.dbc([kind, Self.signal("always", 4, 4), conditional("some", [3...4])])
        #expect(Self.lines(ranges, "SG_MUL_VAL_") == ["SG_MUL_VAL_ 1 some kind 3-4;"])

        let several = Self.dbc([
            kind, conditional("several", [1...1, 5...5]), conditional("o", [2...2]),
        ])
        #expect(
            Self.lines(several, "SG_MUL_VAL_")
                == ["SG_MUL_VAL_ 1 several kind 1-1, 5-5;", "SG_MUL_VAL_ 1 o kind 2-2;"])
        #expect(Self.lines(several, " SG_ several m1 ").count == 1)

        var inner = conditional("inner", [3...3])
        inner.isMultiplexor = true
        let nested = Self.dbc([kind, inner, conditional("deep", [7...7], by: "inner")])
        #expect(
            Self.lines(nested, "SG_MUL_VAL_")
                == ["SG_MUL_VAL_ 1 inner kind 3-3;", "SG_MUL_VAL_ 1 deep inner 7-7;"])
        for database in [simple, ranges, several, nested] {
            let read = try Database(parsing: database.dbc)
            #expect(
                read.messages[0].signals.map(\.condition)
                    == database.messages[0].signals.map(\.condition))
        }
    }

    @Test("Frame formats, where any message is a CAN FD frame or long enough to be taken for one")
    func frameFormats() throws {
        var extended = Self.message("B", 0, [])
        extended.identifier = try #require(CANIdentifier(extended: 5))
        var flexible = Self.message("C", 2, [], length: 64)
        flexible.isFD = true
        var both = extended
        both.name = "D"
        both.identifier = try #require(CANIdentifier(extended: 6))
        both.isFD = true
        let database = Database(
            version: "", sender: "X",
            messages: [Self.message("A", 1, []), extended, flexible, both])
        let reserved = (2...13).map { "\"reserved\($0)\"" }.joined(separator: ",")
        let attributes = [
            "BA_DEF_ BO_ \"VFrameFormat\" ENUM \"StandardCAN\",\"ExtendedCAN\",\(reserved),"
                + "\"StandardCAN_FD\",\"ExtendedCAN_FD\";",
            "BA_DEF_DEF_ \"VFrameFormat\" \"StandardCAN\";",
            "BA_ \"VFrameFormat\" BO_ 1 0;", "BA_ \"VFrameFormat\" BO_ 2147483653 1;",
            "BA_ \"VFrameFormat\" BO_ 2 14;", "BA_ \"VFrameFormat\" BO_ 2147483654 15;",
        ]
        #expect(reserved.hasPrefix("\"reserved2\",") && reserved.hasSuffix(",\"reserved13\""))
        #expect(Self.lines(database, "BA_") == attributes)
        #expect(
            try Database(parsing: database.dbc).messages.map(\.isFD) == [false, false, true, true])
        // Twelve bytes are no classical frame, but what is not said to be CAN FD is to be read so.
        let long = Database(
            version: "", sender: "X", messages: [Self.message("A", 1, [], length: 12)])
        #expect(try Database(parsing: long.dbc).messages[0].isFD == false)
        // Other lengths above eight bytes are those of transport protocols.
        let transported = Database(
            version: "", sender: "X", messages: [Self.message("A", 1, [], length: 13)])
        #expect(Self.lines(transported, "BA_").isEmpty)
    }
}
