import CANFrames
import Quantities
import Testing

@testable import HorizonProvider

/// The budget's three bounds, to the nanosecond and the bit.
@Suite struct PaceRuleTests {
    /// 13,500 bits a second for the tree: a frame of 135 bits in 10 ms.
    private static func budget(
        package: Int = 4, every interval: Int64 = 40, burst: Int = 0,
        _ change: (inout PaceParameters) -> Void = { _ in }
    ) -> BusBudget {
        var parameters = ProviderParameters()
        // Eleven POSITIONs and one META-DATA a second are set aside.
        parameters.pace.bitRate = 1_512_000
        parameters.pace.busLoadPercent = 1
        parameters.pace.packageSize = package
        parameters.pace.packageInterval = .milliseconds(interval)
        parameters.pace.startBurst = burst
        change(&parameters.pace)
        return BusBudget(parameters)
    }

    private static func at(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    /// The milliseconds at which so many frames go, each as soon as it may.
    private static func times(
        _ count: Int, _ budget: BusBudget, from start: MonotonicTime = .zero
    ) -> [Double] {
        var budget = budget
        var time = start
        return (0..<count).map { _ in
            let last = time
            time = budget.nextFrameTime(of: .tree, after: last)
            let isEarlierAllowed =
                time > last && budget.allows(.tree, bits: 135, at: time - Nanoseconds(1))
            let isAllowed = budget.allows(.tree, bits: 135, at: time)
            #expect(isAllowed && !isEarlierAllowed)
            budget.frameWasSent(.tree, bits: 135, at: time)
            return (time - .zero).seconds * 1000
        }
    }

    private static func packages(_ packages: [(Int, Double)]) -> [Double] {
        packages.flatMap { Array(repeating: $0.1, count: $0.0) }
    }

    @Test func packagesAsLargeAsTheBudgetHasRoomFor() {
        #expect(Self.times(12, Self.budget()) == Self.packages([(4, 0), (4, 40), (4, 80)]))
        // Of package and budget the smaller holds.
        #expect(Self.times(4, Self.budget(package: 1)) == [0, 40, 80, 120])
        #expect(Self.times(3, Self.budget(package: 0)) == [0, 40, 80])
        // A large one first, then what has come in since.
        #expect(
            Self.times(20, Self.budget(package: 10))
                == Self.packages([(10, 0), (5, 40), (4, 80), (1, 120)]))
    }

    @Test func noSecondHasMoreThanTheBudget() {
        let times = Self.times(111, Self.budget(package: 10))
        #expect(times[99] == 920)
        // The hundred-and-first waits until the first ten are a second old.
        #expect(times[100...] == Self.packages([(10, 1000), (1, 1040)])[...])
        // To the bit: 13,365 + 135 are 13,500.
        var budget = Self.budget(package: 100, every: 1000)
        budget.frameWasSent(.tree, bits: 13_365, at: .zero)
        let isAllowed = [135, 136].map { budget.allows(.tree, bits: $0, at: .zero) }
        #expect(isAllowed == [true, false])
        // They leave the second one by one.
        budget.frameWasSent(.tree, bits: 135, at: Self.at(300))
        #expect(budget.nextFrameTime(of: .tree, after: Self.at(300)) == Self.at(1000))
        let isAllowedThen = [13_365, 13_366].map {
            budget.allows(.tree, bits: $0, at: Self.at(1000))
        }
        #expect(isAllowedThen == [true, false])
    }

    @Test func aSecondsFramesAreForgottenAfterIt() {
        // Round and round the ring: each second has what the one before had.
        var budget = Self.budget(package: 100, every: 1000)
        for second in 0..<20 {
            let time = Self.at(Int64(second) * 1000)
            for _ in 0..<100 {
                let isAllowed = budget.allows(.tree, bits: 135, at: time)
                #expect(isAllowed)
                budget.frameWasSent(.tree, bits: 135, at: time)
            }
            let isEarlyAllowed = budget.allows(
                .tree, bits: 135, at: time + Nanoseconds(999_999_999))
            #expect(!isEarlyAllowed)
        }
    }

