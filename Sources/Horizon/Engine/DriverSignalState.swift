import Horizon
import Positioning
import Quantities
import RoadMap

/// The turn indicator and the lane that the vehicle reports, for as long as each report holds.
struct DriverSignalState {
    private let lifetime: Nanoseconds
    /// The last reported position of the turn indicator.
    private var indicator: (points: TurnIndicator, time: MonotonicTime)?
    /// The last reported lane.
    private var lane: (lane: DrivenLane, time: MonotonicTime)?
    /// The side whose lamp was on last.
    private var lit: (side: TurnIndicator, time: MonotonicTime)?

    /// The longest time for which a flashing lamp is dark: 60 to 120 flashes a minute (UN
    /// Regulation No. 148).
    private static let longestDark = Nanoseconds.milliseconds(1000)

    init(lifetime: Nanoseconds) { self.lifetime = lifetime }

    /// Takes in a report.
    mutating func ingest(_ signals: DriverSignals, at time: MonotonicTime) {
        if let points = signals.indicator {
            indicator = (points, time)
            if points == .left || points == .right { lit = (points, time) }
        }
        if let reported = signals.lane { lane = (reported, time) }
    }

    /// The intent by both signals. A signal without a recent report is unknown.
    func intent(at time: MonotonicTime) -> DriverIntent {
        var intent = DriverIntent()
        intent.indicator = indicator(at: time)
        if let lane, time - lane.time <= lifetime { intent.lane = lane.lane }
        return intent
    }

    private func indicator(at time: MonotonicTime) -> TurnIndicator {
        guard let indicator, time - indicator.time <= lifetime else { return .unknown }
        if indicator.points == .off, let lit, time - lit.time <= Self.longestDark {
            return lit.side
        }
        return indicator.points
    }
}
