import CANDatabase
import CANFrames
import Foundation
import Testing

@Suite("A DBC file is read")
struct DatabaseParserTests {
    static let text = """
        VERSION "7"

        NS_ :
        \tNS_DESC_
        \tCM_
        \tBA_DEF_
        \tVAL_

        BS_:

        BU_: Horizon Client
        VAL_TABLE_ Answer 1 "yes" 0 "no" ;

        BO_ 768 PLACE: 8 Horizon
         SG_ kind M : 7|3@0+ (1,0) [0|7] "" Client
         SG_ speed m1 : 40|9@0+ (0.2,-12.8) [-12.8|89.4] "m/s" Client,Vector__XXX
         SG_ slope m2 : 8|8@1- (1E-1,0) [0|0] "%" Client
         SG_ both m3M : 20|2@1+ (1,0) [0|3] "" Client
         SG_ deep m0 : 24|2@1+ (1,0) [0|3] "" Client

        BO_ 2147484416 LONG: 64 Horizon
         SG_ ratio : 0|32@1- (1,0) [0|0] "" Client

        BO_ 3221225472 VECTOR__INDEPENDENT_SIG_MSG: 0 Vector__XXX
         SG_ lost : 0|8@1+ (1,0) [0|0] "" Vector__XXX

        EV_ Lamp: 0 [0|1] "" 0 2 DUMMY_NODE_VECTOR0 Vector__XXX;
        CM_ "A bus
        of two lines, \\"quoted\\" and c:\\path.";
        CM_ BU_ Horizon "The sender.";
        CM_ BO_ 768 "Where.";
        CM_ SG_ 768 speed "How fast.";
        CM_ EV_ Lamp "On or off.";
        BA_DEF_ "BusType" STRING ;
        BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","StandardCAN_FD";
        BA_DEF_DEF_ "BusType" "CAN";
        BA_DEF_DEF_ "VFrameFormat" "StandardCAN";
        BA_ "VFrameFormat" BO_ 2147484416 2;
        VAL_ 768 slope -1 "down" 1 "up" ;
        VAL_ Lamp 0 "off" 1 "on" ;
        SIG_VALTYPE_ 2147484416 ratio : 1;
        SG_MUL_VAL_ 768 deep both 0-1, 3-3;
        """