    @Test func whatIsSetAsideIsNotTheirs() {
        // 1,620 bits, and 6,750 for the tree: a frame in 20 ms.
        let half = Self.budget { $0.bitRate = 837_000 }
        #expect(Self.times(8, half) == Self.packages([(4, 0), (3, 40), (1, 80)]))
        // Something is always left: one frame a second.
        var budget = Self.budget { $0.bitRate = 162_000 }
        #expect(Self.times(3, budget) == [0, 1000, 2000])
        budget.frameWasSent(.tree, bits: 67, at: .zero)
        let isAllowed = [68, 69].map { budget.allows(.tree, bits: $0, at: .zero) }
        #expect(isAllowed == [true, false])
        let little = Self.budget { $0.bitRate = 10_000 }
        #expect(Self.times(3, little) == [0, 1000, 2000])
    }

    @Test func framesLeaveTheSecondOneByOne() {
        var budget = Self.budget(package: 1000, every: 1000)
        for (bits, time) in [(100, 0), (13_300, 300), (100, 400)] as [(Int, Int64)] {
            budget.frameWasSent(.tree, bits: bits, at: Self.at(time))
        }
        #expect(budget.nextFrameTime(of: .tree, after: Self.at(500)) == Self.at(1300))
        // Round and round the ring, with nothing else to bound them.
        for second in 2..<20 {
            let time = Self.at(Int64(second) * 1000)
            for _ in 0..<100 {
                let isAllowed = budget.allows(.tree, bits: 135, at: time)
                #expect(isAllowed)
                budget.frameWasSent(.tree, bits: 135, at: time)
            }
            let isEarlyAllowed = budget.allows(.tree, bits: 1, at: time + Nanoseconds(999_999_999))
            #expect(!isEarlyAllowed)
        }
    }

    @Test func whatTheCellRateHasInStoreIsExact() {
        // 1,080 bits take 80 ms, of which a package, 40 ms, may be in store.
        var budget = Self.budget()
        budget.frameWasSent(.tree, bits: 1080, at: .zero)
        #expect(budget.nextFrameTime(of: .tree, after: .zero) == Self.at(40))
        budget.frameWasSent(.tree, bits: 1, at: Self.at(40))
        #expect(budget.nextFrameTime(of: .tree, after: Self.at(40)) == Self.at(80))
        // Without a package interval every nanosecond begins one.
        for interval in [0, 1] as [Int64] {
            var budget = Self.budget { $0.packageInterval = Nanoseconds(interval) }
            #expect(Self.times(5, budget) == [0, 0, 0, 0, Nanoseconds(1).seconds * 1000])
            budget.frameWasSent(.tree, bits: 135_000, at: .zero)
            #expect(budget.nextFrameTime(of: .tree, after: .zero) == Self.at(9960))
        }
    }

    @Test func aStartBurstIsBeyondAllBounds() {
        // Neither the pace nor the second knows of its frames.
        let times = Self.times(50, Self.budget(burst: 40))
        #expect(times == Self.packages([(44, 0), (4, 40), (2, 80)]))
    }

