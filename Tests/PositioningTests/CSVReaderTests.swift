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

    /// The usual names, in any letters, and what other tools put around cells.
    @Test(arguments: [
        "TIME,Lat,LON,Heading,Speed,hAcc\n1714564800,41.5,-8.25,90,12.5,4\n",
        "Timestamp;LATITUDE;lng;Bearing;SPEED;Accuracy\n1714564800;41.5;-8.25;90;12.5;4\n",
        "datetime\tlat\tlong\tCourse\tspeed\taccuracy\n1714564800\t41.5\t-8.25\t90\t12.5\t4\n",
        "\u{FEFF}\"time\" , \"lat\",\"lon\",\"course\",\"speed\",\"accuracy\"\r\n"
            + "\"1714564800\", \" 41.5 \",\"-8.25\",\"90\",12.5,4\r\n",
        "time,\tlat,\tlon,\tcourse,\tspeed,\taccuracy\n1714564800,\t41.5,\t-8.25,\t90,12.5,4\n",
        "time;lat;lon;course;speed;accuracy\n2024-05-01T12:00:00Z;41.5;-8.25;90;12.5;4\n",
        "time,lat,lon,course,speed,accuracy\n2024-05-01 12:00:00,41.5,-8.25,90,12.5,4\n",
        "time,lat,lon,course,speed,accuracy\n2024-05-01T14:30:00.000+02:30,41.5,-8.25,90,12.5,4\n",
        "time,lat,lon,course,speed,accuracy\n\"2024-05-01T05:00:00-07\",41.5,-8.25,90,12.5,4\n",
    ])
    func theSameFixInAnotherDress(text: String) throws {
        let readings = Readings.csv(text)
        #expect(readings.problems.isEmpty)
        let fix = try #require(readings.fixes.first)
        #expect(fix.time?.nanoseconds == 1_714_564_800_000_000_000)
        #expect(fix.place.latitudeE7 == 415_000_000 && fix.place.longitudeE7 == -82_500_000)
        #expect(fix.course == Degrees(90))
        #expect(fix.speed == MetresPerSecond(12.5))
        #expect(fix.accuracy == Metres(4))
        // Nobody has said what it is.
        let log = FixLog(Array(text.utf8))
        #expect(log.format == .csv)
        #expect(log.entries.map(\.event) == [.fix(fix)])
    }

    /// What cannot be used is not known, whatever its row says besides.
    @Test(arguments: [
        ("nan,5,3", "column 14: the course cannot be read"),
        ("361,5,3", "column 14: the course is out of range"),
        ("90,-0.001,3", "column 17: the speed is out of range"),
        ("90,NaN,3", "column 17: the speed cannot be read"),
        ("90,5,-1", "column 19: the accuracy is out of range"),
        ("90,5,4 m", "column 19: the accuracy cannot be read"),
        ("90,5,\"4,5\"", "column 20: the accuracy has a comma where a decimal point is needed"),
    ])
    func aValueIsLostAlone(values: String, line: String) throws {
        let text = "time,latitude,longitude,course,speed,accuracy\n1,41.5,-8.25,\(values)\n"
        let readings = Readings.csv(text)
        #expect(readings.lines == ["line 2, " + line])
        let fix = try #require(readings.fixes.first)
        #expect(fix.time?.nanoseconds == 1_000_000_000)
        #expect(fix.place.latitudeE7 == 415_000_000 && fix.place.longitudeE7 == -82_500_000)
        #expect(fix.course == (line.contains("course") ? nil : Degrees(90)))
        #expect(fix.speed == (line.contains("speed") ? nil : MetresPerSecond(5)))
        #expect(fix.accuracy == (line.contains("accuracy") ? nil : Metres(3)))
    }

    @Test func valuesThatAreLostAreCounted() {
        var reader = CSVReader()
        let text =
            "time,latitude,longitude,course,speed,accuracy\n"
            + "1,41,8,x,-1,nan\n2,41,8,90,-1,3\n3,41,8,,,\n4,nan,8,90,5,3\n"
        reader.ingest(Array(text.utf8).span) { _, _ in }
        #expect(reader.counts.fixes == 3 && reader.counts.malformed == 1)
        #expect(reader.counts.values.courses == 1)
        #expect(reader.counts.values.speeds == 2)
        #expect(reader.counts.values.accuracies == 1)
    }

    /// One number or two: nobody knows.
    @Test(arguments: [
        ("time;lat;lon\n1;41,1669;-8.6\n", 3, "latitude"),
        ("time;lat;lon\n1;41.1669;-8,6\n", 11, "longitude"),
        ("time;lat;lon\n1,5;41.1669;-8.6\n", 1, "time"),
        ("time,lat,lon\n1,\"41,1669\",-8.6\n", 4, "latitude"),
    ])
    func aDecimalCommaIsNotGuessed(text: String, column: Int, field: String) {
        let readings = Readings.csv(text)
        #expect(readings.fixes.isEmpty)
        #expect(
            readings.lines == [
                "line 2, column \(column): the \(field) has a comma where a decimal point is needed"
            ])
    }

    /// What is not read may hold what it likes between its quotation marks.
    @Test func quotedCells() {
        let readings = Readings.csv(
            "time,remark,lat,lon\n1,\"a \"\"b\"\", c\",41,8\n2,\"\",41,8\n3,5\",41,8\n4,\"x,41,8\n")
        #expect(readings.fixes.count == 3)
        #expect(
            readings.lines == [
                "line 1, column 6: the column is not known and is ignored",
                "line 5, column 1: 2 fields where the header has 4",
            ])
    }

    /// Of two names for one thing the one that is plainer holds, wherever they stand.
    @Test func aSecondName() {
        let readings = Readings.csv("timestamp,lat,lon,time,heading,course\n5,1,2,7,10,20\n")
        #expect(readings.fixes.map { $0.time?.nanoseconds } == [7_000_000_000])
        #expect(readings.fixes.map(\.course) == [Degrees(20)])
        #expect(
            readings.lines == [
                "line 1, column 1: another column has the time, this one is ignored",
                "line 1, column 24: another column has the course, this one is ignored",
            ])
    }

    @Test(arguments: [
        "time;latitude\n1;2\n", "LAT,LON\n1,2\n", "lat\tlon\n1\t2\n", "time,Latitude [deg]\n",
    ])
    func aHeaderThatLacksAColumnIsReported(text: String) {
        let log = FixLog(Array(text.utf8))
        #expect(log.format == .csv)
        let line = log.problems.last?.description
        #expect(line?.hasPrefix("line 1, column 1: the header has no column") == true)
    }
}
