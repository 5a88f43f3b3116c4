import Geodesy
import Quantities
import Testing

@testable import Positioning

@Suite struct GPSDReaderTests {
    /// From gpsd 3.22's own test of a Garmin receiver, shortened.
    private static let log = """
        {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
        {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","flags":1}]}
        $GPRMC,171244.00,A,5209.7838,N,02048.4818,E,0.6,71.0,080405,3.5,E*63
        {"class":"TPV","device":"/dev/ttyUSB0","mode":2,"time":"2024-11-22T17:12:44.000Z",\
        "ept":0.005,"lat":52.163063333,"lon":-20.808030000,"track":71.0000,"speed":0.309,\
        "epx":9.8,"epy":4.9,"eph":19.000,"altMSL":12.5}
        {"class":"SKY","hdop":5.30,"satellites":[{"PRN":2,"el":33.0,"used":false}]}
        {"class":"TPV","device":"/dev/ttyUSB0","mode":1,"time":"2024-11-22T17:12:45.000Z"}
        {"class":"TPV","device":"/dev/ttyUSB0","mode":3}

        """

    @Test(arguments: [1, 5, 100, 4096])
    func reports(chunk: Int) throws {
        let readings = Readings.gpsd(Self.log, chunk: chunk)
        #expect(readings.problems.isEmpty)
        let fix = try #require(readings.fixes.first)
        #expect(readings.fixes.count == 1)
        #expect(fix.place.latitudeE7 == 521_630_633)
        #expect(fix.place.longitudeE7 == -208_080_300)
        #expect(fix.time?.nanoseconds == 1_732_295_564_000_000_000)
        #expect(fix.course == Degrees(71))
        #expect(fix.speed == MetresPerSecond(0.309))
        #expect(fix.accuracy == Metres(9.8 / 1.96))
        #expect(fix.altitude == Metres(12.5))
        #expect(readings.noFixes.map(\.reason) == [.void, .noPlace])
    }

    @Test func greetingAndDevice() {
        var reader = GPSDReader(device: "/dev/ttyUSB1")
        reader.ingest(Array(Self.log.utf8).span) { _ in }
        #expect(reader.protocolVersion?.major == 3)
        #expect(reader.protocolVersion?.minor == 14)
        #expect(reader.counts.otherDevice == 3)
        #expect(reader.counts.fixes == 0)
    }

    @Test func sameMomentIsOneFix() {
        let line = #"{"class":"TPV","mode":3,"time":"2024-11-22T17:12:44.000Z","lat":1,"lon":2}"#
        #expect(Readings.gpsd(line + "\n" + line + "\n").fixes.count == 1)
    }

    @Test(arguments: [
        (#"hello"#, "line 1, column 1: not a JSON object"),
        (#"{"class":"TPV""#, "line 1, column 15: broken JSON"),
        (#"{"class":"TPV",}"#, "line 1, column 16: broken JSON"),
        (#"{"class":"TPV"} x"#, "line 1, column 17: broken JSON"),
        (#"{"class":"TPV"#, "line 1, column 14: broken JSON"),
        (#"{"class":maybe}"#, "line 1, column 10: broken JSON"),
        (#"{"a":[{"b":"]"}"#, "line 1, column 16: broken JSON"),
        (
            #"{"class":"TPV","mode":3,"lat":1e,"lon":2}"#,
            "line 1, column 31: the latitude cannot be read"
        ),
        (
            #"{"class":"TPV","mode":3,"lat":91,"lon":2}"#,
            "line 1, column 31: the latitude is out of range"
        ),
        (
            #"{"class":"TPV","mode":3,"lat":1,"lon":181}"#,
            "line 1, column 39: the longitude is out of range"
        ),
        (#"{"class":"TPV","time":"yesterday"}"#, "line 1, column 24: the time cannot be read"),
        (
            #"{"class":"ERROR","message":"Unrecognized request 'X'"}"#,
            "line 1, column 29: gpsd says: Unrecognized request 'X'"
        ),
    ])
    func oneClearLine(input: String, line: String) {
        let next = #"{"class":"TPV","mode":3,"lat":1,"lon":2}"#
        let readings = Readings.gpsd(input + "\n" + next + "\n")
        #expect(readings.lines == [line])
        #expect(readings.fixes.count == 1)
    }

    @Test func endlessLineIsLeftOut() {
        let next = #"{"class":"TPV","mode":3,"lat":1,"lon":2}"#
        let readings = Readings.gpsd(String(repeating: "{", count: 100_000) + "\n" + next)
        #expect(readings.lines == ["line 1, column 1: longer than 16384 bytes"])
        #expect(readings.fixes.count == 1)
    }
}
