import Quantities
import Testing

@testable import Positioning

/// Sentences of a moment, to be put together in any order.
private struct Burst {
    var time = "123519.00"
    var date = "230394"

    var rmc: String {
        sentence("GNRMC,\(time),A,4807.038,N,01131.000,W,022.4,084.4,\(date),,,A,V")
    }
    var gga: String { sentence("GNGGA,\(time),4807.038,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,") }
    var gns: String { sentence("GNGNS,\(time),4807.038,N,01131.000,W,AN,08,0.9,545.4,46.9,,,V") }
    var gll: String { sentence("GNGLL,4807.038,N,01131.000,W,\(time),A,A") }
    var gst: String { sentence("GNGST,\(time),9,3,2,15,2.5,3.5,6") }
    var vtg: String { sentence("GNVTG,084.4,T,,M,022.4,N,041.5,K,A") }
    var gsa: String { sentence("GNGSA,A,3,13,12,22,19,08,21,,,,,,,1.05,0.90,0.83,1") }
    var ths: String { sentence("GNTHS,341.8,A") }
    var zda: String { sentence("GNZDA,\(time),23,03,1994,00,00") }
}

@Suite struct NMEAEpochTests {
    /// Whatever order a receiver has, each epoch is one fix, and from the second on it is whole.
    @Test(arguments: 0..<24)
    func anyOrderIsOneFix(seed: Int) throws {
        var text = ""
        for second in 10..<20 {
            let burst = Burst(time: "1235\(second).00")
            var rest = [burst.rmc, burst.gga, burst.gll, burst.gst]
            var order = seed
            while !rest.isEmpty {
                text += rest.remove(at: order % rest.count)
                order /= rest.count + 1
            }
        }
        let readings = Readings.nmea(text)
        #expect(readings.problems.isEmpty)
        #expect(readings.fixes.count == 10)
        for fix in readings.fixes.dropFirst(2) {
            #expect(fix.speed == MetresPerSecond(knots: 22.4))
            #expect(fix.course == Degrees(84.4))
            #expect(fix.accuracy == Metres(3.5))
            #expect(fix.altitude == Metres(545.4))
            #expect(fix.mode == .threeDimensional)
        }
    }

    /// Times of day that jump without end, from a source without a date: each fall by half a day counts as a midnight.
    @Test func midnightsWithoutEnd() {
        let times = ["230000", "010000", "230001", "010001"]
        let cycle = times.map { sentence("GPGGA,\($0),,,,,0") }.joined()
        var reader = NMEAReader()
        let bytes = Array(cycle.utf8)
        var epochs = 0
        for _ in 0..<60_000 { reader.ingest(bytes.span) { _, _ in epochs += 1 } }
        #expect(epochs > 200_000)
    }

