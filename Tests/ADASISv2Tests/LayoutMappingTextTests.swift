import ADASISv2
import CANDatabase
import Testing

@Suite("The text of a mapping, sign by sign")
struct LayoutMappingTextTests {
    @Test("Letters, digits, hyphens, underscores and dots make names; nothing else does")
    func names() throws {
        let name = "profile-short.azAZ09_-"
        #expect(try LayoutMapping(parsing: "[\(name)]").sections.map(\.name) == [name])
        for sign in ["/", ":", "@", "[", "`", "{", "^", ",", "\u{0B}"] {
            let error = #expect(throws: LayoutMappingError.self) {
                try LayoutMapping(parsing: "[profile-short.x\(sign)]")
            }
            #expect(error?.column == 17, "\(sign)")
        }
    }

    @Test("Tabs, carriage returns and empty lines are blanks")
    func blanks() throws {
        let text = "[stub]\r\n\r\n\tmessage\t=\t\"A\"\r\n\toffset = \"b\"\t# x\r\n"
        let sections = try LayoutMapping(parsing: text).sections
        #expect(sections[0].message == "A" && sections[0].signal(for: .offset) == "b")
        for sign in ["\u{08}", "\u{0B}", "\u{0C}", "\u{0E}", "\u{1F}", "!"] {
            #expect(throws: LayoutMappingError.self) {
                try LayoutMapping(parsing: "[stub]\n\(sign)message = \"A\"")
            }
        }
        let error = #expect(throws: LayoutMappingError.self) {
            try LayoutMapping(parsing: "\n\n[x]")
        }
        #expect(error?.line == 3)
    }

    @Test("The bytes that a checksum covers")
    func covered() throws {
        func covered(_ text: String) throws -> Range<Int>? {
            try LayoutMapping(parsing: "[stub]\nchecksum-bytes = \"\(text)\"").sections[0].covered
        }
        #expect(try covered("3-3") == 3..<4)
        #expect(try covered("0-63") == 0..<64)
        for bad in ["6-5", "0-64", "0--6", "1", "1-2-3", ""] {
            #expect(throws: LayoutMappingError.self) { try covered(bad) }
        }
    }

    @Test("Covered bytes beyond the frame, or none but the checksum's own")
    func coverage() throws {
        let dbc = """
            BO_ 1 A: 8 X
             SG_ Way : 0|6@1+ (1,0) [0|63] "" X
             SG_ Off : 8|13@1+ (1,0) [0|8191] "" X
             SG_ Crc : 40|8@1+ (1,0) [0|255] "" X
            """
        func layout(_ bytes: String) throws -> Layout {
            let mapping = """
                [position]
                message = "A"
                pathIndex = "Way"
                offset = "Off"
                checksum = "Crc"
                checksum-algorithm = "xor-8"
                checksum-bytes = "\(bytes)"
                """
            return try Layout(
                database: Database(parsing: dbc), mapping: LayoutMapping(parsing: mapping))
        }
        #expect(try layout("4-7").messages[0].trailer?.covered == 4..<8)
        for (bytes, words) in [
            ("4-8", "POSITION: the checksum covers bytes 4 to 8, and the frame has 8"),
            ("5-5", "POSITION: of bytes 5 to 5 the checksum would cover itself alone"),
        ] {
            let error = #expect(throws: LayoutSourceError.self) { try layout(bytes) }
            #expect(error?.description == words)
        }
    }

    @Test("Data identifiers in decimal and hexadecimal numbers")
    func identifiers() throws {
        func identifier(_ text: String) throws -> UInt16? {
            try LayoutMapping(parsing: "[stub]\nchecksum-data-id = \"\(text)\"")
                .sections[0].dataIdentifier
        }
        #expect(try identifier("1234") == 1234)
        #expect(try identifier("0x1F") == 31)
        #expect(try identifier("0X1F") == 31)
        #expect(try identifier("65535") == 65535)
        for bad in ["65536", "0x", "0x10000", "1F", "-1"] {
            #expect(throws: LayoutMappingError.self) { try identifier(bad) }
        }
    }

    @Test("Profile types by number")
    func types() throws {
        let sections = try LayoutMapping(parsing: "[profile-long]\ntypes = \"0 31,3\"").sections
        #expect(sections[0].profileTypes?.numbers == [0, 3, 31])
        #expect(throws: LayoutMappingError.self) {
            try LayoutMapping(parsing: "[profile-long]\ntypes = \"32\"")
        }
    }

    @Test("A signal that depends on another multiplexor than the message type is refused")
    func multiplexors() throws {
        let dbc = """
            BO_ 1 A: 8 X
             SG_ Type M : 0|3@1+ (1,0) [0|7] "" X
             SG_ Other m3M : 8|3@1+ (1,0) [0|7] "" X
             SG_ Angle m3 : 16|8@1+ (1,0) [0|255] "" X
            SG_MUL_VAL_ 1 Angle Other 3-3;
            """
        let mapping = "[stub]\nmessage = \"A\"\nmessageType = \"Type\"\nturnAngle = \"Angle\""
        let error = #expect(throws: LayoutSourceError.self) {
            try Layout(
                database: Database(parsing: dbc), mapping: LayoutMapping(parsing: mapping))
        }
        #expect(error == .conditionalSignal(section: "stub", .turnAngle, name: "Angle"))
        #expect(
            LayoutSourceError.incompleteTrailer(section: "stub").description.hasSuffix(
                "need each a checksum, and a checksum its algorithm"))
    }
}
