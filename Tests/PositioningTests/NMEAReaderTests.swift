import Geodesy
import Quantities
import Testing

@testable import Positioning

/// Two epochs as most receivers send them.
private let rmc1 = sentence("GPRMC,123519.00,A,4807.038,N,01131.000,W,022.4,084.4,230394,,,A")
private let gga1 = sentence("GPGGA,123519.00,4807.038,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,")
private let rmc2 = sentence("GPRMC,123520.00,A,4807.039,N,01131.001,W,022.4,084.4,230394,,,A")
private let gga2 = sentence("GPGGA,123520.00,4807.039,N,01131.001,W,2,08,0.9,545.4,M,46.9,M,,")
private let rmc3 = sentence("GPRMC,123521.00,A,4807.040,N,01131.002,W,022.4,084.4,230394,,,A")
private let gga3 = sentence("GPGGA,123521.00,4807.040,N,01131.002,W,1,08,0.9,545.4,M,46.9,M,,")

@Suite struct NMEAReaderTests {
    @Test func oneEpochIsOneFix() throws {
        let readings = Readings.nmea(rmc1 + gga1)
        #expect(readings.problems.isEmpty)
        let fix = try #require(readings.fixes.first)
        #expect(readings.events.count == 1)
        // 48° 07.038' = 48.1173°, 11° 31' W = -11.516666…°, rounded once.
        #expect(fix.place.latitudeE7 == 481_173_000)
        #expect(fix.place.longitudeE7 == -115_166_667)
        // 1994-03-23T12:35:19Z
        #expect(fix.time?.nanoseconds == 764_426_119_000_000_000)
        #expect(fix.speed == MetresPerSecond(knots: 22.4))
        #expect(fix.course == Degrees(84.4))
        #expect(fix.altitude == Metres(545.4))
        // 15 m at 95 % of an axis for a dilution of 1 of that axis (gpsd), HDOP² being that of two axes.
        #expect(abs((fix.accuracy?.value ?? 0) - 0.9 * 15 / 1.96 / 2.0.squareRoot()) < 1e-9)
        #expect(fix.mode == .threeDimensional)
    }

    /// The same whatever the borders of the chunks.
    @Test(arguments: [1, 2, 3, 7, 64, 4096])
    func chunksDoNotMatter(size: Int) {
        let text = "\u{1}noise" + rmc1 + gga1 + "$GPRMC,1235" + rmc2 + gga2 + rmc3 + gga3
        let readings = Readings.nmea(text, chunk: size)
        #expect(readings.fixes.count == 3)
        #expect(readings.lines == Readings.nmea(text).lines)
    }

    /// The first epoch waits for the second; from then on the last sentence completes it.
    @Test func fixesComeWithTheLastSentenceOfTheirEpoch() {
        var reader = NMEAReader()
        var counts: [Int] = []
        var fixes = 0
        for text in [rmc1, gga1, rmc2, gga2, rmc3, gga3] {
            reader.ingest(Array(text.utf8).span) { output, _ in
                if case .event = output { fixes += 1 }
            }
            counts.append(fixes)
        }
        #expect(counts == [0, 0, 1, 2, 2, 3])
        #expect(reader.counts.late == 0)
    }

    /// A broken sentence neither loses the fix nor makes the next one incomplete.
    @Test func oneBrokenSentenceCostsNoFix() {
        let broken = gga2.replacing("08", with: "09")
        let readings = Readings.nmea(rmc1 + gga1 + rmc2 + broken + rmc3 + gga3)
        #expect(readings.fixes.count == 3)
        #expect(readings.fixes[1].accuracy == nil)
        #expect(readings.fixes[2].accuracy != nil)
        #expect(readings.lines.count == 1)
        #expect(
            readings.lines[0]
                == "line 4, column 67: checksum 72 is wrong; the sentence has the checksum 73"
        )
    }

    @Test func aSilentReceiverIsFlushed() {
        var reader = NMEAReader()
        var fixes = 0
        reader.ingest(Array(rmc1.utf8).span) { _, _ in fixes += 1 }
        reader.flush { _, _ in fixes += 1 }
        #expect(fixes == 1)
        // What comes for it later makes no second fix.
        reader.ingest(Array(gga1.utf8).span) { _, _ in fixes += 1 }
        reader.finish { _, _ in fixes += 1 }
        #expect(fixes == 1)
        #expect(reader.counts.late == 1)
    }

    @Test func voidIsNoFix() {
        let readings = Readings.nmea(
            sentence("GPRMC,123519.00,V,,,,,,,230394,,,N")
                + sentence("GPGGA,123519.00,,,,,0,00,99.9,,,,,,")
                + rmc2 + sentence("GPGGA,123520.00,4807.039,N,01131.001,W,0,08,0.9,,M,,M,,")
                + sentence("GPRMC,123521,A,,,,,,,230394,,,A")
        )
        #expect(readings.fixes.isEmpty)
        #expect(readings.noFixes.map(\.reason) == [.void, .void, .noPlace])
        #expect(readings.noFixes[0].time?.nanoseconds == 764_426_119_000_000_000)
    }

    /// Before they know the time, receivers send empty fields, epoch by epoch.
    @Test func withoutAClockEachRoundIsOneEvent() {
        let rmc = sentence("GPRMC,,V,,,,,,,,,,N")
        let gga = sentence("GPGGA,,,,,,0,00,99.99,,,,,,")
        let readings = Readings.nmea(rmc + gga + rmc + gga + rmc + gga)
        #expect(readings.noFixes == .init(repeating: NoFix(time: nil, reason: .void), count: 3))
        #expect(readings.problems.isEmpty)
    }

    @Test func anyTalkerAndOnlyRightSentences() {
        let readings = Readings.nmea(
            sentence("GNRMC,123519,A,4807.038,N,01131.000,E,,,230394,,,A")
                + sentence("PXRMC,123520,A,4807.038,N,01131.000,E,,,230394,,,A")
                + sentence("GPGSV,1,1,00")
        )
        #expect(readings.fixes.count == 1)
        #expect(readings.fixes.first?.speed == nil)
        #expect(readings.fixes.first?.course == nil)
    }

    /// A GGA has no date; the RMC of its epoch gives it, midnight carries it on.
    @Test func datesAcrossMidnight() {
        func gga(_ time: String) -> String {
            sentence("GPGGA,\(time),4807.038,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,")
        }
        let rmc = sentence("GPRMC,235958,A,4807.038,N,01131.000,W,,,311299,,,A")
        let late = Readings.nmea(gga("235957") + rmc + gga("235959") + gga("000000"))
        let midnight: Int64 = 946_684_800  // 2000-01-01
        #expect(
            late.fixes.map { ($0.time?.nanoseconds ?? 0) / 1_000_000_000 - midnight }
                == [-3, -2, -1, 0]
        )
    }

    @Test func tagBlocksAndCommentsAreNoNoise() {
        let readings = Readings.nmea(
            "# $Id$ a log from Zürich\r\n\\s:GP0001,c:1*5B\\" + rmc1 + "\r\n  " + gga1
        )
        #expect(readings.problems.isEmpty)
        #expect(readings.fixes.count == 1)
    }
}

