import Geodesy
import Quantities
import Testing

@testable import Positioning

@Suite struct GPXReaderTests {
    private static let track = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- <trkpt lat="0" lon="0"> is none -->
        <gpx version="1.1" creator="x" xmlns:a="urn:a"><metadata><time>2024-11-22T17:12:40Z</time></metadata>
        <wpt lat="9" lon="9"><time>2024-11-22T17:12:41Z</time></wpt>
        <trk><name><![CDATA[ a <trkpt> ]]></name><trkseg>
        <trkpt lat="42.50632" lon="1.52107">
          <ele>1021.5</ele> <time> 2024-11-22T17:12:44Z </time>
          <fix>dgps</fix><hdop>0.9</hdop></trkpt>
        <trkpt lon='1.5212' lat='-42.5064'><time>2024-11-22T17:12:45.5Z</time>
          <extensions><a:speed>11.5</a:speed><a:course>84.4</a:course></extensions></trkpt>
        <trkpt lat="42.5" lon="1.5"><time>2024-11-22T17:12:47Z</time><fix>none</fix></trkpt>
        </trkseg></trk></gpx>

        """

    @Test(arguments: [1, 3, 17, 4096])
    func aTrack(chunk: Int) throws {
        let readings = Readings.gpx(Self.track, chunk: chunk)
        #expect(readings.problems.isEmpty)
        try #require(readings.fixes.count == 2)
        let (first, second) = (readings.fixes[0], readings.fixes[1])
        #expect(first.place.latitudeE7 == 425_063_200 && first.place.longitudeE7 == 15_210_700)
        #expect(first.time?.nanoseconds == 1_732_295_564_000_000_000)
        #expect(first.altitude == Metres(1021.5))
        #expect(abs((first.accuracy?.value ?? 0) - 0.9 * 3.75 / 1.96 / 2.0.squareRoot()) < 1e-9)
        #expect(second.place.latitudeE7 == -425_064_000)
        #expect(second.speed == MetresPerSecond(11.5))
        #expect(second.course == Degrees(84.4))
        #expect(second.accuracy == nil && second.altitude == nil)
        #expect(readings.noFixes.map(\.reason) == [.void])
    }

    @Test func asALog() {
        let log = FixLog(Array(Self.track.utf8))
        #expect(log.format == .gpx)
        #expect(log.entries.map { $0.arrival.nanoseconds } == [0, 1_500_000_000, 3_000_000_000])
    }

    @Test(arguments: [
        (#"<trkpt lat="91" lon="0"/>"#, "line 1, column 1: the latitude is out of range"),
        (#"<trkpt lon="0"/>"#, "line 1, column 1: no latitude"),
        (#"<trkpt lat="1" lon="2x"/>"#, "line 1, column 1: the longitude cannot be read"),
        (#"<trkpt lat="1" lon="2"></trkpt>"#, "line 1, column 1: no time"),
        (
            #"<trkpt lat="1" lon="2"><time>yesterday</time></trkpt>"#,
            "line 1, column 45: the time cannot be read"
        ),
        (#"<trkpt lat="1" <trkpt/>"#, "line 1, column 16: broken XML"),
    ])
    func oneClearLine(input: String, line: String) {
        let next = #"<trkpt lat="1" lon="2"><time>2024-11-22T17:12:44Z</time></trkpt>"#
        let readings = Readings.gpx(input + "\n" + next)
        #expect(readings.lines.first == line)
        // And the reader goes on.
        #expect(readings.fixes.count == 1)
    }

    @Test func anEndWithinATagIsReported() {
        #expect(Readings.gpx("<gpx><trk").lines == ["line 1, column 9: broken XML"])
        #expect(
            Readings.gpx(String(repeating: "<", count: 1) + String(repeating: "a", count: 5000))
                .lines.first == "line 1, column 1026: broken XML")
    }

    /// GPX is in UTC, whether a time says so or not; with an offset it is what the offset says.
    @Test(arguments: [
        "2024-05-01T12:00:00Z", "2024-05-01T12:00:00", "2024-05-01T12:00:00.000",
        "2024-05-01 12:00:00", "2024-05-01T14:00:00+02:00", "2024-05-01T14:00:00+0200",
        "2024-05-01T08:30:00.0-03:30", "2024-05-01T14:00:00+02",
    ])
    func timesAreInUTC(time: String) {
        let readings = Readings.gpx(#"<trkpt lat="1" lon="2"><time>\#(time)</time></trkpt>"#)
        #expect(readings.problems.isEmpty)
        #expect(readings.fixes.map { $0.time?.nanoseconds } == [1_714_564_800_000_000_000])
    }

    @Test(arguments: [
        "", "2024-05-01", "2024-05-01T12:00", "2024-05-01T12:00:00X", "2024-05-01T12:00:00+2",
        "2024-05-01T12:00:00+24:00", "2024-05-01T12:00:00+02:0x", "2024-02-30T12:00:00",
        "2024-05-01T12:00:61", "2024-05-01T12:00:00e1Z", "2024-05-01T12:00:00+-2:00",
    ])
    func whatIsNoTime(time: String) {
        let readings = Readings.gpx(#"<trkpt lat="1" lon="2"><time>\#(time)</time></trkpt>"#)
        #expect(readings.fixes.isEmpty)
        #expect(
            readings.lines == ["line 1, column \(36 + time.utf8.count): the time cannot be read"])
    }

    /// What cannot be used is not known, whatever its point says besides.
    @Test(arguments: [
        ("<ele>NaN</ele>", "altitude cannot be read"),
        ("<speed>-0.001</speed>", "speed is out of range"),
        ("<speed>fast</speed>", "speed cannot be read"),
        ("<course>n/a</course>", "course cannot be read"),
        ("<hdop>-1</hdop>", "dilution is out of range"),
    ])
    func aValueIsLostAlone(element: String, line: String) throws {
        let all = "<ele>7</ele><speed>5</speed><course>90</course><hdop>1</hdop>"
        let text =
            #"<trkpt lat="1" lon="2">"# + "\n" + all + "\n" + element
            + "<time>2024-05-01T12:00:00Z</time></trkpt>"
        var reader = GPXReader()
        var readings = Readings()
        reader.ingest(Array(text.utf8).span) { output, _ in readings.take(output) }
        #expect(readings.lines.count == 1)
        #expect(readings.lines.first?.hasPrefix("line 3, column ") == true)
        #expect(readings.lines.first?.hasSuffix(": the " + line) == true)
        let fix = try #require(readings.fixes.first)
        #expect(fix.time?.nanoseconds == 1_714_564_800_000_000_000)
        #expect(fix.place.latitudeE7 == 10_000_000 && fix.place.longitudeE7 == 20_000_000)
        #expect((fix.altitude == nil) == line.contains("altitude"))
        #expect((fix.speed == nil) == line.contains("speed"))
        #expect((fix.course == nil) == line.contains("course"))
        #expect((fix.accuracy == nil) == line.contains("dilution"))
        let lost = reader.counts.values
        #expect(lost.altitudes + lost.speeds + lost.courses + lost.dilutions == 1)
        #expect(reader.counts.malformed == 0)
    }
}
