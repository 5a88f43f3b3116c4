import Horizon
import HorizonProvider
import Positioning
import Quantities
import RoadMap

/// The position of the vehicle in the tree, as POSITION reports it.
///
/// It follows dead reckoning and is counted along the same line
/// (``/Positioning/DeadReckoning/along``). It differs from dead reckoning where clients could not
/// follow: it does not move back by a little, and a large correction ahead takes several messages.
struct ReportedPosition {
    /// The position on the line.
    private(set) var along = Metres.zero
    /// How far dead reckoning has the vehicle beyond the end of its path.
    private(set) var beyondPath = Metres.zero
    /// The farthest position on the path so far.
    private var farthest = Metres.zero
    /// The position at the last tick that reported it; `nil` if that reported another tree.
    private var reported: Metres?
    /// The position in the last POSITION that the bus has taken; `nil` if that reported another tree. Clients keep it
    /// while POSITION reports no path.
    private var sent: Metres?
    /// Whether the last tick reported a path, so that clients expect the next place.
    private var isExpected = false
    private let limits: Limits

    /// The limits of a move.
    struct Limits {
        /// A move back by less than this is none: the position waits for the vehicle.
        let longestHold: Metres
        /// A move back by more than this needs another path.
        let longestMoveBack: Metres
        /// The time between two POSITIONs.
        let interval: Nanoseconds

        init(_ parameters: EngineParameters) {
            longestHold = parameters.reckoning.longestHold
            // Offsets on the wire are whole metres.
            longestMoveBack = max(parameters.horizon.longestMoveBack - Metres(1), .zero)
            interval = parameters.provider.timing.positionInterval
        }

        /// The longest move back from one POSITION to the next: clients expect the vehicle ahead.
        func longestStepBack(at speed: MetresPerSecond?) -> Metres {
            max(longestMoveBack - step(at: speed), .zero)
        }

        /// The distance between two POSITIONs at a speed.
        func step(at speed: MetresPerSecond?) -> Metres {
            Metres(max(speed?.value ?? 0, 0) * interval.seconds)
        }
    }

    /// POSITION is at most this far ahead of the position that clients expect.
    private static let longestLeap = Metres(45)
    /// Clients give up their horizon where POSITION moves by more than 200 m (confidence C).
    private static let longestMove = Metres(199)

    init(_ limits: Limits) { self.limits = limits }

    /// Starts on another line.
    mutating func begin(at along: Metres) {
        self.along = along
        farthest = along
        beyondPath = .zero
        reported = nil
        sent = nil
        isExpected = false
    }

    /// Notes that POSITION reports this position, or that it reports no path.
    mutating func noteReport(isOnPath: Bool) {
        isExpected = isOnPath
        if isOnPath { reported = along }
    }

    /// Notes that the bus has taken a POSITION that reports this position.
    mutating func noteSent() {
        sent = along
        noteReport(isOnPath: true)
    }

    /// Whether a correction may move the vehicle by `distance` on the same tree, at that speed.
    func canMove(by distance: Metres, at speed: MetresPerSecond?) -> Bool {
        let step = limits.step(at: speed)
        let leap = distance + untold
        return leap - step >= -limits.longestMoveBack && leap + step <= Self.longestMove
            && along + distance >= farthestBack
    }

    /// Whether the next POSITION may report a place so far ahead, at that speed.
    func canReach(_ distance: Metres, at speed: MetresPerSecond?) -> Bool {
        longestStep(at: speed).map { distance <= $0 } ?? true
    }

    /// The longest way to the place of the next POSITION; `nil` if clients know no place on this tree.
    private func longestStep(at speed: MetresPerSecond?) -> Metres? {
        guard known != nil else { return nil }
        let step = limits.step(at: speed)
        return (isExpected ? Self.longestLeap + step : Self.longestMove - step) - untold
    }

    /// Moves the vehicle in the tree towards a position on the line. With a path it moves onto that
    /// path. Returns the probability of the exits that the vehicle took.
    ///
    /// Where clients cannot follow onto another path, or to a position after a time without one, a new path begins
    /// there.
    mutating func move(
        _ tree: inout PathTree, to target: Metres, along path: PathID?, at speed: MetresPerSecond?,
        moment: Int64?
    ) throws(MapError) -> Double {
        let staysOnPath = path == nil || path == tree.mainPath?.id
        let side = staysOnPath ? nil : path.flatMap { tree.path($0)?.startDistance.metres }
        let isBeyond =
            side.map { !canReach($0, at: speed) }
            ?? (!isExpected && !canReach(target - along, at: speed))
        let distance =
            isBeyond
            ? target - along : distance(to: target, staysOnPath: staysOnPath, at: speed)
        along += distance
        let result = try tree.move(by: distance, along: path, at: moment)
        along -= result.rest
        beyondPath = result.rest
        farthest = result.change == .moved ? max(farthest, along) : along
        if isBeyond {
            try tree.renew()
            begin(at: along)
        }
        return result.probability
    }

    private func distance(
        to target: Metres, staysOnPath: Bool, at speed: MetresPerSecond?
    ) -> Metres {
        var distance = target - along
        if staysOnPath {
            if distance < .zero, distance > -limits.longestHold { distance = .zero }
            distance = max(distance, farthestBack - along)
            // Clients expect the vehicle ahead of the last place.
            if isExpected {
                distance = max(distance, -limits.longestStepBack(at: speed) - untold)
            }
        }
        return longestStep(at: speed).map { min(distance, $0) } ?? distance
    }

    /// The position that clients have, as far as that is known before the bus takes the next POSITION.
    private var known: Metres? { isExpected ? reported : sent }

    /// The distance from it.
    private var untold: Metres { known.map { along - $0 } ?? .zero }

    /// The last position on the path that may still be reported, over all corrections.
    private var farthestBack: Metres { farthest - limits.longestMoveBack }
}
