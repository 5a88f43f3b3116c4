import ADASISv2
import Quantities

/// §4 and §8: the vehicle moves as its speed says, forwards, and not by leaps.
struct MotionRule: ProtocolRule {
    /// A POSITION whose offset was true at a moment.
    private struct Place {
        let path: PathIndex
        let moment: MonotonicTime
        let sent: MonotonicTime
        let speed: Double
    }

    private var last: Place?
    /// The path and the farthest place on it.
    private var farthest: (path: PathIndex, generation: Int, metres: Int)?

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard let position = seen.bestPosition else { return }
        guard position.pathIndex.isNormal, let metres = bus.metres(position) else {
            last = nil
            farthest = nil
            return
        }
        checkDirection(position.pathIndex, metres, bus, &findings)
        let driven = bus.driven(position, at: seen.time)
        if let driven, driven > bus.parameters.longestJump {
            findings.report(
                .positionJump,
                "\(driven) m ahead, clients give up above \(bus.parameters.longestJump) m")
        }
        checkSpeed(position, driven, seen.time, bus, &findings)
    }

    private mutating func checkDirection(
        _ path: PathIndex, _ metres: Int, _ bus: BusKnowledge, _ findings: inout Findings
    ) {
        let generation = bus[path].generation
        if let farthest, farthest.path == path, farthest.generation == generation {
            let back = farthest.metres - metres
            if back > bus.parameters.smallJump {
                findings.report(
                    .positionBackwards,
                    "\(back) m back on path \(path.raw), which a new path is for")
            } else if back > 0 {
                return
            }
        }
        farthest = (path, generation, metres)
    }

    private mutating func checkSpeed(
        _ position: PositionMessage, _ driven: Int?, _ time: MonotonicTime, _ bus: BusKnowledge,
        _ findings: inout Findings
    ) {
        // An age that is only known to be above a bound dates nothing.
        guard case .known(let age) = position.positionAge.reading,
            case .known(let speed) = position.speed.reading
        else {
            last = nil
            return
        }
        let place = Place(
            path: position.pathIndex, moment: time - age, sent: time, speed: speed.value)
        if let last, time - last.sent <= bus.parameters.positionTimeout, let driven,
            driven <= bus.parameters.longestJump
        {
            let seconds = (place.moment - last.moment).seconds
            // Between the two the vehicle had one of the speeds between theirs.
            let ways = (speed.value * seconds, last.speed * seconds)
            let expected = min(
                max(Double(driven), min(ways.0, ways.1)), max(ways.0, ways.1))
            if abs(Double(driven) - expected) > Double(bus.parameters.motionTolerance) {
                findings.report(
                    .positionMotion,
                    "\(driven) m driven, but \(Int(expected.rounded())) m by speed and age")
            }
        }
        last = place
    }
}

/// §4: other candidates of the vehicle's place are on paths that were announced.
struct CandidateRule: ProtocolRule {
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard case .position(let position) = seen.message, position.positionIndex != 0,
            position.pathIndex.isNormal, !bus[position.pathIndex].isOpen,
            !bus.parameters.joinsLate
        else { return }
        findings.report(
            .candidatePath,
            "candidate \(position.positionIndex.raw) is on path \(position.pathIndex.raw), of which"
                + " nothing was said")
    }
}