    /// A clock that is set by half a day and more, as after a cold start, means the date that comes with it;
    /// only at midnight may a date still be that of the day before.
    @Test(
        arguments: [
            ("200000.00", "070000.00", 0), ("235959.00", "070000.00", 0),
            ("200000.00", "000001.00", 0), ("235959.00", "000000.00", 1),
        ] as [(String, String, Int64)])
    func aClockThatIsSetIsNoMidnight(_ first: String, _ second: String, _ days: Int64) throws {
        let fixes = Readings.nmea(Burst(time: first).rmc + Burst(time: second).rmc).fixes
        let (before, after) = (try #require(fixes.first?.time), try #require(fixes.last?.time))
        func seconds(_ time: String) throws -> Int64 {
            let clock = try #require(Int64(time.prefix(6)))
            return clock / 10000 * 3600 + clock / 100 % 100 * 60 + clock % 100
        }
        let apart = try seconds(second) - seconds(first) + days * 86_400
        #expect(after.nanoseconds - before.nanoseconds == apart * 1_000_000_000)
    }

    /// 25 Hz: a fix every 40 ms, and one that is dated to the hundredth belongs together.
    @Test func twentyFiveTimesASecond() {
        var text = ""
        for step in 0..<100 {
            let hundredths = step * 4
            let fraction = hundredths % 100
            let time = "12351\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
            text += Burst(time: time).gga + Burst(time: time + "4").rmc
        }
        let fixes = Readings.nmea(text).fixes
        #expect(fixes.count == 100)
        #expect(fixes.allSatisfy { $0.speed != nil && $0.accuracy != nil })
    }

    @Test func otherMixes() throws {
        let burst = Burst()
        let only = try #require(Readings.nmea(burst.gns + burst.vtg + burst.ths).fixes.first)
        #expect(only.heading == Degrees(341.8))
        #expect(only.speed == MetresPerSecond(knots: 22.4))
        #expect(only.time == nil)
        let dated = try #require(Readings.nmea(burst.zda + burst.gll + burst.gsa).fixes.first)
        #expect(dated.time?.nanoseconds == 764_426_119_000_000_000)
        #expect(dated.mode == .threeDimensional)
        // A plain GLL has nothing of that.
        let plain = try #require(Readings.nmea(burst.gll).fixes.first)
        #expect(plain.mode == .twoDimensional && plain.speed == nil && plain.accuracy == nil)
    }

    /// A receiver that sends GGA and VTG: the fix waits for its speed.
    @Test func speedFromVTG() {
        var reader = NMEAReader()
        var fixes: [Fix] = []
        for second in 10..<16 {
            let burst = Burst(time: "1235\(second)")
            for text in [burst.gga, burst.vtg] {
                reader.ingest(Array(text.utf8).span) { output, _ in
                    if case .event(.fix(let fix)) = output { fixes.append(fix) }
                }
            }
        }
        // The first one waited for the second epoch; all others came with their VTG.
        #expect(fixes.count == 6)
        #expect(fixes.allSatisfy { $0.speed != nil })
        #expect(reader.counts.late == 0)
    }

    /// An RMC that leaves speed and course to the VTG behind it: the fix waits for that too.
    @Test func speedFromVTGBehindAnEmptyRMC() {
        var text = ""
        for second in 10..<16 {
            let burst = Burst(time: "1235\(second)")
            text += sentence(
                "GNRMC,1235\(second),A,4807.038,N,01131.000,W,,,230394,,,A,V")
            text += burst.gga + burst.vtg
        }
        var reader = NMEAReader()
        var fixes: [Fix] = []
        reader.ingest(Array(text.utf8).span) { output, _ in
            if case .event(.fix(let fix)) = output { fixes.append(fix) }
        }
        #expect(fixes.count == 6)
        #expect(fixes.allSatisfy { $0.speed != nil && $0.course == Degrees(84.4) })
        #expect(reader.counts.late == 0)
    }

    /// A VTG after a pause is the first sentence of the next burst.
    @Test func aLeadingVTG() {
        var reader = NMEAReader()
        var fixes: [Fix] = []
        func take(_ output: PositionOutput, _: SourceMark) {
            if case .event(.fix(let fix)) = output { fixes.append(fix) }
        }
        for (second, knots) in [(10, 1), (11, 2), (12, 3)] {
            let vtg = sentence("GNVTG,084.4,T,,M,\(knots),N,,K,A")
            reader.ingest(Array((vtg + Burst(time: "1235\(second)").gga).utf8).span, take)
            reader.flush(take)
        }
        #expect(
            fixes.dropFirst().map(\.speed) == [
                MetresPerSecond(knots: 2), MetresPerSecond(knots: 3),
            ])
    }

