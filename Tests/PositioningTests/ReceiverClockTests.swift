import Quantities
import Testing

@testable import Positioning

@Suite struct ReceiverClockTests {
    /// Milliseconds of delay that a clock finds in fixes of so many seconds that arrive so late.
    private func delays(_ fixes: [(time: Double?, arrival: Double)]) -> [Int?] {
        var clock = ReceiverClock()
        return fixes.map { fix in
            let time = fix.time.map { Nanoseconds(Int64($0 * 1e9)) }
            let arrival = MonotonicTime(nanoseconds: Int64(fix.arrival * 1e9))
            return clock.delay(of: time, arrivedAt: arrival).map { Int($0.value / 1_000_000) }
        }
    }

    @Test func aStalledLineIsSeen() {
        // The third is held up by a second and comes together with the fourth.
        let found = delays([
            (1000, 5.1), (1001, 6.1), (1002, 8.1), (1003, 8.1), (1004, 9.1),
        ])
        #expect(found == [0, 0, 999, 0, 0] || found == [0, 0, 1000, 0, 0])
    }

    /// Held up for longer than clocks are trusted: the fixes come in a burst, each less late.
    @Test func aLineThatWasHeldUpForLongIsSeen() {
        let found = delays([
            (1000, 5.1), (1001, 6.1), (1002, 9.6), (1003, 9.6), (1004, 9.6), (1005, 10.1),
        ])
        let expected = [0, 0, 2500, 1500, 500, 0]
        #expect(zip(found, expected).allSatisfy { abs(($0 ?? -10) - $1) <= 1 })
        // At ten a second too.
        var fixes: [(time: Double?, arrival: Double)] = []
        for number in 0...40 {
            let seconds = Double(number) / 10
            fixes.append((1000 + seconds, number == 0 ? 5.1 : max(5.1 + seconds, 8.6)))
        }
        let burst = delays(fixes)
        for (number, delay) in burst.enumerated().dropFirst() {
            #expect(abs((delay ?? -10) - max(3500 - 100 * number, 0)) <= 1)
        }
    }

    /// The program was halted for a minute. A serial line holds the first fixes of it, and drops the others.
    @Test func whatWaitedDuringAHaltIsLate() {
        var fixes: [(time: Double?, arrival: Double)] = [(1000, 5.1), (1001, 6.1)]
        for number in 2...9 { fixes.append((1000 + Double(number), 66.3)) }
        fixes += [(1062, 67.1), (1063, 68.1)]
        let expected = [0, 0] + (2...9).map { 61_200 - $0 * 1000 } + [0, 0]
        #expect(
            zip(delays(fixes), expected).allSatisfy { abs(($0 ?? -1000) - $1) <= 10 },
            "\(delays(fixes))")
    }

    /// Silent for half a minute, and set back meanwhile: one fix is late, and the next one is believed.
    @Test func aClockThatIsSetBackDuringASilenceIsBelievedSoon() {
        let found = delays([(1000, 5), (1001, 6), (1011, 36), (1012, 37), (1013, 38)])
        #expect(found[0] == 0 && found[1] == 0 && found[3] == 0 && found[4] == 0)
        #expect(abs((found[2] ?? 0) - 20_000) <= 10)
    }

    /// Set by less than clocks are trusted: nothing is late for ever.
    @Test(arguments: [-0.5, -1, -1.5, -2, -3, -9])
    func aClockThatIsSetBackALittleIsBelievedSoon(step: Double) {
        for interval in [0.1, 1] {
            let fixes = (0..<Int(200 / interval)).map { number in
                let seconds = Double(number) * interval
                return (time: 1000 + seconds + (seconds >= 50 ? step : 0), arrival: seconds + 0.2)
            }
            let found = delays(fixes)
            for (fix, delay) in zip(fixes, found) where fix.arrival > 50 + 61 || fix.arrival < 50 {
                #expect((delay ?? -10) <= 1)
            }
            // A time that comes again is none that a fix has been late by.
            if -step >= interval { #expect(found[Int(50 / interval)] == 0) }
        }
    }

    @Test func theLeastDelayedFixSetsTheScale() {
        let found = delays([(1000, 5.5), (1001, 6.1), (1002, 7.5)])
        #expect(found[0] == 0 && found[1] == 0)
        #expect((399...400).contains(found[2] ?? -1))
    }

    @Test func withoutATimeNothingIsKnown() {
        #expect(delays([(1000, 5), (nil, 6), (1002, 7)]) == [0, nil, 0])
    }

    /// The receiver's clock is set: at a cold start, at a week rollover, by whole weeks back.
    @Test func aClockThatIsSetBeginsAnew() {
        #expect(delays([(1000, 5), (5000, 6), (5001, 7.2)])[1] == 0)
        let weeks = 1024.0 * 7 * 86_400
        let found = delays([(weeks + 1000, 5), (1001, 6), (1002, 7.3)])
        #expect(found[1] == 0)
        #expect((299...300).contains(found[2] ?? -1))
    }

    /// A receiver that never says the date: its time of day goes on over midnight.
    @Test func timesOfDayAreEnough() {
        var reader = NMEAReader()
        var clock = ReceiverClock()
        var found: [Int?] = []
        func take(_ time: String, _ arrival: Double) {
            let gga = sentence("GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
            func note(_ output: PositionOutput, _ mark: SourceMark) {
                guard case .event(.fix(let fix)) = output else { return }
                #expect(fix.time == nil)
                let now = MonotonicTime(nanoseconds: Int64(arrival * 1e9))
                found.append(
                    clock.delay(of: mark.time, arrivedAt: now).map { Int($0.value / 1_000_000) })
            }
            reader.ingest(Array(gga.utf8).span, note)
            reader.flush(note)
        }
        take("235958", 5.1)
        take("235959", 6.1)
        take("000000", 7.6)
        take("000001", 8.1)
        take("000002", 9.35)
        #expect(found.count == 5)
        for (delay, expected) in zip(found, [0, 0, 500, 0, 250]) {
            #expect(abs((delay ?? -10) - expected) <= 1)
        }
    }

    /// A host's clock that runs fast by 50 ppm for a day does not make fixes late.
    @Test func driftIsNoDelay() {
        let found = delays((0..<86_400).map { (1000 + Double($0), Double($0) * 1.00005) })
        #expect(found.allSatisfy { ($0 ?? -1) <= 1 })
    }
}
