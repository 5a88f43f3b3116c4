import Testing

@testable import Positioning

/// Wheels that do not turn as the car drives.
@Suite struct SpeedTrustTests {
    /// Drives with a fix each second.
    private struct Drive {
        var trust = SpeedTrust()
        /// By the last fix.
        private(set) var change: SpeedTrust.Change?
        private var counted = 0.0
        private var seconds = 0.0

        mutating func pass(_ count: Int, fixes: Double?, wheels: Double) {
            for _ in 0..<count {
                trust.advance(1)
                seconds += 1
                counted += wheels
                if let fixes {
                    change = trust.compare(speed: fixes, counted: counted, at: seconds)
                }
            }
        }
    }

    @Test func threeFixesInARowDecide() {
        var drive = Drive()
        drive.pass(5, fixes: 20, wheels: 20)
        drive.pass(2, fixes: 20, wheels: 0)
        #expect(drive.trust.isTrusted)
        drive.pass(1, fixes: 20, wheels: 0)
        #expect(!drive.trust.isTrusted)
        #expect(drive.change == SpeedTrust.Change(speed: -20, distance: -60))
        drive.pass(2, fixes: 20, wheels: 20)
        #expect(!drive.trust.isTrusted)
        drive.pass(1, fixes: 20, wheels: 20)
        #expect(drive.trust.isTrusted)
    }

    @Test func aFixThatIsWrongChangesNothing() {
        var drive = Drive()
        for _ in 0..<10 {
            drive.pass(2, fixes: 20, wheels: 20)
            drive.pass(1, fixes: 40, wheels: 20)
        }
        #expect(drive.trust.isTrusted)
    }

    /// A scale that is 10 % wrong, and the noise of a receiver that stands.
    @Test(arguments: [(50.0, 55.0), (3, 0), (0, 3)])
    func whatIsUsualIsNoContradiction(_ fixes: Double, _ wheels: Double) {
        var drive = Drive()
        drive.pass(20, fixes: fixes, wheels: wheels)
        #expect(drive.trust.isTrusted)
    }

    @Test func withoutFixesThereIsNoDoubt() {
        var drive = Drive()
        drive.pass(5, fixes: 20, wheels: 0)
        #expect(!drive.trust.isTrusted)
        drive.pass(3, fixes: nil, wheels: 20)
        #expect(!drive.trust.isTrusted)
        drive.pass(1, fixes: nil, wheels: 20)
        #expect(drive.trust.isTrusted)
    }

    @Test func aSignalThatWasMissingIsNotCompared() {
        var trust = SpeedTrust()
        for second in 0..<10 {
            trust.breakOff()
            let change = trust.compare(speed: 20, counted: 0, at: Double(second))
            #expect(change == nil)
        }
        #expect(trust.isTrusted)
    }
}
