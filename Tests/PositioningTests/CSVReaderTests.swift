import Geodesy
import Quantities
import Testing

@testable import Positioning

@Suite struct CSVReaderTests {
    @Test(arguments: [1, 3, 4096])
    func columnsByName(chunk: Int) {
        let readings = Readings.csv(
            """
            \u{FEFF}speed, latitude,longitude,time,accuracy,course\r
            12.5,41.1669,-8.613234,1399392858.25,4,-90\r

            ,41.1669,-8.61338,1399392859,,\r
            ,,,1399392860,,
            """,
            chunk: chunk
        )
        #expect(readings.problems.isEmpty)
        #expect(readings.fixes.count == 2)
        #expect(readings.fixes.first?.place.latitudeE7 == 411_669_000)
        #expect(readings.fixes.first?.place.longitudeE7 == -86_132_340)
        #expect(readings.fixes.first?.time?.nanoseconds == 1_399_392_858_250_000_000)
        #expect(readings.fixes.first?.course == Degrees(270))
        #expect(readings.fixes.first?.speed == MetresPerSecond(12.5))
        #expect(readings.fixes.first?.accuracy == Metres(4))
        #expect(readings.fixes.last?.course == nil)
        #expect(readings.noFixes.map(\.reason) == [.noPlace])
    }

    @Test(arguments: [
        ("1,2", "line 2, column 1: 2 fields where the header has 3"),
        ("1,2,3,4", "line 2, column 1: 4 fields where the header has 3"),
        ("x,2,3", "line 2, column 1: the time cannot be read"),
        ("1, 91,3", "line 2, column 4: the latitude is out of range"),
        ("1,2,-180.1", "line 2, column 5: the longitude is out of range"),
        ("1,,3", "line 2, column 1: no latitude"),
        (",2,3", "line 2, column 1: no time"),
        ("1e12,2,3", "line 2, column 1: the time is out of range"),
    ])
    func oneClearLine(row: String, line: String) {
        let readings = Readings.csv("time,latitude,longitude\n\(row)\n5,2,3\n")
        #expect(readings.lines == [line])
        #expect(readings.fixes.count == 1)
    }

    @Test(arguments: [
        ("time,latitude\n1,2\n", "line 1, column 1: the header has no column 'longitude'"),
        ("time,latitude,longitude,time\n", "line 1, column 25: the header has 'time' twice"),
        (
            "time,latitude,longitude,sped\n1,2,3,4\n",
            "line 1, column 25: the column is not known and is ignored"
        ),
    ])
    func headers(text: String, line: String) { #expect(Readings.csv(text).lines == [line]) }
}
