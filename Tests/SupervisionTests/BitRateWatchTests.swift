import Engine
import HorizonProvider
import SocketCAN
import Testing

@testable import Supervision

@Suite struct BitRateWatchTests {
    private func state(_ bitRate: Int?) -> LinkState {
        LinkState(
            hasCarrier: true, controller: LinkState.Controller(state: .active, bitRate: bitRate))
    }

    private func watch(percent: Double = 5, package: Int? = nil) -> BitRateWatch {
        var parameters = ProviderParameters()
        parameters.pace.busLoadPercent = percent
        parameters.pace.packageSize = package
        return BitRateWatch(parameters)
    }

    @Test func theInterfaceDecidesAndEachChangeIsReportedOnce() {
        var watch = watch()
        #expect(watch.current == 500_000)
        #expect(watch.note(state(500_000)) == nil)
        #expect(watch.takeChange() == nil)
        #expect(watch.note(state(250_000)) == .bitRate(250_000, setting: 500_000))
        #expect(watch.current == 250_000)
        #expect(watch.takeChange() == .bitRate(250_000, packageSize: 4))
        #expect(watch.takeChange() == nil)
        #expect(watch.note(state(250_000)) == nil)
        #expect(watch.takeChange() == nil)
        #expect(watch.note(state(500_000)) == .bitRate(500_000, setting: 500_000))
        #expect(watch.takeChange() == .bitRate(500_000, packageSize: 4))
    }

    /// vcan has no bit rate, an adapter without a set one neither.
    @Test func withoutABitRateOfItsOwnTheSettingHolds() {
        var watch = watch()
        #expect(watch.note(LinkState(hasCarrier: true, controller: nil)) == nil)
        #expect(watch.note(state(nil)) == nil)
        #expect(watch.note(state(125_000)) != nil)
        #expect(watch.note(state(nil)) == .bitRate(500_000, setting: 500_000))
        // No bus has such a rate.
        #expect(watch.note(state(1)) == nil)
        #expect(watch.note(state(4_294_967_295)) == nil)
        #expect(watch.current == 500_000)
    }

    /// 83,333 bit/s in the place of 83,300: the limit follows, and nobody needs to know.
    @Test func aRateThatIsTheSameForNodesIsNoLine() {
        var parameters = ProviderParameters()
        parameters.pace.bitRate = 83_300
        parameters.pace.busLoadPercent = 20
        var watch = BitRateWatch(parameters)
        #expect(watch.note(state(83_333)) == nil)
        #expect(watch.takeChange() == .bitRate(83_333, packageSize: 4))
        #expect(watch.note(state(84_000)) == .bitRate(84_000, setting: 83_300))
    }

    /// 50,000 bit/s for the tree less what is set aside: more than four frames in 20 ms at the least length.
    @Test func thePackageSizeFollowsUnlessItIsSet() {
        var free = watch()
        #expect(free.note(state(1_000_000)) != nil)
        #expect(free.takeChange() == .bitRate(1_000_000, packageSize: 8))
        var fixed = watch(package: 3)
        #expect(fixed.note(state(1_000_000)) != nil)
        #expect(fixed.takeChange() == .bitRate(1_000_000, packageSize: 3))
        var fast = watch(percent: 100)
        #expect(fast.note(state(8_000_000)) != nil)
        guard case .bitRate(8_000_000, let size) = fast.takeChange() else {
            Issue.record("no change")
            return
        }
        #expect((500...1000).contains(size))
    }

    @Test func aLimitThatIsTooLowIsSaid() throws {
        var watch = watch()
        let noted = watch.note(state(20_000))
        let report = try #require(noted)
        #expect(report == .lowBitRate(20_000, setting: 500_000))
        #expect(watch.takeChange() == .bitRate(20_000, packageSize: 4))
        #expect(
            report.line(of: "can0")
                == "can0: the bit rate is 20000 bit/s, the configuration has 500000; there the bus load"
                + " limit is too low for a horizon; increase pace.bus_load_percent")
        #expect(
            BusReport.bitRate(250_000, setting: 500_000).line(of: "can0")
                == "can0: the bit rate is 250000 bit/s, the configuration has 500000; the bus load limit"
                + " follows the interface")
        #expect(
            BusReport.bitRate(500_000, setting: 500_000).line(of: "can0")
                == "can0: the bit rate is 500000 bit/s again; the bus load limit follows it")
    }
}