    /// One that comes less often than fixes does not hold the others up, and still counts for the next.
    @Test func aRareGSTIsNotWaitedFor() {
        var reader = NMEAReader()
        var accuracies: [Metres?] = []
        for second in 10..<20 {
            let burst = Burst(time: "1235\(second)")
            let text = burst.rmc + burst.gga + (second % 5 == 0 ? burst.gst : "")
            reader.ingest(Array(text.utf8).span) { output, _ in
                if case .event(.fix(let fix)) = output { accuracies.append(fix.accuracy) }
            }
            if second > 10 { #expect(accuracies.count == second - 9) }
        }
        #expect(accuracies.count { $0 == Metres(3.5) } >= 2)
    }

    /// Sentences for a moment that has been left behind begin no new one.
    @Test func lateSentencesAreCounted() {
        let (one, two) = (Burst(time: "123519"), Burst(time: "123520"))
        var reader = NMEAReader()
        var fixes = 0
        for text in [one.rmc, two.rmc, one.gga, two.gga] {
            reader.ingest(Array(text.utf8).span) { output, _ in
                if case .event = output { fixes += 1 }
            }
        }
        reader.finish { output, _ in if case .event = output { fixes += 1 } }
        #expect(fixes == 2)
        #expect(reader.counts.late >= 1)
    }

    /// Some receivers turn their date after their clock; the time goes on all the same.
    @Test func theDateMayTurnLate() {
        let times = ["235958", "235959", "000000", "000001"]
        let dates = ["311299", "311299", "311299", "010100"]
        let text = zip(times, dates).map { Burst(time: $0, date: $1).rmc }.joined()
        let seconds = Readings.nmea(text).fixes.map { ($0.time?.nanoseconds ?? 0) / 1_000_000_000 }
        #expect(seconds == [946_684_798, 946_684_799, 946_684_800, 946_684_801])
    }

    /// And some turn it several fixes late.
    @Test func theDateMayTurnLater() {
        let times = ["235959.00", "000000.00", "000000.20", "000000.40", "000000.60", "000959.00"]
        let dates = ["311299", "311299", "311299", "311299", "010100", "010100"]
        let text = zip(times, dates).map { Burst(time: $0, date: $1).rmc }.joined()
        let times100 = Readings.nmea(text).fixes.map { ($0.time?.nanoseconds ?? 0) / 10_000_000 }
        let midnight: Int64 = 94_668_480_000
        #expect(times100.map { $0 - midnight } == [-100, 0, 20, 40, 60, 59_900])
    }

    /// A date alone dates the epochs that have none: the last one counts, since a receiver may begin with a wrong one.
    @Test func theLastDateCounts() throws {
        func second(_ second: Int, _ date: String) -> String {
            let time = "1200\(second).00"
            return sentence("GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
                + sentence("GPZDA,\(time),\(date),00,00")
        }
        let text =
            second(10, "06,01,1980") + second(11, "06,01,1980") + second(12, "01,01,2026")
            + second(13, "01,01,2026")
        let last = try #require(Readings.nmea(text).fixes.last?.time)
        #expect(last.nanoseconds / 86_400_000_000_000 == 20_454)
        // With dates of their own the epochs do not listen.
        let own = Burst(time: "120010").rmc + sentence("GPZDA,120010.00,01,01,2026,00,00")
        let fixes = Readings.nmea(own + Burst(time: "120011").rmc).fixes
        #expect(fixes.count == 2)
        #expect(fixes.allSatisfy { ($0.time?.nanoseconds ?? 0) < 1_000_000_000_000_000_000 })
    }

    /// After a plausible dilution a very large one is meant. Before, it may be a word for "not known".
    @Test func theWorstDilutionIsNotUnknown() throws {
        func fix(_ second: Int, _ dilution: String) -> String {
            sentence(
                "GPGGA,1200\(second).00,4807.038,N,01131.000,E,1,04,\(dilution),545.4,M,46.9,M,,")
        }
        let text = fix(10, "99.99") + fix(11, "1.2") + fix(12, "99.99") + fix(13, "0.0")
        let accuracies = Readings.nmea(text).fixes.map { $0.accuracy?.value }
        #expect(accuracies.count == 4)
        #expect(accuracies[0] == nil)
        #expect(try #require(accuracies[1]) < 10)
        #expect(try #require(accuracies[2]) > 500)
        #expect(accuracies[3] == nil)
    }

    /// A sentence that is whole is read at a pause, and at the end of a datagram, without its line end.
    @Test func aLineEndMayBeMissing() {
        let bytes = Array(Burst(time: "120010").rmc.utf8.dropLast(2))
        for isPause in [true, false] {
            var reader = NMEAReader()
            var readings = Readings()
            for piece in Readings.pieces(bytes, bytes.count - 1) {
                #expect(reader.counts.sentences == 0)
                reader.ingest(piece.span) { output, _ in readings.take(output) }
                guard piece.count > 1 else { continue }
                reader.endWholeSentence { output, _ in readings.take(output) }
            }
            #expect(reader.counts.sentences == 0)
            if isPause {
                reader.flush { output, _ in readings.take(output) }
                #expect(readings.fixes.count == 1)
            } else {
                reader.endWholeSentence { output, _ in readings.take(output) }
            }
            #expect(reader.counts.sentences == 1)
            let end = Array("\r\n".utf8)
            reader.ingest(end.span) { output, _ in readings.take(output) }
            reader.finish { output, _ in readings.take(output) }
            #expect(readings.fixes.count == 1)
            #expect(readings.problems.isEmpty)
        }
    }

    /// Satellites' systems each have a sentence: one with a fix is enough, all void is none.
    @Test func systemsOfSatellites() {
        let void = sentence("GLGGA,123519,,,,,0,00,,,M,,M,,")
        #expect(Readings.nmea(Burst(time: "123519").gga + void).fixes.count == 1)
        let none = sentence("GNGNS,123519,,,,,NN,00,,,,,")
        #expect(Readings.nmea(void + none).noFixes.map(\.reason) == [.void])
        let unsafe = sentence("GNGNS,123519,4807.038,N,01131.000,W,AA,08,0.9,545.4,46.9,,,U")
        #expect(Readings.nmea(unsafe).noFixes.map(\.reason) == [.void])
    }

    @Test func differentialIsBetter() throws {
        let own = try #require(Readings.nmea(Burst().gga).fixes.first?.accuracy)
        let corrected = sentence("GPGGA,123519,4807.038,N,01131.000,W,2,08,0.9,545.4,M,46.9,M,,")
        let better = try #require(Readings.nmea(corrected).fixes.first?.accuracy)
        #expect(abs(own.value / better.value - 4) < 1e-9)
        let guessed = sentence("GPGGA,123519,4807.038,N,01131.000,W,6,08,0.9,545.4,M,46.9,M,,")
        #expect(Readings.nmea(guessed).fixes.first?.accuracy == nil)
        // Garmin's own estimate, the radius around half of the places.
        let garmin = Readings.nmea(Burst().gga + sentence("PGRME,11.774,M,45.0,M,25.0,M"))
        #expect(abs((garmin.fixes.first?.accuracy?.value ?? 0) - 10) < 1e-9)
    }

    @Test func satellitesInViewAddUp() {
        var reader = NMEAReader()
        #expect(reader.satellitesInView == nil)
        let text =
            sentence("GPGSV,3,1,11,10,63,137,17") + sentence("GLGSV,2,1,07,65,20,100,30")
            + sentence("GPGSV,3,1,12,10,63,137,17")
        reader.ingest(Array(text.utf8).span) { _, _ in }
        #expect(reader.satellitesInView == 19)
    }
}