    @Test func timeIsNotSavedUp() {
        var budget = Self.budget()
        budget.frameWasSent(.tree, bits: 135, at: .zero)
        // Intervals are counted from the first frame on.
        #expect(
            Self.times(9, budget, from: Self.at(5003))
                == Self.packages([(4, 5003), (4, 5040), (1, 5080)]))
    }

    /// 44 bits and 34 of them open to stuffing at 11 bits of identifier, 64 and 54 at 29; CAN FD with
    /// its longer checksum.
    @Test(arguments: [
        (false, false, 0, 55), (false, false, 1, 65), (false, false, 7, 125),
        (false, false, 8, 135),
        (true, false, 0, 80), (true, false, 3, 110), (true, false, 8, 160),
        (false, true, 8, 178), (false, true, 64, 738), (true, true, 8, 197), (true, true, 64, 757),
    ])
    func theLongestAFrameCanBe(isExtended: Bool, isFD: Bool, length: Int, bits: Int) throws {
        let identifier = try #require(
            isExtended ? CANIdentifier(extended: 0x18FF_0000) : CANIdentifier(base: 0x300))
        let frame = try #require(CANFrame(identifier: identifier, length: length, isFD: isFD))
        #expect(frame.worstCaseBits == bits)
    }

    @Test(arguments: [
        (0, 0), (49, 0), (50, 1), (149, 1), (150, 2), (-50, 0), (-51, -1), (-150, -1), (-151, -2),
        (819_100, 8191),
    ])
    func placesAreRoundedToTheNearestMetreHalvesUp(centimetres: Int, metres: Int) {
        #expect(wireMetres(Centimetres(centimetres)) == metres)
    }

    private static func pace(_ bitRate: Int) -> PaceParameters {
        var pace = PaceParameters()
        pace.bitRate = bitRate
        pace.busLoadPercent = 1
        return pace
    }

    /// In every second, a frame of the second before keeps its time on the bus.
    @Test(arguments: [5_000, 13_500, 27_000, 300_000]) func theLimitCanChange(_ bits: Int) {
        var budget = Self.budget(package: 100, every: 1)
        let rates = [1_512_000, (bits + 1620) * 100]
        var sent: [(time: MonotonicTime, bits: Int, rate: Int)] = []
        var time = MonotonicTime.zero
        func fill(at rate: Int, until end: MonotonicTime) {
            while true {
                time = budget.nextFrameTime(of: .tree, after: time)
                guard time < end, budget.allows(.tree, bits: 135, at: time) else { break }
                budget.frameWasSent(.tree, bits: 135, at: time)
                sent.append((time, 135, rate))
            }
            time = end
        }
        /// The most bits in a second that ends with a frame, each frame with its time on a bus of a bit rate.
        func most(at rate: Int, from start: MonotonicTime, to end: MonotonicTime) -> Int {
            sent.filter { $0.time >= start && $0.time < end }.map { last in
                sent.filter { $0.time <= last.time && last.time - $0.time < .milliseconds(1000) }
                    .reduce(0) { $0 + ($1.bits * rate + $1.rate - 1) / $1.rate }
            }.max() ?? 0
        }
        fill(at: rates[0], until: Self.at(3500))
        #expect(most(at: rates[0], from: Self.at(1000), to: Self.at(3500)) == 13_500)
        budget.setLimit(Self.pace(rates[1]), packageSize: 100)
        fill(at: rates[1], until: Self.at(9000))
        #expect(most(at: rates[1], from: Self.at(3500), to: Self.at(9000)) <= bits)
        #expect(most(at: rates[1], from: Self.at(4500), to: Self.at(9000)) == bits / 135 * 135)
        budget.setLimit(Self.pace(rates[0]), packageSize: 1)
        fill(at: rates[0], until: Self.at(12_000))
        #expect(most(at: rates[0], from: Self.at(9000), to: Self.at(12_000)) <= 13_500)
        #expect(most(at: rates[0], from: Self.at(10_000), to: Self.at(11_000)) == 13_500)
    }

    /// 0.6 s after a start the bus of 500 kbit/s comes back with 250 kbit/s. Its 110 frames took 29.7 ms of the 50 ms
    /// in a second: there is room for 37 more. As bits of the slower bus they would fill the limit for 0.5 s.
    @Test func framesKeepTheirTimeOnTheBus() {
        var parameters = ProviderParameters()
        var budget = BusBudget(parameters)
        for frame in 0..<104 as Range<Int64> {
            let time = Self.at(frame * 5)
            budget.frameWasSent(.tree, bits: 135, at: time)
            if frame % 20 == 0 { budget.frameWasSent(.position, bits: 135, at: time) }
        }
        parameters.pace.bitRate = 250_000
        budget.setLimit(parameters.pace, packageSize: 4)
        let now = Self.at(610)
        // Each of them counts as 68 bits: 12,500 - 110 × 68 are 37 × 135 and 25.
        for _ in 0..<37 {
            #expect(budget.nextFrameTime(of: .announcement, after: now) == now)
            #expect(budget.nextFrameTime(of: .position, after: now) == now)
            budget.frameWasSent(.position, bits: 135, at: now)
        }
        // 110 bits are missing: the two frames of the moment 0 leave first.
        #expect(budget.nextFrameTime(of: .position, after: now) == Self.at(1000))
        #expect(budget.nextFrameTime(of: .announcement, after: now) == Self.at(1000))
        // The tree leaves room for a POSITION.
        #expect(budget.nextFrameTime(of: .tree, after: now) > Self.at(1000))
    }

    /// The frames of a slow bus keep their time too: they are more bits of a fast one.
    @Test func framesOfASlowBusFillTheLimitOfAFastOne() {
        var parameters = ProviderParameters()
        parameters.pace.bitRate = 125_000
        var budget = BusBudget(parameters)
        for frame in 0..<46 { budget.frameWasSent(.position, bits: 135, at: Self.at(Int64(frame))) }
        parameters.pace.bitRate = 500_000
        budget.setLimit(parameters.pace, packageSize: 4)
        // 46 × 540 bits of 25,000.
        let now = Self.at(100)
        #expect(budget.nextFrameTime(of: .position, after: now) == now)
        budget.frameWasSent(.position, bits: 135, at: now)
        #expect(budget.nextFrameTime(of: .position, after: now) == Self.at(1000))
        // From the second after it on, POSITION waits for nothing.
        let later = Self.at(1046)
        let isAllowed = budget.allows(.position, bits: 30_000, at: later)
        #expect(isAllowed)
    }

    /// META-DATA out of turn waits for no package, and has room where no other one came in the last second.
    @Test func anAnnouncementWaitsForNoPackage() {
        var budget = Self.budget(package: 1, every: 1000)
        budget.frameWasSent(.tree, bits: 13_500, at: .zero)
        for _ in 0..<10 { budget.frameWasSent(.position, bits: 135, at: .zero) }
        #expect(budget.nextFrameTime(of: .tree, after: .zero) == Self.at(1000))
        // 15,120 bits less eleven POSITIONs and what was sent.
        let isAllowed = [135, 136].map { budget.allows(.announcement, bits: $0, at: .zero) }
        #expect(isAllowed == [true, false])
        var other = budget
        budget.frameWasSent(.announcement, bits: 135, at: .zero)
        #expect(budget.nextFrameTime(of: .announcement, after: .zero) == Self.at(1000))
        other.frameWasSent(.metaData, bits: 135, at: Self.at(1))
        #expect(other.nextFrameTime(of: .announcement, after: Self.at(1)) == Self.at(1000))
        // POSITION does not wait; META-DATA in turn does.
        for budget in [budget, other] {
            #expect(budget.nextFrameTime(of: .position, after: .zero) == .zero)
            #expect(budget.nextFrameTime(of: .metaData, after: .zero) == Self.at(1000))
        }
    }

    /// A limit that is too low for POSITION and META-DATA holds back neither of them.
    @Test func aLimitThatIsTooLowDelaysNoPosition() {
        var budget = Self.budget()
        budget.frameWasSent(.tree, bits: 13_500, at: .zero)
        budget.setLimit(Self.pace(10_000), packageSize: 1)
        #expect(budget.nextFrameTime(of: .position, after: .zero) == .zero)
        #expect(budget.nextFrameTime(of: .announcement, after: .zero) == Self.at(1000))
    }
}
