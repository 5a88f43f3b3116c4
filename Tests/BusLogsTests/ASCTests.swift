@testable import BusLogs
import CANFrames
import Testing

@Suite struct ASCTests {
    static let log = """
        date Thu Nov 26 11:00:00.123 pm 2026
        base hex  timestamps absolute
        internal events logged
        // version 8.0.0
        Begin Triggerblock Thu Nov 26 11:00:00.123 pm 2026
           0.000000 Start of measurement
           0.015991 CAN 1 Status:chip status error active
           0.123456 1  300             Rx   d 8 01 02 03 04 05 06 07 08 \
         Length = 240000 BitCount = 124 ID = 768
           0.2000 2  18FF1234x       Tx   d 2 AB CD
           0.300000001 1  300             Rx   r 4  Length = 0 BitCount = 0
           0.310000 1  300             Rx   r
           0.320000 1  300             TxRq d 1 00
           0.330000 1  Statistic: D 0 R 0 XD 0 XR 0 E 0 O 0 B 0.00%
           0.340000 2  ErrorFrame Flags = 0xe CodeExt = 0x20a2 Code = 0x82 ID = 0 DLC = 0
           0.350000 SV: 3 0 1 ::Gear = 4
           0.360000 Li 1 25 Rx 2 00 11 checksum = 70
           0.370000 log trigger event
           0.380000 1  J1939TP FEE3p 6 0 0 - Rx d 23 00 11
           0.400000 CANFD   1 Rx        300  EngineData  1 0 9 12 \
        01 02 03 04 05 06 07 08 09 0A 0B 0C  130000  130 203000 0 0 0 0 0
           0.410000 CANFD   2 Tx   18FF1234x  0 1 2  2 01 02
           0.420000 CANFD   2 Tx   18FF1234x  0 0 2  2 01 02  0  0  0 0 0 0 0 0
           0.430000 CANFD   2 Rx   300  0 0 5  0  0  0  10 0 0 0 0 0
           0.440000 CANFD   2 Rx   300  0 0 0  0  0  0  1000 0 0 0 0 0
           0.450000 CANFD   1 Rx   ErrorFrame Not Acknowledge error, dominant error flag
        End TriggerBlock
        """

    @Test func samples() {
        // 2026-11-26T23:00:00.123Z
        expect(
            ASCReader(), Self.log,
            gives: [
                "8 (1795734000.246456) can1 300#0102030405060708",
                "9 (1795734000.323000) can2 18FF1234#ABCD",
                "10 (1795734000.423000) can1 300#R4", "11 (1795734000.433000) can1 300#R",
                "14 (1795734000.463000) can2 20000080#0000000000000000",
                "19 (1795734000.523000) can1 300##50102030405060708090A0B0C",
                "20 (1795734000.533000) can2 18FF1234##60102",
                "21 (1795734000.543000) can2 18FF1234#0102", "22 (1795734000.553000) can2 300#R5",
                "23 (1795734000.563000) can2 300##4",
                "24 (1795734000.573000) can1 20000080#0000000000000000",
            ])
    }

