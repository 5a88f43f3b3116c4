@testable import BusLogs
import CANFrames
import Testing

// The samples follow the examples of PEAK CAN TRC File Format, PEAK-System, 2020-07-27.
@Suite struct TRCReaderTests {
    static let version10 = """
        ;##########################################################################
        ;   Start time: 11.09.2002 16:00:20.682
        ;----+- ---+------+--- + -+ -- -- ...
             1)    1841     0001 8 00 11 22 33 44 55 66 77
             2)    1842     0008 4 ERROR 00 19 08 08
             3)    1843 FFFFFFFF 4 00 00 00 04 ------BUSLIGHT
             4)    1844     0100 3 RTR
             5)  1845.5 18EFC034 2 01 02
        """
    static let version13 = """
        ;$FILEVERSION=1.3\r
        ;$STARTTIME=42209.4075997106\r
        ;\r
             1)      1059.900 1  Rx        0300 -  7    00 00 00 00 04 00 00\r
             2)      1283.231 2  Tx    18EFC034 -  2    00 00\r
             3)      1346.834 1  Warng FFFFFFFF -  4    00 00 00 04 BUSLIGHT\r
             4)      1349.222 1  Error     0008 -  4    00 19 08 08\r
             5)      1352.743 1  Rx        0100 -  3    RTR\r
        """
    static let version20 = """
        ;$FILEVERSION=2.0
        ;$STARTTIME=42209.4075997106
        ;$COLUMNS=N,O,T,I,d,l,D
              1      1059.900 DT      0300 Rx 7  00 00 00 00 04 00 00
              5      1334.416 FD      0500 Tx 12 01 02 03 04 05 06 07 08 09 0A 0B 0C
              6      1334.522 ER           Rx    04 00 02 00 00
              7      1334.531 ST           Rx    00 00 00 08
              8      1334.643 EC           Rx    02 02
              9      1335.156 FB 18EFC034 Tx 2  01 02
             10      1336.543 RR      0100 Rx 3
        """
    static let version21 = """
        ;$FILEVERSION=2.1
        ;$STARTTIME=43831.5
        ;$COLUMNS=N,O,T,B,I,d,R,L,D
              1         0.001 DT 1      0300 Rx -  8    00 01 02 03 04 05 06 07
              2         0.002 FE 2      0500 Rx -  9    01 02 03 04 05 06 07 08 09 0A 0B 0C
              3         0.003 BI 2  18EFC034 Rx -  0
              4         0.004 RR 1      0100 Rx -  3
              5         0.005 ER 2         - Rx -  5    04 00 02 00 00
              6         0.006 EV User-defined event for CAN (USB) 1
        """

    @Test func version1() {
        expect(
            TRCReader(), Self.version10,
            gives: [
                "4 (0000000001.841000) can1 001#0011223344556677",
                "5 (0000000001.842000) can1 20000080#0000000000000000",
                "7 (0000000001.844000) can1 100#R3", "8 (0000000001.845500) can1 18EFC034#0102",
            ])
        // 42209.4075997106 is 2015-07-24T09:46:56.614996Z.
        expect(
            TRCReader(), Self.version13,
            gives: [
                "4 (1437731217.674896) can1 300#00000000040000",
                "5 (1437731217.898227) can2 18EFC034#0000",
                "7 (1437731217.964218) can1 20000080#0000000000000000",
                "8 (1437731217.967739) can1 100#R3",
            ])
        expect(
            TRCReader(), ";$FILEVERSION=1.1\n1) 5.5 Rx 0300 2 01 02\n",
            gives: ["2 (0000000000.005500) can1 300#0102"])
        expect(
            TRCReader(), ";$FILEVERSION=1.2\n1) 5.5 3 Tx 0300 2 01 02\n",
            gives: ["2 (0000000000.005500) can3 300#0102"])
    }

    @Test func version2() {
        expect(
            TRCReader(), Self.version20,
            gives: [
                "4 (1437731217.674896) can1 300#00000000040000",
                "5 (1437731217.949412) can1 500##40102030405060708090A0B0C",
                "6 (1437731217.949518) can1 20000080#0000000000000000",
                "9 (1437731217.950152) can1 18EFC034##50102",
                "10 (1437731217.951539) can1 100#R3",
            ])
        expect(
            TRCReader(), Self.version21,
            gives: [
                "4 (1577880000.000001) can1 300#0001020304050607",
                "5 (1577880000.000002) can2 500##60102030405060708090A0B0C",
                "6 (1577880000.000003) can2 18EFC034##7", "7 (1577880000.000004) can1 100#R3",
                "8 (1577880000.000005) can2 20000080#0000000000000000",
            ])
    }

    @Test func malformed() {
        expect(
            TRCReader(),
            """
            ;$FILEVERSION=3.0
            ;$FILEVERSION=2.1
            ;$STARTTIME=24.07.2015
            ;$COLUMNS=N,O,T,I
            ;$COLUMNS=N,O,T,B,I,d,R,l,D
            x 0.001 DT 1 0300 Rx - 1 00
            1 0,001 DT 1 0300 Rx - 1 00
            1 0.001 XX 1 0300 Rx - 1 00
            1 0.001 DT x 0300 Rx - 1 00
            1 0.001 DT 1 0800 Rx - 1 00
            1 0.001 DT 1 0300 rr - 1 00
            1 0.001 DT 1 0300 Rx - 65 00
            1 0.001 DT 1 0300 Rx - 9 00
            1 0.001 DT 1 0300 Rx - 2 00
            1 0.001 DT 1 0300 Rx - 1 00 11
            1 99999999999999999.0 DT 1 0300 Rx - 1 00
            1 0.001 DT 1 0300 Rx - 1 00
            """,
            gives: [
                "line 1, column 15: expected a file version of 1.0 to 1.3, 2.0 or 2.1",
                "line 3, column 13: expected a start time in days since 1899-12-30,"
                    + " such as 42209.4075997106",
                "line 4, column 11: expected columns such as N,O,T,B,I,d,R,L,D",
                "line 6, column 1: expected a message number",
                "line 7, column 3: expected a time offset in milliseconds",
                "line 8, column 9: expected a type such as DT, FD, RR or ER",
                "line 9, column 12: expected a bus number",
                "line 10, column 14: expected an identifier of 11 bits in 4 digits,"
                    + " or of 29 bits in 8",
                "line 11, column 19: expected the direction Rx or Tx",
                "line 12, column 24: expected a data length",
                "line 13, column 24: no frame has that many bytes",
                "line 14, column 28: expected 2 hexadecimal data bytes",
                "line 15, column 29: something follows the frame",
                "line 16, column 3: expected a time offset in milliseconds",
                "17 (0000000000.000001) can1 300#00",
            ])
    }

    @Test func noInputTraps() {
        let samples = [Self.version10, Self.version13, Self.version20, Self.version21]
        for (index, sample) in samples.enumerated() {
            expectNoTrap(TRCReader(), sample: sample, seed: 6 + UInt64(index))
        }
    }
}
