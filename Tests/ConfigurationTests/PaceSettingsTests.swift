import Engine
import HorizonProvider
import Quantities
import Testing

@testable import Configuration

/// Packages, their interval and the budget have to fit each other.
@Suite struct PaceSettingsTests {
    private func pace(_ text: String) -> PaceParameters {
        let (loaded, problems) = read(text)
        #expect(problems.isEmpty, "\(problems)")
        return loaded.settings.engineParameters.provider.pace
    }

    @Test func theIntervalIsOneOfTheSettings() {
        let set = pace("[pace]\npackage_interval_s = 0.05\npackage_size = 10")
        #expect(set.packageInterval == .milliseconds(50))
        #expect(set.packageSize == 10)
        #expect(pace("").packageInterval == .milliseconds(20))
        #expect(
            read("[pace]\npackage_interval_s = 2").problems
                == ["c.toml:2:22: pace.package_interval_s = 2: 0.001 to 1 s can be set"])
    }

    @Test func aSizeThatIsLeftOpenFollowsTheBudget() {
        #expect(read("").loaded.settings.engineParameters.provider.packageSize == 4)
        #expect(read("").loaded.toml.contains("\npackage_size = 4  # default\n"))
        #expect(pace("[pace]\nbus_load_percent = 2").packageSize == nil)
        // (50,000 − 12 × 135) bits/s × 20 ms are 7.2 frames of 135 bits.
        #expect(pace("[pace]\nbus_load_percent = 10").packageSize == 8)
        #expect(pace("[pace]\npackage_interval_s = 0.1").packageSize == 18)
        // At another bit rate it follows again; one that was set does not.
        #expect(
            read("[pace]\nbus_load_percent = 10").loaded.providerParameters.pace.packageSize == nil)
        #expect(read("").loaded.providerParameters.pace.packageSize == nil)
        #expect(read("[pace]\npackage_size = 4").loaded.providerParameters.pace.packageSize == 4)
        let (loaded, _) = read("[pace]\nbus_load_percent = 10")
        #expect(
            loaded.toml.split(separator: "\n").contains {
                $0.hasPrefix("package_size = 8 ") && $0.contains("c.toml:2")
            }, "\(loaded.toml)")
    }

    @Test func ofASizeAndTheBudgetTheSmallerHolds() {
        #expect(pace("[pace]\npackage_size = 1").packageSize == 1)
        let set = pace("[pace]\npackage_size = 10\npackage_interval_s = 0.1\nbus_load_percent = 10")
        #expect(set.packageSize == 10 && set.busLoadPercent == 10)
        #expect(
            read("[pace]\npackage_size = 0").problems
                == ["c.toml:2:16: pace.package_size = 0: 1 to 1000 can be set"])
        // Beyond the largest package the budget is not used up.
        let most = pace(
            "[pace]\npackage_interval_s = 1\nbus_load_percent = 100\nbit_rate = 1000000")
        #expect(most.packageSize == 1000)
        // Mapbox's pace: five frames every 100 ms, with the budget that they need.
        let five = pace(
            "[pace]\npackage_size = 5\npackage_interval_s = 0.1\nbus_load_percent = 1.6")
        #expect(five.packageSize == 5)
    }
}