    @Test func nanoseconds() {
        let all = items(ASCReader(), Self.log.utf8)
        guard case .frame(let frame, let place) = all[2] else { return #expect(Bool(false)) }
        #expect(frame.nanoseconds == 1_795_734_000_423_000_001)
        #expect(place == .line(10, column: nil))
    }

    @Test(arguments: [
        ("Thu Nov 26 11:00:00.5 am 2026", "1795690800.500000"),
        ("Thu Nov 26 11:00:00 2026", "1795690800.000000"),
        ("Don Nov 26 12:00:01 am 2026", "1795651201.000000"),
        ("Don Nov 26 12:00:01 pm 2026", "1795694401.000000"),
        ("Don Nov 26 23:00:00 pm 2026", "1795734000.000000"),
        ("Mit Dez 31 23:59:59.999999 1969", "-0000000000.000001"),
        ("Die Mär 1 00:00:00 2016", "1456790400.000000"),
        ("Mon Februar 29 00:00:00 2016", "1456704000.000000"),
    ])
    func dates(date: String, time: String) {
        expect(
            ASCReader(), "date \(date)\n0.000000 1 1 Rx d 0\n",
            gives: ["2 (\(time)) can1 001#"])
    }

    @Test func decimalAndRelative() {
        expect(
            ASCReader(),
            """
            base dec  timestamps relative
               1.000000 Start of measurement
               0.500000 12  100x            Rx   d 3 16 255 0
               0.250000 1  Statistic: D 0
               0.250000 1  2047            Rx   d 2 09 8
            """,
            gives: [
                "3 (0000000001.500000) can12 00000064#10FF00",
                "5 (0000000002.000000) can1 7FF#0908",
            ])
    }

    // python-can writes the time at which it made the file into the header.
    @Test func dateOfBlock() {
        expect(
            ASCReader(),
            """
            date Thu Nov 26 11:00:00 2026
            Begin Triggerblock Thu Nov 26 10:00:00 2026
               0.000000 Start of measurement
               1.000000 1  1  Rx   d 0
            End TriggerBlock
            Begin Triggerblock Thu Nov 26 10:30:00 2026
            1800.000000 1  1  Rx   d 0
            """,
            gives: [
                "4 (1795687201.000000) can1 001#", "7 (1795689000.000000) can1 001#",
            ])
    }

    @Test func malformed() {
        expect(
            ASCReader(),
            """
            date Thu Nov 31 11:00:00 2026
            base oct  timestamps absolute
            base hex  timestamps never
            1 1  300  Rx  d 0
            0.1x 1  300  Rx  d 0
            0.1 1  30G  Rx  d 0
            0.1 1  800  Rx  d 0
            0.1 1  300  Ex  d 0
            0.1 1  300  Rx  e 0
            0.1 1  300  Rx  d 10
            0.1 1  300  Rx  d 2 00
            0.1 1  300  Rx  d 1 100
            0.1 CANFD  1 Rx 300 2 0 9 12
            0.1 CANFD  1 Rx 300 1 0 9 11
            0.1 CANXL  1 Rx
            99999999999999999999.0 1  300  Rx  d 0
            )
            0.1 1  300  Rx  d 0
            """,
            gives: [
                "line 1, column 6: expected a date such as Thu Nov 26 11:00:00.123 am 2026",
                "line 2, column 6: expected 'base hex' or 'base dec'",
                "line 3, column 22: expected 'absolute' or 'relative' timestamps",
                "line 4, column 1: expected a time such as 0.123456",
                "line 5, column 1: expected a time such as 0.123456",
                "line 6, column 8: expected an identifier of 11 bits,"
                    + " or of 29 bits with an x at its end",
                "line 7, column 8: expected an identifier of 11 bits,"
                    + " or of 29 bits with an x at its end",
                "line 8, column 13: expected the direction Rx or Tx",
                "line 9, column 17: expected 'd' or 'r' after the direction",
                "line 10, column 19: expected a data length code of 0 to 15",
                "line 11, column 23: expected 2 hexadecimal data bytes",
                "line 12, column 21: expected 1 hexadecimal data bytes",
                "line 13, column 21: expected 0 or 1 as the bit rate switch",
                "line 14, column 27: no frame has that many bytes",
                "line 15, column 5: expected a classical or CAN FD frame, not CANXL",
                "line 16, column 1: expected a time such as 0.123456",
                "line 17, column 1: expected a time such as 0.123456",
                "18 (0000000000.100000) can1 300#",
            ])
    }

    @Test func writerAndReader() throws {
        let lines = [
            "(1436509052.249713) can2 300#20528835FE2E59FD",
            "(1436509052.249713001) can1 18FF1234#R4", "(1436509053.000001) can2 300##5",
            "(1436509052.999999) can2 00000300##700112233445566778899AABB",
            "(1436509054.000000) can1 20000080#0000000000000000",
        ]
        let frames = try lines.map { try LoggedFrame(parsing: $0) }
        var writer = ASCWriter()
        var text: [UInt8] = []
        for frame in frames { writer.write(frame, to: &text) }
        writer.finish(to: &text)
        let again = items(ASCReader(), text).map { item -> LoggedFrame? in
            if case .frame(let frame, _) = item { frame } else { nil }
        }
        #expect(again == frames)
    }

    @Test func channels() throws {
        var writer = ASCWriter()
        var text: [UInt8] = []
        for name in ["can0", "can3", "vcan0", "can1", "can0", "can03"] {
            writer.write(try LoggedFrame(parsing: "(0.000000) \(name) 123#"), to: &text)
        }
        let names = items(ASCReader(), text).map { item -> String in
            if case .frame(let frame, _) = item { frame.interface } else { "" }
        }
        #expect(names == ["can1", "can3", "can2", "can4", "can1", "can5"])
    }

    @Test(arguments: [
        ([Int64.min, .max], 2), ([.max, .min], 2), ([-1, 5], 2), ([0, -5], 2),
    ])
    func extremeTimes(times: [Int64], count: Int) {
        var writer = ASCWriter()
        var text: [UInt8] = []
        for time in times {
            writer.write(
                LoggedFrame(nanoseconds: time, interface: "can1", content: .error(.busError)),
                to: &text)
        }
        writer.finish(to: &text)
        #expect(items(ASCReader(), text).count == count)
    }

    @Test func noInputTraps() {
        expectNoTrap(ASCReader(), sample: Self.log, seed: 4)
        let relative = Self.log.split(separator: "\n").joined(separator: "\n")
            .replacing("absolute", with: "relative").replacing("base hex", with: "base dec")
        expectNoTrap(ASCReader(), sample: relative, seed: 5)
    }
}
