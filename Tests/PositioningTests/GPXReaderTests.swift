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

    @Test func anEndWithinATagIsTold() {
        #expect(Readings.gpx("<gpx><trk").lines == ["line 1, column 9: broken XML"])
        #expect(
            Readings.gpx(String(repeating: "<", count: 1) + String(repeating: "a", count: 5000))
                .lines.first == "line 1, column 1026: broken XML")
    }
}
