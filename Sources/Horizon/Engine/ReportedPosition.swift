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
    /// The position in the last POSITION on a path that the bus has taken; `nil` if that was of another tree. Clients
    /// keep it while POSITION reports no path, and some also while none comes.
    private var sent: Metres?
    /// Whether the last POSITION that the bus has taken was on a path, so that clients expect the next place.
    private var isExpected = false
    /// How far the vehicle has driven by its speed since the last POSITION that the bus has taken.
    private var driven = Metres.zero
    /// The ticks since that POSITION.
    private var ticks = 0
    private var lastTick: MonotonicTime?
    private let limits: Limits

    /// The limits of a move.
    struct Limits {
        /// A move back by less than this is none: the position waits for the vehicle.
        let longestHold: Metres
        /// A move back by more than this needs another path.
        let longestMoveBack: Metres
        /// The time between two POSITIONs.
        let interval: Nanoseconds
        /// The time without a POSITION after which clients expect the vehicle nowhere.
        let clientTimeout: Nanoseconds

        init(_ parameters: EngineParameters) {
            longestHold = parameters.reckoning.longestHold
            // Offsets on the wire are whole metres.
            longestMoveBack = max(parameters.horizon.longestMoveBack - Metres(1), .zero)
            interval = parameters.provider.timing.positionInterval
            clientTimeout = parameters.provider.clientMemory.positionTimeout
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
        sent = nil
        noteSent(isOnPath: false)
    }

    /// Notes a tick at that speed: a POSITION of it may wait for the bus, or replace one that waits.
    mutating func noteTick(_ time: MonotonicTime, at speed: MetresPerSecond?) {
        lastTick = time
        count(1, at: speed)
    }

    /// Notes the ticks that there were not before a moment, because the program was halted.
    mutating func noteMissedTicks(until time: MonotonicTime, at speed: MetresPerSecond?) {
        guard let lastTick else { return }
        let missed = Int((time - lastTick).value / limits.interval.value) - 1
        guard missed > 0 else { return }
        self.lastTick = lastTick + limits.interval * Int64(missed)
        count(missed, at: speed)
    }

    private mutating func count(_ new: Int, at speed: MetresPerSecond?) {
        driven += limits.step(at: speed) * Double(new)
        ticks += new
        // The last POSITION came within an interval after its own tick.
        let silence = Double(ticks - 1) * limits.interval.seconds
        if silence >= limits.clientTimeout.seconds { isExpected = false }
    }

    /// Notes that the bus has taken a POSITION, which reports this position or no path.
    mutating func noteSent(isOnPath: Bool) {
        if isOnPath { sent = along }
        isExpected = isOnPath
        driven = .zero
        ticks = 0
    }

    /// Whether a correction may move the vehicle by `distance` on the same tree, at that speed.
    func canMove(by distance: Metres, at speed: MetresPerSecond?) -> Bool {
        let leap = distance + untold
        return leap >= -longestStepBack(at: speed)
            && leap + limits.step(at: speed) <= Self.longestMove
            && along + distance >= farthestBack
    }

    /// Whether the next POSITION may report a place so far ahead, at that speed.
    func canReach(_ distance: Metres, at speed: MetresPerSecond?) -> Bool {
        longestStep(at: speed).map { distance <= $0 } ?? true
    }

    /// The longest way to the place of the next POSITION; `nil` if clients know no place on this tree.
    private func longestStep(at speed: MetresPerSecond?) -> Metres? {
        guard sent != nil else { return nil }
        let farthest = Self.longestMove - limits.step(at: speed)
        let expected = Self.longestLeap + expectedStep(at: speed)
        return (isExpected ? min(expected, farthest) : farthest) - untold
    }

    /// The longest move back from the last POSITION to the next: clients expect the vehicle ahead.
    private func longestStepBack(at speed: MetresPerSecond?) -> Metres {
        max(limits.longestMoveBack - expectedStep(at: speed), .zero)
    }

    /// How far ahead of the last POSITION clients expect the next.
    private func expectedStep(at speed: MetresPerSecond?) -> Metres {
        (isExpected ? driven : .zero) + limits.step(at: speed)
    }

    /// Moves the vehicle in the tree towards a position on the line. With a path it moves onto that
    /// path. Returns the probability of the exits that the vehicle took. Roads ahead that cannot be read change nothing
    /// of the movement and are noted in `errors`.
    ///
    /// Where clients cannot follow onto another path, or to a position after a time without one, a new path begins
    /// there.
    mutating func move(
        _ tree: inout PathTree, to target: Metres, along path: PathID?, at speed: MetresPerSecond?,
        moment: Int64?, _ errors: inout FirstError<MapError>
    ) -> Double {
        let staysOnPath = path == nil || path == tree.mainPath?.id
        let side = staysOnPath ? nil : path.flatMap { tree.path($0)?.startDistance.metres }
        let isBeyond =
            side.map { !canReach($0, at: speed) }
            ?? (!isExpected && !canReach(target - along, at: speed))
        let distance =
            isBeyond
            ? target - along : distance(to: target, staysOnPath: staysOnPath, at: speed)
        // The vehicle is at the start of the path at least, and clients see all of that way.
        let excess = isBeyond ? .zero : max((side ?? distance) - distance, .zero)
        sent = sent.map { $0 - excess }
        along += distance
        let result = tree.move(by: distance, along: path, at: moment, noting: &errors)
        along -= result.rest
        beyondPath = max(result.rest, .zero)
        farthest = result.change == .moved ? max(farthest, along) : along
        if isBeyond {
            tree.renew(noting: &errors)
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
                distance = max(distance, -longestStepBack(at: speed) - untold)
            }
        }
        return longestStep(at: speed).map { min(distance, $0) } ?? distance
    }

    /// The distance from the position that clients have.
    private var untold: Metres { sent.map { along - $0 } ?? .zero }

    /// The last position on the path that may still be reported, over all corrections.
    private var farthestBack: Metres { farthest - limits.longestMoveBack }
}
