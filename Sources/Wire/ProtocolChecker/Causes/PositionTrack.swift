import ADASISv2
import Quantities

/// The last POSITIONs of the vehicle's best place, and whether one of them stands out alone.
struct PositionTrack {
    struct Place {
        let position: PositionMessage
        let time: MonotonicTime
    }

    /// The last POSITION, and the one before.
    private(set) var last: Place?
    private(set) var former: Place?
    /// The violations by the last POSITION: of the rules of motion, and of the interval.
    private(set) var motion: Int?
    private(set) var interval: Int?
    /// The last wrong POSITION that is known.
    private(set) var wrong: (finding: Int, time: MonotonicTime)?
    /// How far the vehicle has come, in whole metres, jumps left out.
    private(set) var driven = 0

    /// Whether the last POSITION is the wrong one: this POSITION fits the one before it, by the speed of one of the two.
    func skipsLast(
        _ position: PositionMessage, at time: MonotonicTime, _ parameters: CheckerParameters
    ) -> Bool {
        guard let former, former.position.pathIndex == position.pathIndex,
            let before = former.position.offset.metres,
            let metres = position.offset.metres(nearestTo: before),
            case .known(let speed) = position.speed.reading,
            case .known(let formerSpeed) = former.position.speed.reading
        else { return false }
        let seconds = (time - former.time).seconds
        let ways = [speed.value * seconds, formerSpeed.value * seconds]
        let difference = Double(metres - before)
        let expected = min(max(difference, ways.min() ?? 0), ways.max() ?? 0)
        return metres >= before - parameters.smallJump
            && abs(difference - expected) <= Double(parameters.motionTolerance)
    }

    /// Whether a place is within reach of the vehicle as the POSITION before the last one has it.
    func isWithinReachOfFormer(
        _ place: Observation.Place, _ parameters: CheckerParameters
    ) -> Bool {
        guard let former, former.position.pathIndex == place.path,
            let vehicle = former.position.offset.metres,
            let metres = place.offset.metres(nearestTo: vehicle)
        else { return false }
        return (-parameters.longestTrailing...parameters.longestReach).contains(metres - vehicle)
    }

    mutating func note(
        _ position: PositionMessage, at time: MonotonicTime, motion: Int?, interval: Int?
    ) {
        if let motion { wrong = (motion, time) }
        if motion == nil, let last, last.position.pathIndex == position.pathIndex,
            let before = last.position.offset.metres,
            let metres = position.offset.metres(nearestTo: before)
        {
            driven += max(metres - before, 0)
        }
        former = last
        last = Place(position: position, time: time)
        self.motion = motion
        self.interval = interval
    }
}

/// What is wrong with the opening of each path.
struct PathFaults {
    /// The violation by a path without a STUB.
    private var unopened = [Int?](repeating: nil, count: 64)
    /// The violation by a path that was opened although its index was in use, and when.
    private var reopened = [(finding: Int, time: MonotonicTime)?](repeating: nil, count: 64)
    /// When the path of an index began.
    private var began = [MonotonicTime](repeating: .zero, count: 64)
    private var generations = [Int](repeating: 0, count: 64)

    func unopened(_ path: PathIndex) -> Int? { unopened[Int(path.raw)] }

    func reopened(_ path: PathIndex) -> (finding: Int, time: MonotonicTime)? {
        reopened[Int(path.raw)]
    }

    func began(_ path: PathIndex) -> MonotonicTime { began[Int(path.raw)] }

    mutating func setUnopened(_ path: PathIndex, finding: Int) {
        unopened[Int(path.raw)] = finding
    }

    mutating func setReopened(_ path: PathIndex, finding: Int, at time: MonotonicTime) {
        unopened[Int(path.raw)] = nil
        reopened[Int(path.raw)] = (finding, time)
    }

    /// The paths that have begun with the last message. The others keep their faults.
    mutating func takeNew(_ bus: BusKnowledge, at time: MonotonicTime) -> [PathIndex] {
        var new: [PathIndex] = []
        for slot in 8..<64 {
            let path = PathIndex(raw: UInt8(slot))
            guard bus[path].generation != generations[slot] else { continue }
            generations[slot] = bus[path].generation
            began[slot] = time
            new.append(path)
            // The violation by this very message stays.
            if reopened[slot]?.time != time { reopened[slot] = nil }
            unopened[slot] = nil
        }
        return new
    }
}
