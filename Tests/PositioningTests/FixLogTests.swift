import Quantities
import Testing

@testable import Positioning

@Suite struct FixLogTests {
    private func arrivals(_ log: FixLog) -> [Double] {
        log.entries.map { Double($0.arrival.nanoseconds) / 1e9 }
    }

    @Test func formats() {
        let rmc = sentence("GPRMC,123519,A,4807.038,N,01131.000,E,,,230394,,,A")
        #expect(FixLog(Array(("\u{0}\u{1}junk\n" + rmc).utf8)).format == .nmea)
        #expect(FixLog(Array((rmc + "{\"class\":\"VERSION\"}\n").utf8)).format == .gpsd)
        #expect(FixLog(Array("time,latitude,longitude\n".utf8)).format == .csv)
        let track = "\u{FEFF}<?xml version='1.0'?><gpx version='1.1'>"
        #expect(FixLog(Array(track.utf8)).format == .gpx)
        let other = FixLog(Array("<kml>\n".utf8))
        #expect(other.format == nil)
        #expect(other.problems.map(\.kind) == [.unknownFormat])
        #expect(FixLog([]).problems.map(\.kind) == [.unknownFormat])
    }

    @Test func arrivalsFollowTheTimesOfTheFixes() {
        let log = FixLog(
            Array("time,latitude,longitude\n100.5,1,2\n101,1,2\n,1,2\n103,,\n110,1,2\n".utf8)
        )
        #expect(arrivals(log) == [0, 0.5, 2.5, 9.5])
        #expect(log.problems.map(\.description) == ["line 4, column 1: no time"])
    }

