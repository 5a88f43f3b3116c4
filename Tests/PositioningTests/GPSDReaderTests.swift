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
        reader.ingest(Array(Self.log.utf8).span) { _, _ in }
        #expect(reader.protocolVersion?.major == 3)
        #expect(reader.protocolVersion?.minor == 14)
        #expect(reader.counts.otherDevice == 3)
        #expect(reader.counts.fixes == 0)
    }

    /// That a receiver has a fix and does not say where is another thing than that it has none.
    @Test func aFixWithoutAPlaceIsCountedByItself() {
        var reader = GPSDReader()
        reader.ingest(Array(Self.log.utf8).span) { _, _ in }
        #expect(reader.counts.fixes == 1)
        #expect(reader.counts.noFixes == 1)
        #expect(reader.counts.noPlaces == 1)
    }

    @Test func commandsNameTheDevice() {
        #expect(GPSDReader.watchCommand() == "?WATCH={\"enable\":true,\"json\":true};\n")
        #expect(
            GPSDReader.watchCommand(device: "/dev/\"x\"")
                == #"?WATCH={"enable":true,"json":true,"device":"/dev/\"x\""};"# + "\n")
    }

    private func report(_ device: String, _ second: Int, mode: Int = 3) -> String {
        let time = "2024-11-22T17:12:\(second < 10 ? "0" : "")\(second).000Z"
        return #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"\#(time)","#
            + #""lat":1,"lon":2}"# + "\n"
    }

    /// Of two receivers the first with a fix is read, until it has been silent for long, or is gone.
    @Test func oneDeviceAtATime() {
        var text = report("a", 0, mode: 1) + report("b", 1) + report("a", 2) + report("b", 3)
        #expect(Readings.gpsd(text).fixes.count == 2)
        for second in 4..<14 { text += report("a", second) }
        #expect(Readings.gpsd(text).fixes.count == 3)
        text += report("a", 14)
        #expect(Readings.gpsd(text).fixes.count == 4)
        text += #"{"class":"DEVICE","path":"a","activated":0}"# + "\n" + report("b", 15)
        #expect(Readings.gpsd(text).fixes.count == 5)
    }

    /// Two receivers that disagree by 100 m, the slower one first: the car does not jump between them.
    @Test func aFasterDeviceDoesNotTakeOver() {
        var text = ""
        for second in 0..<30 {
            let place = #""lat":48.0,"lon":9.0"#
            text += dated("/dev/slow", second, 0, place)
            for tenth in 1...10 {
                text += dated("/dev/fast", second, tenth * 90, #""lat":48.0009,"lon":9.0"#)
            }
        }
        let fixes = Readings.gpsd(text).fixes
        #expect(fixes.count == 30)
        #expect(Set(fixes.map(\.place.latitudeE7)) == [480_000_000])
        // The slow one goes silent: the other one is used after 3 s.
        for second in 30..<40 {
            for tenth in 0..<10 {
                text += dated("/dev/fast", second, tenth * 100, #""lat":48.0009,"lon":9.0"#)
            }
        }
        var reader = GPSDReader()
        var used: [Int64] = []
        reader.ingest(Array(text.utf8).span) { output, _ in
            if case .event(.fix(let fix)) = output, let time = fix.time {
                used.append(time.nanoseconds)
            }
        }
        #expect(reader.device == "/dev/fast")
        #expect(reader.deviceChanges == 2)
        #expect(reader.otherDevice == "/dev/fast")
        #expect(reader.otherDeviceChanges == 1)
        let first = used[30] - used[0]
        #expect((32_000_000_000...33_100_000_000).contains(first), "\(first)")
    }

    private func dated(
        _ device: String, _ second: Int, _ milliseconds: Int, _ place: String
    ) -> String {
        let text = String(1000 + milliseconds).dropFirst()
        let time = "2024-11-22T17:12:\(second < 10 ? "0" : "")\(second).\(text)Z"
        return #"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(time)",\#(place)}"# + "\n"
    }

    /// A receiver that says twice that it has no fix gives way to one that has; once may be a broken report.
    @Test func aDeviceThatHasNoFixGivesWay() {
        var text = report("a", 0) + report("b", 1)
        text += report("a", 2, mode: 1) + report("b", 3) + report("a", 4)
        #expect(Readings.gpsd(text).fixes.count == 2)
        text += report("a", 5, mode: 1) + report("a", 6, mode: 1)
        text += report("b", 7) + report("b", 8) + report("a", 9) + report("b", 10)
        let times = Readings.gpsd(text).fixes.compactMap { $0.time?.nanoseconds }
        #expect(times.map { ($0 - times[0]) / 1_000_000_000 } == [0, 4, 7, 8, 10])
    }

    @Test func headingAndDilutionComeFromOtherReports() throws {
        let text = """
            {"class":"SKY","device":"a","hdop":2.0,"nSat":11,"satellites":[]}
            {"class":"ATT","device":"a","heading":-10.5}
            {"class":"TPV","device":"a","mode":2,"status":2,"lat":1,"lon":2}

            """
        let fix = try #require(Readings.gpsd(text).fixes.first)
        #expect(fix.heading == Degrees(349.5))
        #expect(fix.mode == .twoDimensional)
        // With differential corrections 3.75 m.
        #expect(abs((fix.accuracy?.value ?? 0) - 2 * 3.75 / 1.96 / 2.0.squareRoot()) < 1e-9)
        var reader = GPSDReader()
        reader.ingest(Array(text.utf8).span) { _, _ in }
        #expect(reader.satellitesInView == 11)
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
            "line 1, column 29: gpsd reports an error: Unrecognized request 'X'"
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

    /// What cannot be used is not known, whatever its report says besides.
    @Test(arguments: [
        (#""speed":-0.001"#, "speed is out of range"), (#""speed":nan"#, "speed cannot be read"),
        (#""track":1e"#, "course cannot be read"), (#""altMSL":-inf"#, "altitude cannot be read"),
        (#""epx":NaN"#, "accuracy cannot be read"), (#""epy":-1"#, "accuracy is out of range"),
    ])
    func aValueIsLostAlone(member: String, line: String) throws {
        var members = [
            #""class":"TPV""#, #""mode":3"#, #""lat":1"#, #""lon":2"#,
            #""time":"2024-11-22T17:12:44.000Z""#, #""speed":5"#, #""track":90"#, #""altMSL":7"#,
            #""epx":9.8"#, #""epy":9.8"#,
        ]
        let key = member.prefix { $0 != ":" }
        let index = try #require(members.firstIndex { $0.hasPrefix(key) })
        members[index] = member
        let start = "{" + members[..<index].map { $0 + "," }.joined() + key + ":"
        let text = "{" + members.joined(separator: ",") + "}\n"
        var reader = GPSDReader()
        var readings = Readings()
        reader.ingest(Array(text.utf8).span) { output, _ in readings.take(output) }
        #expect(readings.lines == ["line 1, column \(start.utf8.count + 1): the " + line])
        let fix = try #require(readings.fixes.first)
        #expect(fix.time?.nanoseconds == 1_732_295_564_000_000_000)
        #expect(fix.place.latitudeE7 == 10_000_000 && fix.place.longitudeE7 == 20_000_000)
        #expect(fix.speed == (line.contains("speed") ? nil : MetresPerSecond(5)))
        #expect(fix.course == (line.contains("course") ? nil : Degrees(90)))
        #expect(fix.altitude == (line.contains("altitude") ? nil : Metres(7)))
        #expect(fix.accuracy == (line.contains("accuracy") ? nil : Metres(9.8 / 1.96)))
        let lost = reader.counts.values
        #expect(lost.speeds + lost.courses + lost.altitudes + lost.accuracies == 1)
        #expect(reader.counts.malformed == 0)
    }

    /// An error of one axis that cannot be used leaves that of both; what other reports say badly is lost
    /// alone too.
    @Test func otherReportsAndErrors() throws {
        let text = """
            {"class":"SKY","device":"a","hdop":-2.0,"nSat":11}
            {"class":"ATT","device":"a","heading":nan}
            {"class":"TPV","device":"a","mode":2,"lat":1,"lon":2,"epx":nan,"epy":1,"eph":4.8954}

            """
        var reader = GPSDReader()
        var readings = Readings()
        reader.ingest(Array(text.utf8).span) { output, _ in readings.take(output) }
        let fix = try #require(readings.fixes.first)
        #expect(fix.heading == nil)
        #expect(abs((fix.accuracy?.value ?? 0) - 2) < 1e-9)
        #expect(reader.satellitesInView == 11)
        #expect(
            readings.lines == [
                "line 1, column 36: the dilution is out of range",
                "line 2, column 39: the heading cannot be read",
                "line 3, column 60: the accuracy cannot be read",
            ])
        #expect(reader.counts.values.dilutions == 1 && reader.counts.values.headings == 1)
        #expect(reader.counts.values.accuracies == 1 && reader.counts.malformed == 0)
    }

    /// What is not read of a device that is not read is not lost either.
    @Test func anotherDevicesValuesDoNotCount() {
        let text =
            report("a", 0)
            + #"{"class":"TPV","device":"b","mode":3,"lat":1,"lon":2,"speed":-1}"# + "\n"
        var reader = GPSDReader()
        reader.ingest(Array(text.utf8).span) { _, _ in }
        #expect(reader.counts.otherDevice == 1)
        #expect(reader.counts.values == DroppedValues())
    }
}
