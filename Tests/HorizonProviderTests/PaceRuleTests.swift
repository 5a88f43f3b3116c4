import CANFrames
import Quantities
import Testing

@testable import HorizonProvider

/// The budget's two bounds, to the nanosecond and the bit.
@Suite struct PaceRuleTests {
    /// 5000 bits a second: a frame of 135 bits in 27 ms.
    private static func budget(
        package: Int = 1, burst: Int = 0, setAside: Int = 0, percent: Double = 1
    ) -> BusBudget {
        var pace = PaceParameters()
        pace.budgetPercent = percent
        pace.packageSize = package
        pace.startBurst = burst
        return BusBudget(pace, setAside: setAside)
    }

    /// The milliseconds at which frames of these lengths go, each as soon as it may.
    private static func times(_ bits: [Int], _ budget: BusBudget) -> [Double] {
        var budget = budget
        var time = MonotonicTime.zero
        return bits.map { bits in
            let last = time
            time = budget.nextFrameTime(bits: bits, after: last)
            let isEarlierAllowed =
                time > last && budget.allows(bits: bits, at: time - Nanoseconds(1))
            let isAllowed = budget.allows(bits: bits, at: time)
            #expect(isAllowed && !isEarlierAllowed)
            budget.frameWasSent(bits: bits, at: time)
            return (time - .zero).seconds * 1000
        }
    }

    @Test func oneByOneFramesKeepTheirDistance() {
        #expect(Self.times([135, 135, 100, 135], Self.budget()) == [0, 27, 54, 74])
        // No package is smaller than a frame.
        #expect(Self.times([135, 135], Self.budget(package: 0)) == [0, 27])
    }

    @Test func aPackageGoesAtOnceAndTheRestAtThePace() {
        #expect(
            Self.times(Array(repeating: 135, count: 5), Self.budget(package: 3))
                == [0, 0, 0, 27, 54])
    }

    @Test func noSecondHasMoreThanTheBudget() {
        // 37 frames of 135 bits are 4995 bits: the 38th waits until the first is a second old.
        let times = Self.times(Array(repeating: 135, count: 39), Self.budget(package: 100))
        #expect(times.prefix(37).allSatisfy { $0 == 0 })
        #expect(times.suffix(2) == [1000, 1000])
        // To the bit: 4865 + 135 are 5000.
        var budget = Self.budget(package: 100)
        budget.frameWasSent(bits: 4865, at: .zero)
        #expect(budget.nextFrameTime(bits: 135, after: .zero) == .zero)
        let second = MonotonicTime.zero + .milliseconds(1000)
        #expect(budget.nextFrameTime(bits: 136, after: .zero) == second)
        // As many frames leave as are needed, and no more.
        budget.frameWasSent(bits: 135, at: .zero + .milliseconds(300))
        #expect(budget.nextFrameTime(bits: 4865, after: .zero + .milliseconds(300)) == second)
        #expect(
            budget.nextFrameTime(bits: 4866, after: .zero + .milliseconds(300))
                == second + .milliseconds(300))
    }

    @Test func aSecondsFramesAreForgottenAfterIt() {
        // Round and round the ring: each second has what the one before had.
        var budget = Self.budget(package: 100)
        for second in 0..<20 {
            let time = MonotonicTime.zero + .milliseconds(Int64(second) * 1000)
            for _ in 0..<37 {
                let isAllowed = budget.allows(bits: 135, at: time)
                #expect(isAllowed)
                budget.frameWasSent(bits: 135, at: time)
            }
            let isEarlyAllowed = budget.allows(bits: 135, at: time + Nanoseconds(999_999_999))
            #expect(!isEarlyAllowed)
        }
    }

    @Test func framesLeaveTheSecondOneByOne() {
        var budget = Self.budget(package: 100)
        budget.frameWasSent(bits: 1000, at: .zero)
        let second = MonotonicTime.zero + .milliseconds(400)
        budget.frameWasSent(bits: 2000, at: second)
        let time = MonotonicTime.zero + .milliseconds(1000)
        let isAllowed = [3000, 3001].map { budget.allows(bits: $0, at: time) }
        #expect(isAllowed == [true, false])
        #expect(
            budget.nextFrameTime(bits: 3001, after: time) == second + .milliseconds(1000))
    }

    @Test func whatIsSetAsideIsNotTheirs() {
        #expect(Self.times([135, 135], Self.budget(setAside: 2300)) == [0, 50])
        var budget = Self.budget()
        budget.setAside(2300)
        #expect(Self.times([135, 135], budget) == [0, 50])
        // Something is always left: one frame a second.
        #expect(Self.times([135, 135], Self.budget(setAside: 5000)) == [0, 1000])
        budget.setAside(6000)
        #expect(Self.times([135, 135], budget) == [0, 1000])
        #expect(Self.times([135, 135], Self.budget(percent: 0.5)) == [0, 54])
        #expect(Self.times([135, 135], Self.budget(percent: 0.1)) == [0, 270])
        // Even a frame that is longer than all of it.
        #expect(Self.times([270, 270], Self.budget(setAside: 5000)) == [0, 2000])
    }

    @Test func aStartBurstIsBeyondAllBounds() {
        // Neither the pace nor the second knows of its frames.
        let times = Self.times(Array(repeating: 135, count: 42), Self.budget(burst: 40))
        #expect(times.prefix(41).allSatisfy { $0 == 0 })
        #expect(times.last == 27)
    }

    @Test func aLateFrameDoesNotSaveUpTime() {
        var budget = Self.budget()
        let late = MonotonicTime.zero + .milliseconds(5000)
        budget.frameWasSent(bits: 135, at: late)
        #expect(budget.nextFrameTime(bits: 135, after: late) == late + .milliseconds(27))
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
}