    @Test func aFixThatStepsBackIsReportedAndLeftOut() {
        let log = FixLog(
            Array("time,latitude,longitude\n10,1,2\n9,1,2\n10,1,2\n11,1,2\n".utf8)
        )
        #expect(arrivals(log) == [0, 1])
        #expect(
            log.problems.map(\.description) == [
                "line 3, column 1: the time is not later than the time of the previous fix; the fix is rejected",
                "line 4, column 1: the time is not later than the time of the previous fix; the fix is rejected",
            ]
        )
    }

    @Test func whatWasDroppedIsCountedByKind() {
        func tally(_ text: String) -> String? {
            FixLog(Array(text.utf8)).tally.map(String.init(describing:))
        }
        let rmc = sentence("GPRMC,123519,A,4807.038,N,01131.000,E,,,230394,,,A")
        let unused = sentence("GPAAM,A,A,0.10,N,WPTNME")
        #expect(tally(rmc) == "1 sentences, 1 fixes; rejected: nothing")
        #expect(
            tally(rmc + unused + "$GPRMC,1*00\r\n$GPRMC,2\r\n" + "noise\r\n" + unused)
                == "3 sentences, 1 fixes; rejected: 2 of kinds that are not used,"
                + " 1 with a wrong checksum, 1 without a checksum, 5 bytes of noise")
        #expect(
            tally("time,latitude,longitude\n10,1,2\n9,1,2\nx,1,2\n11,1,2\n")
                == "4 rows, 3 fixes; rejected: 1 with a field that cannot be used,"
                + " 1 fixes with a time that is not later")
        #expect(
            tally("{\"class\":\"SKY\"}\n# a comment\n")
                == "1 reports, 0 fixes; rejected: 1 lines that are no JSON")
        #expect(
            tally("<gpx><trk><trkpt lat='1' lon='2'></trkpt></trk></gpx>")
                == "1 track points, 0 fixes; rejected: 1 without a time or with a field that cannot"
                + " be used")
        #expect(
            tally("time,latitude,longitude\n1,1,2\n2,,\n3,,\n4,1,2\n")
                == "4 rows, 2 fixes, 2 times without a fix; rejected: nothing")
        #expect(
            tally("{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2}\n")
                == "1 reports, 1 fixes, 1 of them without a time; rejected: nothing")
        #expect(
            tally("time,latitude,longitude,speed,course\n1,1,2,-1,nan\n2,1,2,nan,\n3,x,2,,\n")
                == "3 rows, 2 fixes; rejected: 1 with a field that cannot be used,"
                + " 1 courses that cannot be used, 2 speeds that cannot be used")
        #expect(
            tally("{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2,\"speed\":-0.001}\n")
                == "1 reports, 1 fixes, 1 of them without a time; rejected: 1 speeds that cannot be"
                + " used")
        #expect(
            tally(
                "<gpx><trkpt lat='1' lon='2'><ele>NaN</ele><time>2024-05-01T12:00:00</time></trkpt></gpx>"
            )
                == "1 track points, 1 fixes; rejected: 1 altitudes that cannot be used")
        #expect(tally("<kml>\n") == nil)
    }

    /// 0° N 0° E is what some receivers and loggers write for a place that they do not know.
    @Test func nullIslandIsNoPlace() {
        let gga = "GPGGA,123519.00,0000.0000,N,00000.0000,E,1,08,0.9,545.4,M,46.9,M,,"
        let time = "<time>2024-05-01T12:00:00Z</time>"
        for readings in [
            Readings.nmea(sentence(gga)),
            Readings.gpsd("{\"class\":\"TPV\",\"mode\":3,\"lat\":0.0,\"lon\":0.0}\n"),
            Readings.csv("time,latitude,longitude\n1,0,0\n"),
            Readings.gpx("<gpx><trk><trkpt lat='0' lon='-0.0'>\(time)</trkpt></trk></gpx>"),
        ] {
            #expect(readings.fixes.isEmpty && readings.noFixes.map(\.reason) == [.noPlace])
        }
        // On the equator or the meridian of Greenwich alone is a place.
        #expect(Readings.csv("time,latitude,longitude\n1,0,0.001\n2,0.001,0\n").fixes.count == 2)
        let track = "<gpx><trk><trkpt lat='0' lon='0.001'>\(time)</trkpt></trk></gpx>"
        #expect(Readings.gpx(track).fixes.count == 1)
    }

    @Test func aClockThatIsSetGoesOn() {
        var text = "time,latitude,longitude\n1000000,1,2\n"
        for second in 1...8 { text += "\(second),1,2\n" }
        text += "700000000,1,2\n700000002,1,2\n"
        let log = FixLog(Array(text.utf8))
        // Four are left out, the fifth begins the new scale; they have taken their time.
        #expect(arrivals(log) == [0, 5, 6, 7, 8, 9, 11])
        #expect(log.problems.map(\.kind).filter { $0 == .timeLeaps }.count == 2)
    }

    /// Without any date the times of day are enough, midnight included.
    @Test func undated() {
        let log = FixLog(
            Array(
                ["235959", "000000", "000001.5"].map {
                    sentence("GPGGA,\($0),4807.038,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,")
                }.joined().utf8
            )
        )
        #expect(arrivals(log) == [0, 1, 2.5])
        #expect(log.entries.allSatisfy { $0.event.time == nil })
    }

    /// Standard input does not say what it is.
    @Test(arguments: [1, 10, 1000])
    func streams(chunk: Int) {
        let text =
            "# a comment\r\n"
            + sentence("GPRMC,123519,A,4807.038,N,01131.000,E,,,230394,,,A")
            + sentence("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
            + sentence("GPRMC,123520,A,4807.038,N,01131.000,E,,,230394,,,A")
        var readings = Readings()
        var input = PositionInput()
        for piece in Readings.pieces(Array(text.utf8), chunk) {
            input.ingest(piece.span) { output, _ in readings.take(output) }
        }
        #expect(readings.fixes.count == 1)
        input.flush { output, _ in readings.take(output) }
        input.finish { output, _ in readings.take(output) }
        #expect(readings.fixes.count == 2)
        #expect(readings.problems.isEmpty)
        #expect(input.format == .nmea)
    }
}
