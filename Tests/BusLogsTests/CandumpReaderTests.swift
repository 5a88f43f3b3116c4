@testable import BusLogs
import CANFrames
import Testing

@Suite struct CandumpReaderTests {
    static let log = """
        (1436509052.249713) vcan0 300#20528835FE2E59FD
        (1436509052.249714) can0 18FF1234#R4\r

        DROPCOUNT: dropped 3 CAN frames on 'can0' socket (total drops 3)
        (1436509052.249715) can0 300##5AABBCC T
        (1436509052.24) can0 300#00
        (1436509052.249716) can0 20000004#000C000000000000
        (1436509052.249717) can0 300#0
        (1436509052.249718) can0 301#
        """

    @Test func log() {
        expect(
            CandumpLogReader(), Self.log,
            gives: [
                "1 (1436509052.249713) vcan0 300#20528835FE2E59FD",
                "2 (1436509052.249714) can0 18FF1234#R4",
                "5 (1436509052.249715) can0 300##5AABBCC",
                "line 6, column 15: expected a time such as (1436509052.249713),"
                    + " as candump -L writes it",
                "7 (1436509052.249716) can0 20000004#000C000000000000",
                "line 8, column 31: expected pairs of hexadecimal digits",
                "9 (1436509052.249718) can0 301#",
            ])
    }

    // Lines as candump of can-utils 2020.11 prints them (lib.c, sprint_long_canframe).
    static let screen = """
         (1436509052.249713)  can0  123   [8]  11 22 33 44 55 66 77 88   '."3DUfw.'
         (1436509052.249714)  can0  RX B E  12345678  [12]  01 02 03 04 05 06 07 08 09 0A 0B 0C
         (1436509052.249715)  can0  TX - -       123   [4]  remote request
         (1436509052.249716)  can0  20000004   [8]  00 0C 00 00 00 00 00 00   ERRORFRAME
        \tcontroller-problem{rx-error-warning,tx-error-warning}
         (2015-07-10 06:17:32.249717)  can1  123  [02]  27 20   '' '
         (1436509052.249718)  can0  123   [2]  00000001 10000000
         (1436509052.249719)  can0  123   {F}  01 02 03 04 05 06 07 08
         (1436509052.249720)  can0  123   [0]
         (1436509052.249721)  can0  123  [00]  ''
        """

    @Test func screen() {
        expect(
            CandumpTextReader(), Self.screen,
            gives: [
                "1 (1436509052.249713) can0 123#1122334455667788",
                "2 (1436509052.249714) can0 12345678##70102030405060708090A0B0C",
                "3 (1436509052.249715) can0 123#R4",
                "4 (1436509052.249716) can0 20000004#000C000000000000",
                "6 (1436509052.249717) can1 123##42720",
                "7 (1436509052.249718) can0 123#0180",
                "8 (1436509052.249719) can0 123#0102030405060708",
                "9 (1436509052.249720) can0 123#",
                "10 (1436509052.249721) can0 123##4",
            ])
    }

    @Test func withoutTimes() {
        var reader = CandumpTextReader()
        var items: [BusLogItem] = []
        let bytes = Array("  vcan0  123   [1]  AB\n".utf8)
        reader.take(bytes.span, into: &items)
        reader.finish(into: &items)
        #expect(!reader.hasTimes)
        #expect(items.count == 1)
        expect(
            CandumpTextReader(), "  vcan0  123   [1]  AB\n",
            gives: ["1 (0000000000.000000) vcan0 123#AB"])
    }

    @Test(arguments: [
        ([0, 500_000, 200_000, 900_000], [0, 500_000, 700_000, 1_600_000]),
        ([0, 10_000, 10_000, 10_000], [0, 10_000, 20_000, 30_000]),
        ([0, 10_000, 20_000, 20_000, 30_000], [0, 10_000, 20_000, 20_000, 30_000]),
        ([0, 10_000], [0, 10_000]),
    ])
    func shortTimes(times: [Int], expected: [Int]) {
        let text = times.map { " (000.\(pad($0)))  can0  123   [0]" }.joined(separator: "\n")
        expect(
            CandumpTextReader(), text,
            gives: expected.enumerated().map {
                "\($0 + 1) (000000000\($1 / 1_000_000).\(pad($1 % 1_000_000))) can0 123#"
            })
    }

    @Test func longLogOfDifferences() {
        let text = (0..<1000).map { " (000.\(pad($0 % 7 + 1)))  can0  123   [0]\n" }.joined()
        let frames = items(CandumpTextReader(), text.utf8)
        guard case .frame(let last, _) = frames.last else { return #expect(Bool(false)) }
        var sum: Int64 = 0
        for number in 0..<1000 { sum += Int64(number % 7 + 1) * 1000 }
        #expect(last.nanoseconds == sum)
    }

    @Test func malformed() {
        expect(
            CandumpTextReader(),
            """
            (1.5  can0  123   [0]
            (1436509052.5)  interface_name_that_is_long  123   [0]
            (1436509052.5)  can0  12G   [0]
            (1436509052.5)  can0  123   8
            (1436509052.5)  can0  123   [9]  00
            (1436509052.5)  can0  123   [2]  00
            (1436509052.5)  can0  123   [1]  00 11
            (1436509052.5)  can0  RX X -  123   [1]  00
            (1436509052.5)  can0  123   [1]  00
            """,
            gives: [
                "line 1, column 1: expected a time such as (1436509052.249713)",
                "line 2, column 17: expected an interface name of 1 to 15 characters",
                "line 3, column 23: expected an identifier of 3 or 8 hexadecimal digits",
                "line 4, column 29: expected a length such as [8] or [08]",
                "line 5, column 29: no frame has that many bytes",
                "line 6, column 36: expected 2 hexadecimal data bytes",
                "line 7, column 37: something follows the frame",
                "line 8, column 26: expected 'B' or '-' after RX or TX",
                "9 (1436509052.500000) can0 123#00",
            ])
    }

    @Test func longLine() {
        let long = String(repeating: "a", count: 200_000)
        let frame = "(0000000001.000000) can0 123#"
        expect(
            CandumpLogReader(), long + "\n" + frame + "\n" + long,
            gives: [
                "line 1, column 1: expected a line of at most 65536 bytes", "2 " + frame,
                "line 3, column 1: expected a line of at most 65536 bytes",
            ])
        let blank = String(repeating: " ", count: 65_536)
        expect(CandumpLogReader(), "\u{FEFF}\(frame)\n\(blank)\r\n\(blank)", gives: ["1 " + frame])
    }

    @Test func noInputTraps() {
        expectNoTrap(CandumpLogReader(), sample: Self.log, seed: 1)
        expectNoTrap(CandumpTextReader(), sample: Self.screen, seed: 2)
        let short = (0..<12).map { " (000.\(pad($0 * 7 % 5)))  can0  123   [0]\n" }.joined()
        expectNoTrap(CandumpTextReader(), sample: short, seed: 3)
    }
}

/// A number of microseconds in six digits.
private func pad(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: 6 - text.count) + text
}