    @Test("With everything that it describes")
    func everything() throws {
        let database = try Database(parsing: Self.text)
        #expect(database.version == "7")
        #expect(database.sender == "Horizon")
        #expect(database.comment == "A bus\nof two lines, \"quoted\" and c:\\path.")
        let answers = [NamedValue(1, "yes"), NamedValue(0, "no")]
        #expect(database.valueTables == [ValueTable(name: "Answer", namedValues: answers)])
        #expect(database.messages.map(\.name) == ["PLACE", "LONG"])
        let place = try #require(database.message(named: "PLACE"))
        #expect(place.identifier == CANIdentifier(base: 768))
        #expect(place.length == 8)
        #expect(!place.isFD)
        #expect(place.comment == "Where.")
        #expect(place.signals.map(\.name) == ["kind", "speed", "slope", "both", "deep"])
        func condition(_ multiplexor: String, _ values: ClosedRange<UInt64>...) -> SignalCondition {
            SignalCondition(multiplexor: multiplexor, values: values)
        }
        #expect(
            place.signal(named: "speed")
                == DatabaseSignal(
                    name: "speed",
                    bits: SignalBits(startBit: 40, width: 9, byteOrder: .motorola),
                    factor: 0.2,
                    offset: -12.8,
                    range: -12.8...89.4,
                    unit: "m/s",
                    condition: condition("kind", 1...1),
                    comment: "How fast."
                )
        )
        let slope = try #require(place.signal(named: "slope"))
        #expect(slope.valueType == .signed)
        #expect(slope.bits.byteOrder == .intel)
        #expect(slope.factor == 0.1)
        #expect(slope.range == nil)
        #expect(slope.namedValues == [NamedValue(255, "down"), NamedValue(1, "up")])
        #expect(place.signal(named: "kind")?.isMultiplexor == true)
        #expect(place.signal(named: "both")?.isMultiplexor == true)
        #expect(place.signal(named: "both")?.condition == condition("kind", 3...3))
        #expect(place.signal(named: "deep")?.condition == condition("both", 0...1, 3...3))
        let long = try #require(database.message(named: "LONG"))
        #expect(long.identifier == CANIdentifier(extended: 768))
        #expect(long.isFD)
        #expect(long.signals.first?.valueType == .float)
        #expect(database.message(named: "NONE") == nil)
        #expect(long.signal(named: "none") == nil)
    }

    @Test("What is printed reads the same again")
    func roundTrip() throws {
        for text in [Self.text, DatabaseTests.database.dbc] {
            let printed = try Database(parsing: text).dbc
            #expect(try Database(parsing: printed).dbc == printed)
        }
        var simple = DatabaseTests.database
        simple.messages[0].isFD = true
        simple.messages[0].signals[0].range = -12.8...89.4
        simple.messages[0].signals[1].range = 0...Double(UInt32.max)
        #expect(try Database(parsing: simple.dbc) == simple)
        simple.messages[0].signals[1].valueType = .double
        simple.messages[0].signals[1].range = nil
        #expect(try Database(parsing: simple.dbc) == simple)
    }

    @Test("In pieces of any size", arguments: [1, 2, 7, 64])
    func pieces(size: Int) throws {
        let bytes = Array(Self.text.utf8)
        var parser = DatabaseParser()
        for start in stride(from: 0, to: bytes.count, by: size) {
            let end = min(start + size, bytes.count)
            try parser.push(bytes.span.extracting(start..<end))
        }
        #expect(try parser.finish() == Database(parsing: Self.text))
    }

    @Test("With a byte order mark, other line ends, and texts that are no UTF-8")
    func encodings() throws {
        var bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("VERSION \"\"\r\nCM_ \"5 ".utf8)
        bytes += [0xB0] + Array(" C\";\r\n".utf8)
        #expect(try Database(parsing: bytes.span).comment == "5 ° C")
        #expect(try Database(parsing: "").messages.isEmpty)
        #expect(try Database(parsing: "NS_ :\n\tCM_\n\tVAL_").messages.isEmpty)
    }

    @Test("CAN FD by the length, by the number and by the name")
    func frameFormats() throws {
        func isFD(_ length: Int, _ rest: String = "") throws -> Bool? {
            try Database(parsing: "BO_ 1 A: \(length) X\n\(rest)").messages.first?.isFD
        }
        #expect(try isFD(8) == false)
        #expect(try isFD(12) == true)
        #expect(try isFD(13) == false)
        #expect(try isFD(8, "BA_ \"VFrameFormat\" BO_ 1 14;") == true)
        #expect(try isFD(8, "BA_ \"VFrameFormat\" BO_ 1 1;") == false)
        #expect(try isFD(8, "BA_ \"VFrameFormat\" BO_ 1 \"ExtendedCAN_FD\";") == true)
        #expect(try isFD(8, "BA_DEF_DEF_ \"VFrameFormat\" \"StandardCAN_FD\";") == true)
        #expect(try isFD(8, "BA_ \"GenMsgCycleTime\" BO_ 1 100;") == false)
    }

    @Test(
        "What is wrong, and where",
        arguments: [
            ("BO_ 1 A: 8 X\n SG_ b ; 0", 2, 8, "expected ':'"),
            ("HELLO", 1, 1, "expected a keyword"),
            ("VERSION 7", 1, 9, "expected the version in quotes, found '7'"),
            ("VERSION \"7", 1, 9, "no end"),
            ("CM_ \"x\\", 1, 5, "no end"),
            ("BU_ X", 1, 5, "expected ':'"),
            ("BU_ \"X\"", 1, 5, "expected ':', found a text"),
            ("BU_: 1X", 1, 6, "expected the name of a node"),
            ("BO_ A", 1, 5, "expected the number of a message"),
            ("BO_ 4294967296 A: 8 X", 1, 5, "not in 0...4294967295"),
            ("BO_ 2048 A: 8 X", 1, 5, "not in"),
            ("BO_ 1 A: 9999 X", 1, 10, "9999 is not in 0...2048"),
            ("BO_ 1 A: 8 X\nBO_ 1 B: 8 X", 2, 5, "message 1 is described twice"),
            ("BO_ 1 A: 8 X\nBO_ 2 A: 8 X", 2, 5, "message A is described twice"),
            (" SG_ b : 0|1@1+ (1,0) [0|1] \"\" X", 1, 6, "expected BO_ before"),
            ("BO_ 1 A: 8 X\n SG_ b : 0|65@1+ (1,0) [0|1] \"\" X", 2, 12, "65 is not in 1...64"),
            ("BO_ 1 A: 8 X\n SG_ b : 0|8@2+ (1,0) [0|1] \"\" X", 2, 14, "expected 0+"),
            ("BO_ 1 A: 8 X\n SG_ b : 0|8@1+ (nan,0) [0|1] \"\" X", 2, 18, "expected a number"),
            ("BO_ 1 A: 8 X\n SG_ b x : 0|8@1+ (1,0) [0|1] \"\" X", 2, 8, "mark of multiplexing"),
            (
                "BO_ 1 A: 8 X\n SG_ b m1 : 0|8@1+ (1,0) [0|1] \"\" X", 2, 8,
                "signal b is multiplexed"
            ),
            (
                "BO_ 1 A: 8 X\n SG_ b : 0|8@1+ (1,0) [0|1] \"\" X\n"
                    + " SG_ b : 8|8@1+ (1,0) [0|1] \"\" X", 3, 6, "signal b is described twice"
            ),
            ("CM_ BO_ 7 \"x\";", 1, 9, "message 7 is not described before"),
            ("CM_ SG_ 7 b \"x\";", 1, 11, "signal b of message 7 is not described before"),
            ("CM_ ;", 1, 5, "expected a remark in quotes, found ';'"),
            ("VAL_TABLE_ T 0 no ;", 1, 16, "expected the name of the number"),
            ("VAL_TABLE_ T x \"no\" ;", 1, 14, "expected a number"),
            ("VAL_TABLE_ T 0 \"no\"", 1, 20, "expected ';', found the end of the file"),
            ("VAL_TABLE_ T 0 \"no\"\nBO_ 1 A: 8 X", 2, 1, "expected ';', found 'BO_'"),
            ("BU_: A\n #", 2, 2, "unexpected byte 0x23"),
            ("BA_ \"VFrameFormat\" BO_ 1 256;", 1, 26, "not in 0...255"),
            ("BA_DEF_ BO_ \"VFrameFormat\" ENUM X;", 1, 33, "found 'X'"),
        ] as [(String, Int, Int, String)]
    )
    func refused(text: String, line: Int, column: Int, words: String) {
        let error = #expect(throws: DatabaseSyntaxError.self) { try Database(parsing: text) }
        #expect(error?.line == line, "\(error?.description ?? "")")
        #expect(error?.column == column, "\(error?.description ?? "")")
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test(
        "Details of signals that are wrong",
        arguments: [
            ("SIG_VALTYPE_ 1 b : 4;", "4 is not in 0...3"),
            ("SG_MUL_VAL_ 1 b c 3;", "a range of numbers"),
            ("SG_MUL_VAL_ 1 b c 3-1;", "a range of numbers"),
            ("SG_MUL_VAL_ 1 b c 1-3 4-5;", "expected ','"),
            ("VAL_ 1 c 0 \"x\";", "signal c of message 1"),
        ])
    func wrongDetails(text: String, words: String) {
        let start = "BO_ 1 A: 8 X\n SG_ b : 0|8@1+ (1,0) [0|1] \"\" X\n"
        let error = #expect(throws: DatabaseSyntaxError.self) {
            try Database(parsing: start + text)
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test("What belongs to no message is passed by")
    func noMessage() throws {
        let text = """
            BO_ 3221225472 VECTOR__INDEPENDENT_SIG_MSG: 0 X
             SG_ b : 0|8@1+ (1,0) [0|1] "" X
            CM_ BO_ 3221225472 "x";
            CM_ SG_ 3221225472 b "x";
            VAL_ 3221225472 b 0 "x";
            SIG_VALTYPE_ 3221225472 b : 0;
            SG_MUL_VAL_ 3221225472 b c 0-0;
            BO_TX_BU_ 1 : X;
            """
        #expect(try Database(parsing: text).messages.isEmpty)
    }

    @Test("What is longer than anything real is refused")
    func tooMuch() {
        func problem(_ text: String) -> DatabaseSyntaxError.Problem? {
            #expect(throws: DatabaseSyntaxError.self) { try Database(parsing: text) }?.problem
        }
        #expect(problem(String(repeating: "A", count: 300)) == .tooLong)
        #expect(problem("CM_ \"" + String(repeating: "A", count: 70_000) + "\";") == .tooLong)
        let values = String(repeating: "1 ", count: 1 << 18)
        #expect(problem("BA_ " + values) == .tooMany("words in one statement"))
        let signals = (0...4_096).map { " SG_ s\($0) : 0|8@1+ (1,0) [0|1] \"\" X\n" }
        #expect(problem("BO_ 1 A: 8 X\n" + signals.joined()) == .tooMany("signals"))
        let messages = (0...65_536).map { "BO_ \(2_147_483_648 + $0) M\($0): 8 X\n" }
        #expect(problem(messages.joined()) == .tooMany("messages"))
    }
}
