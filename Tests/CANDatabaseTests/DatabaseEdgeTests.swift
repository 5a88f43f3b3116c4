import CANDatabase
import CANFrames
import Testing

@Suite("A DBC file is read to its edges")
struct DatabaseEdgeTests {
    private static let signal = "BO_ 1 A: 8 X\n SG_ b : 0|8@1+ (1,0) [0|1] \"\" X\n"

    private func database(_ text: String) throws -> Database { try Database(parsing: text) }

    @Test("The one multiplexor that nothing multiplexes is what `m…` refers to")
    func multiplexor() throws {
        let marks = [
            ("plain", ""), ("both", "m3M "), ("kind", "M "), ("other", "M "), ("deep", "m1 "),
        ]
        let signals = marks.map { " SG_ \($0.0) \($0.1): 0|8@1+ (1,0) [0|1] \"\" X\n" }
        let message = try #require(
            try database("BO_ 1 A: 8 X\n" + signals.joined()).messages.first)
        #expect(
            marks.map { message.signal(named: $0.0)?.condition?.multiplexor }
                == [nil, "kind", nil, nil, "kind"])
    }

    @Test("CAN FD is told by one attribute of messages alone")
    func frameFormat() throws {
        func isFD(_ rest: String) throws -> Bool? {
            try database("BO_ 1 A: 8 X\n SG_ b : 0|8@1+ (1,0) [0|1] \"\" X\n" + rest)
                .messages.first?.isFD
        }
        for (text, expected) in [
            // The numbers that Vector's tools write where the file does not say.
            ("BA_ \"VFrameFormat\" BO_ 1 13;", false), ("BA_ \"VFrameFormat\" BO_ 1 14;", true),
            ("BA_ \"VFrameFormat\" BO_ 1 15;", true), ("BA_ \"VFrameFormat\" BO_ 1 16;", false),
            // Another attribute, or that of something else.
            ("BA_ \"GenMsgCycleTime\" BO_ 1 14;", false),
            ("BA_ \"VFrameFormat\" SG_ 1 b 14;", false),
            ("BA_DEF_DEF_ \"Other\" \"Standard_FD\";", false),
            ("BA_DEF_ SG_ \"VFrameFormat\" ENUM \"a_FD\";BA_ \"VFrameFormat\" BO_ 1 0;", false),
            ("BA_DEF_ BO_ \"Other\" ENUM \"a_FD\";BA_ \"VFrameFormat\" BO_ 1 0;", false),
            ("BA_DEF_ BO_ \"VFrameFormat\" INT 0 100;BA_ \"VFrameFormat\" BO_ 1 14;", true),
            // The last definition is the one that holds.
            (
                "BA_DEF_ BO_ \"VFrameFormat\" ENUM \"a_FD\";"
                    + "BA_DEF_ BO_ \"VFrameFormat\" ENUM \"a\",\"b_FD\";"
                    + "BA_ \"VFrameFormat\" BO_ 1 0;", false
            ),
        ] { #expect(try isFD(text) == expected, "\(text)") }
    }

    @Test("Statements run over lines, and lists of symbols end where they end")
    func lines() throws {
        #expect(try database("BU_:\nVERSION \"1\"").sender == "")
        #expect(try database("BU_: FILTER A").sender == "FILTER")
        #expect(try database("BU_: A FILTER B").sender == "A")
        #expect(try database("BO_ 1 A:\n 8 X").messages.first?.length == 8)
        #expect(
            try database("VAL_TABLE_ T 0\n\"no\" 1\n \"yes\";").valueTables.first?.namedValues
                == [NamedValue(0, "no"), NamedValue(1, "yes")])
        #expect(try database("CM_ \"x\";;\n;CM_ \"y\";").comment == "y")
        for symbols in ["NS_ :\n CM_\n", "NS_ : CM_ VAL_\n", "NS_\n:\n", "NS_ :\n\n"] {
            #expect(try database(symbols + "BU_: X").sender == "X", "\(symbols)")
        }
    }

    @Test("Numbers as far as they go")
    func numbers() throws {
        let extended = try database("BO_ 2684354559 A: 2048 X\nBO_ 2047 B: 0 X").messages
        #expect(
            extended.map(\.identifier)
                == [CANIdentifier(extended: 0x1FFF_FFFF), CANIdentifier(base: 2047)])
        #expect(extended.map(\.length) == [2048, 0])
        let values = "18446744073709551615 \"most\" -9223372036854775808 \"least\""
        #expect(
            try database("VAL_TABLE_ T \(values);").valueTables.first?.namedValues
                == [NamedValue(.max, "most"), NamedValue(1 << 63, "least")])
        let bits = try database(
            "BO_ 1 A: 8 X\n SG_ b : 16383|64@0- (1e2,-9E-1) [-1|9] \"\" X"
        ).messages.first?.signals.first
        #expect(bits?.bits == SignalBits(startBit: 16_383, width: 64, byteOrder: .motorola))
        #expect(bits?.valueType == .signed && bits?.factor == 100 && bits?.offset == -0.9)
    }

    @Test("Words, texts, signals and statements as long as they may be")
    func lengths() throws {
        func problem(_ text: String) -> DatabaseSyntaxError.Problem? {
            do {
                _ = try database(text)
                return nil
            } catch let error as DatabaseSyntaxError {
                return error.problem
            } catch {
                return .unterminatedText
            }
        }
        func letters(_ count: Int) -> String { String(repeating: "A", count: count) }
        #expect(problem("BU_: " + letters(256)) == nil)
        #expect(problem("BU_: " + letters(257)) == .tooLong)
        #expect(problem("CM_ \"" + letters(65_536) + "\";") == nil)
        #expect(problem("CM_ \"" + letters(65_537) + "\";") == .tooLong)
        // The statement's keyword is a word of it.
        let words = String(repeating: "1 ", count: (1 << 18) - 1)
        #expect(problem("BA_REL_ " + words + ";") == nil)
        #expect(problem("BA_REL_ " + words + "1;") == .tooMany("words in one statement"))
        let signals = (0..<4_096).map { " SG_ s\($0) : 0|8@1+ (1,0) [0|1] \"\" X\n" }
        #expect(problem("BO_ 1 A: 8 X\n" + signals.joined()) == nil)
        let messages = (0..<65_536).map { "BO_ \(2_147_483_648 + $0) M\($0): 8 X\n" }
        #expect(problem(messages.joined()) == nil)
    }

    @Test("Texts in UTF-8 and ISO 8859-1, and a byte order mark in front of the file alone")
    func encodings() throws {
        #expect(try database("CM_ \"größer als 5 °C\";").comment == "größer als 5 °C")
        let latin = Array("CM_ \"gr".utf8) + [0xF6, 0xDF] + Array("er\";".utf8)
        #expect(try Database(parsing: latin.span).comment == "größer")
        let mark: [UInt8] = [0x0A, 0xEF, 0xBB, 0xBF]
        let error = #expect(throws: DatabaseSyntaxError.self) {
            try Database(parsing: mark.span)
        }
        #expect(error?.problem == .unexpectedByte(0xEF) && error?.line == 2)
    }

    @Test(
        "What is wrong, and where",
        arguments: [
            ("BO_ 2048 A: 8 X", 1, 5, "2048 is not in 0...2047"),
            ("BO_ 2147483647 A: 8 X", 1, 5, "2147483647 is not in 0...2047"),
            ("BO_ 2684354560 A: 8 X", 1, 5, "536870912 is not in 0...536870911"),
            ("BO_ 1\nBO_ 2 B: 8 X", 2, 1, "expected the name of the message, found 'BO_'"),
            ("BO_ 1 A: 8 X\n SG_ b\nBO_ 2 B: 8 X", 3, 1, "expected ':', found 'BO_'"),
            ("BO_ 1 A: 8 X\n SG_ b x3 : 0|8@1+ (1,0) [0|1] \"\" X", 2, 8, "multiplexing"),
            ("BO_ 1 A: 8 X\n SG_ b : 16384|8@1+ (1,0) [0|1] \"\" X", 2, 10, "not in 0...16383"),
            ("BO_ 1 A: 8 X\n SG_ b : 0|8@1+ (0x10,0) [0|1] \"\" X", 2, 18, "expected a number"),
            ("BO_ 1 A: 8 X\n SG_ b : 0|8@1+ (1e999,0) [0|1] \"\" X", 2, 18, "expected a number"),
            ("BU_: 0a", 1, 6, "expected the name of a node"),
            ("BU_: 9a", 1, 6, "expected the name of a node"),
            ("BU_: a.b", 1, 6, "expected the name of a node"),
            ("BU_: a-", 1, 6, "expected the name of a node"),
            ("BU_: a/", 1, 7, "unexpected byte 0x2f"), ("BU_: a`", 1, 7, "unexpected byte 0x60"),
            ("BU_: a{", 1, 7, "unexpected byte 0x7b"),
            (signal + "SG_MUL_VAL_ 1 b c 0--3;", 3, 19, "a range of numbers"),
        ] as [(String, Int, Int, String)]
    )
    func refused(text: String, line: Int, column: Int, words: String) {
        let error = #expect(throws: DatabaseSyntaxError.self) { try Database(parsing: text) }
        #expect(error?.line == line && error?.column == column, "\(error?.description ?? "")")
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test("A signal has 64 bits at most", arguments: [ByteOrder.motorola, .intel])
    func widest(order: ByteOrder) {
        let start = order == .intel ? 0 : 7
        let whole = SignalBits(startBit: start, width: 64, byteOrder: order)
        let wider = SignalBits(startBit: start, width: 70, byteOrder: order)
        for value in [UInt64.max, 0x0123_4567_89AB_CDEF] {
            var expected = [64 of UInt8](repeating: 0)
            var actual = expected
            whole.insert(value, into: &expected)
            wider.insert(value, into: &actual)
            for index in expected.indices { #expect(actual[index] == expected[index]) }
            expected[8] = 0xFF
            #expect(wider.extract(from: expected) == value)
        }
        #expect(SignalBits(startBit: 0, width: 0, byteOrder: order).largest == 0)
    }
}
