import CANFrames
import Testing

@Suite("A line of a candump log")
struct LoggedFrameTests {
    static func frame(_ identifier: CANIdentifier?, _ bytes: [UInt8], isFD: Bool = false) throws
        -> CANFrame
    {
        let identifier = try #require(identifier)
        let empty = CANFrame(identifier: identifier, length: bytes.count, isFD: isFD)
        var frame = try #require(empty)
        for (index, byte) in bytes.enumerated() { frame.bytes[index] = byte }
        return frame
    }

    @Test("The published frame")
    func published() throws {
        let logged = try LoggedFrame(parsing: "(1436509052.249713) vcan0 300#20528835FE2E59FD")
        #expect(logged.nanoseconds == 1_436_509_052_249_713_000)
        #expect(logged.interface == "vcan0")
        let bytes: [UInt8] = [0x20, 0x52, 0x88, 0x35, 0xFE, 0x2E, 0x59, 0xFD]
        #expect(logged.content == .data(try Self.frame(CANIdentifier(base: 0x300), bytes)))
    }

    @Test(
        "Lines that are written as they were read",
        arguments: [
            "(1436509052.249713) vcan0 300#20528835FE2E59FD",
            "(0000000000.000001) can0 7FF#",
            "(0000000012.250000) can0 1FFFFFFF#0102",
            "(1436509052.249713) can0 000000FF#00",
            "(1436509052.249713) can0 300##1AABBCC",
            "(1436509052.249713) can0 300##F" + String(repeating: "5A", count: 64),
            "(1436509052.249713) can0 300#R",
            "(1436509052.249713) can0 18FF1234#R8",
            "(1436509052.249713) can0 20000004#000C000000000000",
            "(9223372035.999999) interface-of-15 123#11",
        ]
    )
    func roundTrip(line: String) throws {
        #expect(try LoggedFrame(parsing: line).text == line)
    }

    @Test("The same number in 11 and in 29 bits is two identifiers")
    func identifierWidths() throws {
        let base = try LoggedFrame(parsing: "(1436509052.249713) can0 0FF#")
        let extended = try LoggedFrame(parsing: "(1436509052.249713) can0 000000FF#")
        #expect(base.content != extended.content)
        #expect(extended.content == .data(try Self.frame(CANIdentifier(extended: 0xFF), [])))
    }

    @Test("Remote and error frames are no data")
    func otherFrames() throws {
        let remote = try LoggedFrame(parsing: "(1.000000) can0 300#R4")
        let identifier = try #require(CANIdentifier(base: 0x300))
        #expect(remote.content == .remote(identifier, length: 4))
        let error = try LoggedFrame(parsing: "(1.000000) can0 20000004#000C000000000000")
        let details: UInt64 = 0x000C_0000_0000_0000
        #expect(error.content == .error(CANErrorFrame(classes: 4, details: details)))
    }

    @Test("What is tolerated: lower case, line ends, direction, nanoseconds, blanks")
    func tolerated() throws {
        let strict = try LoggedFrame(parsing: "(1.000000) can0 300#AB")
        for line in [
            "(1.000000) can0 300#ab", "(1.000000) can0 300#AB\r", "(1.000000) can0 300#AB R",
            "(1.000000) can0 300#AB T\r", "(1.000000000) can0 300#AB", "(1.000000)  can0  300#AB ",
        ] {
            #expect(try LoggedFrame(parsing: line) == strict, "\(line)")
        }
        #expect(try LoggedFrame(parsing: "(1.000000123) can0 300#AB").nanoseconds == 1_000_000_123)
    }

    @Test(
        "What is wrong, and in which column",
        arguments: [
            ("", .time, 1), ("hello", .time, 1), ("(12) can0 300#", .time, 4),
            ("(12.12345) can0 300#", .time, 10), ("(9999999999.000000) can0 300#", .time, 20),
            ("(1.000000)can0 300#", .interface, 11), ("(1.000000) ", .interface, 12),
            ("(1.000000) interface-of-16. 300#", .interface, 12),
            ("(1.000000) \u{80}\u{81}", .identifier, 16), ("(1.000000) can0", .identifier, 16),
            ("(1.000000) can0 30#", .identifier, 17), ("(1.000000) can0 800#", .identifier, 17),
            ("(1.000000) can0 3000#", .identifier, 17),
            ("(1.000000) can0 40000000#", .identifier, 17),
            ("(1.000000) can0 300", .separator, 20), ("(1.000000) can0 300 [1] 00", .separator, 20),
            ("(1.000000) can0 300##", .flags, 22), ("(1.000000) can0 300#0", .data, 22),
            ("(1.000000) can0 300#00X", .data, 23), ("(1.000000) can0 300#0X", .data, 22),
            ("(1.000000) can0 300#001122334455667788", .length, 21),
            ("(1.000000) can0 300##0112233445566778899", .length, 23),
            ("(1.000000) can0 300#00 11", .trailing, 24),
            ("(1.000000) can0 300#R9", .data, 22),
        ] as [(String, LogSyntaxError.Problem, Int)]
    )
    func refused(line: String, problem: LogSyntaxError.Problem, column: Int) {
        #expect(throws: LogSyntaxError(problem: problem, column: column)) {
            try LoggedFrame(parsing: line)
        }
    }

    @Test("An interface name that is no UTF-8")
    func notUnicode() {
        let line = Array("(1.000000) ".utf8) + [0xFF, 0xFE] + Array(" 300#".utf8)
        #expect(throws: LogSyntaxError(problem: .interface, column: 12)) {
            try LoggedFrame(parsing: line.span)
        }
    }

    @Test("Each problem has its own words")
    func words() {
        let problems: [LogSyntaxError.Problem] = [
            .time, .interface, .identifier, .separator, .flags, .data, .length, .trailing,
        ]
        let texts = problems.map { LogSyntaxError(problem: $0, column: 1).description }
        #expect(Set(texts).count == problems.count)
    }

    @Test("A time before 1970 keeps its sign")
    func negativeTime() throws {
        let content = LoggedFrame.Content.data(try Self.frame(CANIdentifier(base: 1), []))
        let logged = LoggedFrame(nanoseconds: -1_500_000_000, interface: "a", content: content)
        #expect(logged.text == "(-0000000001.500000) a 001#")
        #expect(try LoggedFrame(parsing: logged.text) == logged)
    }

    @Test("What an error frame cannot hold is dropped")
    func errorFrame() {
        let error = CANErrorFrame(classes: .max, details: .max, length: 2)
        #expect(error.classes == 0x1FFF_FFFF)
        #expect(error.details == 0xFFFF_0000_0000_0000)
        #expect(CANErrorFrame(classes: 1, details: .max, length: -1).details == 0)
        #expect(CANErrorFrame(classes: 1, details: .max, length: 99).length == 8)
    }
}
