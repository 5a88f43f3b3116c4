import Horizon
import Positioning
import Quantities
import RoadMap
import Testing

@testable import Engine

/// How long a report of the turn indicator or the lane holds.
@Suite struct DriverSignalStateTests {
    private static func time(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime.zero + .milliseconds(milliseconds)
    }

    /// A lamp that flashes is dark for 1 s at most.
    @Test func aFlashingIndicatorStaysOnWhileItsLampIsDark() {
        var state = DriverSignalState(lifetime: .seconds(2))
        state.ingest(DriverSignals(indicator: .left), at: Self.time(0))
        state.ingest(DriverSignals(indicator: .off), at: Self.time(500))
        #expect(state.intent(at: Self.time(1000)).indicator == .left)
        #expect(state.intent(at: Self.time(1001)).indicator == .off)
        #expect(state.intent(at: Self.time(2500)).indicator == .off)
        #expect(state.intent(at: Self.time(2501)).indicator == .unknown)
    }

    @Test func eachSignalHoldsForItsOwnLifetime() {
        var state = DriverSignalState(lifetime: .seconds(2))
        #expect(state.intent(at: Self.time(0)) == DriverIntent())
        state.ingest(DriverSignals(lane: .fromLeft(2)), at: Self.time(0))
        state.ingest(DriverSignals(indicator: .right), at: Self.time(1000))
        #expect(state.intent(at: Self.time(2000)).lane == .fromLeft(2))
        #expect(state.intent(at: Self.time(2001)).lane == .unknown)
        #expect(state.intent(at: Self.time(2001)).indicator == .right)
    }
}