@Suite struct NMEAProblemTests {
    /// A broken input, and the one line that it gives.
    static let cases: [(input: String, line: String)] = [
        ("hello\r\nworld\r\n", "line 1, column 1: not a sentence of NMEA 0183"),
        ("$GPRMC,12" + rmc1, "line 1, column 10: the sentence breaks off"),
        ("$GPRMC,123519*0", "line 1, column 15: the sentence breaks off"),
        ("$GPRMC,123519\u{7F}\r\n", "line 1, column 14: the sentence breaks off"),
        ("\n$GPRMC,123519,V\n", "line 2, column 16: the sentence has no checksum"),
        ("$GPRMC*1\n", "line 1, column 8: the checksum is not two hexadecimal digits"),
        ("$GPRMC*1G\n", "line 1, column 8: the checksum is not two hexadecimal digits"),
        ("$GPRMC*00\n", "line 1, column 8: checksum 00 is wrong; the sentence has the checksum 4B"),
        (
            "$GP" + String(repeating: "A", count: 130) + "\n",
            "line 1, column 121: longer than 120 bytes"
        ),
        (sentence("GPRMC,12351x,A"), "line 1, column 8: the time cannot be read"),
        (sentence("GPRMC,245900,A"), "line 1, column 8: the time is out of range"),
        (sentence("GPRMC,123519"), "line 1, column 14: no status"),
        (sentence("GPRMC,123519,AA"), "line 1, column 15: the status cannot be read"),
        (
            sentence("GPRMC,123519,A,4860.0,N,01131.0,W"),
            "line 1, column 17: the latitude is out of range"
        ),
        (
            sentence("GPRMC,123519,A,9000.1,N,01131.0,W"),
            "line 1, column 17: the latitude is out of range"
        ),
        (sentence("GPRMC,123519,A,4807.0,,01131.0,W"), "line 1, column 24: no latitude"),
        (
            sentence("GPRMC,123519,A,4807.0,N,18000.1,W"),
            "line 1, column 26: the longitude is out of range"
        ),
        (
            sentence("GPRMC,123519,A,4807.0,N,01131.0,Q"),
            "line 1, column 34: the longitude cannot be read"
        ),
        (
            sentence("GPRMC,123519,A,4807.0,N,01131.0,W,-1,,230394"),
            "line 1, column 36: the speed is out of range"
        ),
        (
            sentence("GPRMC,123519,A,4807.0,N,01131.0,W,1,361,230394"),
            "line 1, column 38: the course is out of range"
        ),
        (
            sentence("GPRMC,123519,A,4807.0,N,01131.0,W,1,2,310294"),
            "line 1, column 40: the date is out of range"
        ),
        (
            sentence("GPGGA,123519,48O7.0,N,01131.0,W,1"),
            "line 1, column 15: the latitude cannot be read"
        ),
    ]

    @Test(arguments: cases)
    func oneClearLine(input: String, line: String) {
        let readings = Readings.nmea(input)
        #expect(readings.lines == [line])
        // And the reader goes on.
        #expect(Readings.nmea(input + rmc2 + gga2).fixes.last?.place.latitudeE7 == 481_173_167)
    }

    /// Any bytes at all: no crash, and one sentence behind them is found.
    @Test func noiseOfAnyKind() {
        var state: UInt64 = 20_260_101
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<300 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(UInt8(truncatingIfNeeded: state >> 56))
            }
            // A line end, for the noise may have begun a comment or a sentence.
            let readings = Readings.nmea(bytes + Array(("\n" + rmc1).utf8), 17)
            #expect(readings.fixes.count == 1)
        }
    }
}
