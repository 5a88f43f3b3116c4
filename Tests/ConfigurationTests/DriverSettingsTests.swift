import Engine
import Horizon
import Quantities
import Testing
import VehicleSignals

@testable import Configuration

/// What the driver is about to do: signals, their numbers, and what they are worth.
@Suite struct DriverSettingsTests {
    @Test func whatIsSetHolds() {
        let (loaded, problems) = read(
            """
            [vehicle]
            dbc = "car.dbc"
            lane_signal = "Lane"
            first_lane = "right"
            driver_signals_lifetime_s = 0.5
            [intent]
            indicator_ratio = 12
            indicator_time_s = 4
            unsignalled_ratio = 1
            wrong_lane_ratio = 0.5
            too_fast_ratio = 0.1
            comfortable_deceleration_m_per_s2 = 3
            hardest_deceleration_m_per_s2 = 8
            lateral_acceleration_m_per_s2 = 3.5
            heading_deviation_deg = 0
            switch_probability = 0.8
            """)
        #expect(problems.isEmpty, "\(problems)")
        let parameters = loaded.settings.engineParameters
        #expect(parameters.driverSignalsLifetime == .milliseconds(500))
        #expect(loaded.settings.vehicle.driver.firstLane == .right)
        let intent = parameters.horizon.intent
        #expect(intent.indicatorRatio == 12 && intent.unsignalledRatio == 1)
        #expect(intent.indicatorTime == .seconds(4) && intent.wrongLaneRatio == 0.5)
        #expect(intent.tooFastRatio == 0.1 && intent.comfortableDeceleration.value == 3)
        #expect(intent.hardestDeceleration.value == 8 && intent.headingDeviation == .zero)
        #expect(intent.lateralAcceleration.value == 3.5 && intent.switchProbability == 0.8)
    }

    @Test(
        arguments: [
            (
                "[vehicle]\nindicator_values = \"1=links\"",
                "c.toml:2:20: vehicle.indicator_values = \"1=links\": expected numbers and off, left,"
                    + " right or both, as in 1=left,2=right"
            ),
            (
                "[vehicle]\nindicator_values = \"1=left\"",
                "c.toml:2:20: vehicle.indicator_values: there is no vehicle.indicator_signal"
            ),
            (
                "[vehicle]\nlane_signal = \"Lane\"",
                "c.toml:2:15: vehicle.lane_signal Lane: vehicle.dbc is missing"
            ),
            (
                "[vehicle]\ndbc = \"car.dbc\"\nright_indicator_signal = \"Right\"",
                "c.toml:3:26: vehicle.right_indicator_signal Right: there is no"
                    + " vehicle.left_indicator_signal"
            ),
            (
                "[vehicle]\ndbc = \"car.dbc\"\nleft_indicator_signal = \"Turn\"\n"
                    + "right_indicator_signal = \"Turn\"",
                "c.toml:4:26: vehicle.right_indicator_signal Turn: this signal is"
                    + " already vehicle.left_indicator_signal"
            ),
            (
                "[vehicle]\ndbc = \"car.dbc\"\nspeed_signal = \"Speed\"\nfirst_lane = \"right\"",
                "c.toml:4:14: vehicle.first_lane: there is no vehicle.lane_signal"
            ),
            (
                "[intent]\ncomfortable_deceleration_m_per_s2 = 8",
                "c.toml:2:37: intent.comfortable_deceleration_m_per_s2 is more than"
                    + " intent.hardest_deceleration_m_per_s2"
            ),
        ])
    func whatDoesNotGoTogetherIsALine(_ text: String, _ line: String) {
        #expect(read(text).problems == [line])
    }
}
