import Geodesy
import Quantities
public import RoadMap

/// What the tree keeps of what the driver is about to do.
struct IntentState {
    /// The exit that is believed.
    var turn: IntendedTurn?
    /// The junctions of the main path whose exits have other probabilities by it.
    var weighed: [Centimetres] = []
    /// Where the vehicle came to the junction that it is inside of: on which path, the junction's offset
    /// and how the vehicle pointed there.
    var entered: (path: PathID, offset: Centimetres, heading: Double)?
    /// Where the lanes of a link lead.
    var lanes: (link: LinkReference, direction: Direction, lanes: TurnLanes)?
    /// Memory for the junctions ahead and the exits of one.
    var ahead: [Centimetres] = []
    var exits: [IntendedExit] = []

    init() {
        weighed.reserveCapacity(Self.mostJunctions)
        ahead.reserveCapacity(Self.mostJunctions)
        exits.reserveCapacity(16)
    }

    /// Beyond so many junctions nothing of it counts.
    static let mostJunctions = 8
    /// Beyond this an indicator is on for another reason, and braking comes later, m.
    static let longestReach = 150.0
    /// Beyond this where the driver may be going is not looked at, m.
    static let longestDestinationReach = 400.0
    /// An indicator is about a junction that is no farther than this, however slow the vehicle, m
    /// (Uniform Vehicle Code § 11-604: 100 ft).
    static let shortestReach = 30.0
    /// So near the junction a turn would be signalled by now, m.
    static let unsignalledReach = 20.0
    /// Before this arrows do not bind yet, m.
    static let laneReach = 60.0
    /// From here on the heading against the road is watched, m; arcs begin a little later.
    static let insideReach = 15.0
    /// No evidence of a heading is stronger than this.
    static let leastHeadingRatio = 0.01
    /// An exit that is followed is as long as it has this at least, however little it takes to follow it.
    static let mostToKeep = 0.4
    /// Smaller changes of a probability are not told.
    static let leastChange = 0.02
}

// What the driver is about to do changes how likely the exits of the junctions ahead are.
extension PathTree {
    /// The exit ahead that the tree's course takes by what the driver is about to do; `nil` where that
    /// changes nothing.
    public var intendedTurn: IntendedTurn? { intent.turn }

    /// Takes in what is known by now of what the driver is about to do. It changes the probabilities of the
    /// exits of junctions of the main path a little ahead, and where one becomes likely enough against
    /// what was expected (``IntentParameters/switchProbability``) the tree follows it as a course.
    public mutating func follow(_ known: DriverIntent) throws(MapError) {
        guard
            known != DriverIntent() || reach != nil || !intent.weighed.isEmpty
                || intent.turn != nil
        else { return }
        let before = intent.turn
        findJunctionsAhead()
        try forgetJunctions()
        var turn: IntendedTurn?
        var isSignalled = false
        for number in intent.ahead.indices {
            let offset = intent.ahead[number]
            try findIntendedExits(at: offset)
            guard intent.exits.count > 1 else { continue }
            weighByIndicator(known, at: offset, &isSignalled)
            weighBySpeed(known, at: offset)
            if number == 0 {
                try weighByLane(known, at: offset)
                weighByHeading(known, at: offset)
            }
            let chosen = weighIntendedExits(at: offset)
            if turn == nil { turn = chosen }
        }
        intent.turn = turn
        // What tells so may change from one moment to the next.
        guard
            turn?.exit != before?.exit || turn?.offset != before?.offset
                || turn?.path != before?.path
        else { return }
        guard !paths.isEmpty else { return }
        try follow()
    }

    /// The junctions of the main path from here on, near before far.
    private mutating func findJunctionsAhead() {
        intent.ahead.removeAll(keepingCapacity: true)
        guard !paths.isEmpty else { return }
        let main = paths[0].id
        let farthest =
            reach == nil ? IntentState.longestReach : IntentState.longestDestinationReach
        for index in paths.indices.dropFirst() {
            guard let branch = paths[index].branch, branch.parent == main else { continue }
            let distance = branch.offset.metres - vehicleOffset
            guard distance > .zero, distance.value <= farthest,
                branch.legality == .legal, !intent.ahead.contains(branch.offset)
            else { continue }
            var place = intent.ahead.count
            while place > 0, intent.ahead[place - 1] > branch.offset { place -= 1 }
            if intent.ahead.count == IntentState.mostJunctions {
                guard place < intent.ahead.count else { continue }
                intent.ahead.removeLast()
            }
            intent.ahead.insert(branch.offset, at: place)
        }
    }

    /// Gives junctions that nothing is known of any more what is expected there.
    private mutating func forgetJunctions() throws(MapError) {
        for number in intent.weighed.indices.reversed()
        where !intent.ahead.contains(intent.weighed[number]) {
            let offset = intent.weighed.remove(at: number)
            try findIntendedExits(at: offset)
            for exit in intent.exits.indices {
                intent.exits[exit].probability = intent.exits[exit].expected
            }
            tellIntendedExits(at: offset, unlessWithin: 0)
        }
    }

    /// The legal exits of a junction of the main path, turning back not among them, and how likely they are
    /// without what the driver is about to do.
    private mutating func findIntendedExits(at offset: Centimetres) throws(MapError) {
        intent.exits.removeAll(keepingCapacity: true)
        guard !paths.isEmpty else { return }
        for link in paths[0].links.indices.dropFirst()
        where paths[0].links[link].start == offset {
            intent.exits.append(
                IntendedExit(
                    side: nil, link: paths[0].links[link],
                    angle: paths[0].links[link].turnAngle,
                    expected: paths[0].links[link].prior))
        }
        let main = paths[0].id
        for side in paths.indices.dropFirst() {
            guard let branch = paths[side].branch, branch.parent == main, branch.offset == offset,
                branch.legality == .legal, !branch.isBackTurn
            else { continue }
            intent.exits.append(
                IntendedExit(
                    side: side, link: paths[side].links[0], angle: branch.turnAngle,
                    expected: branch.prior))
        }
        try expectDestinations(at: offset)
        expectCourse(at: offset)
    }

    /// Gives them what they have with the course; without one a path goes on by itself.
    private mutating func expectCourse(at offset: Centimetres) {
        var usual: Int?
        var number = paths[0].links.count - 1
        while number > 0, paths[0].links[number].start >= offset { number -= 1 }
        let from = paths[0].links[number].link
        for index in intent.exits.indices where usual == nil {
            if course.goes(from: from, into: intent.exits[index].link) { usual = index }
        }
        var prior = usual.map { intent.exits[$0].expected }
        // A course that turns back there takes none of them.
        for side in paths.indices.dropFirst() where usual == nil {
            guard let branch = paths[side].branch, branch.parent == paths[0].id,
                branch.offset == offset, branch.isBackTurn, paths[side].isFollowed,
                course.goes(from: from, into: paths[side].links[0].link)
            else { continue }
            prior = branch.prior
        }
        if let prior {
            for index in intent.exits.indices {
                intent.exits[index].expected = Self.probability(
                    prior: intent.exits[index].expected, isChosen: index == usual,
                    priorOfChosen: prior)
            }
        } else {
            usual = intent.exits.firstIndex { $0.side == nil }
        }
        if let usual { intent.exits[usual].isOnCourse = true }
    }

    /// Says how likely the exits are now, as far as that changes enough. Gives the exit that is believed
    /// against what is expected.
    private mutating func weighIntendedExits(at offset: Centimetres) -> IntendedTurn? {
        var total = 0.0
        var all = 0.0
        for index in intent.exits.indices {
            let odds = intent.exits[index].odds
            intent.exits[index].probability = odds
            total += odds
            all += intent.exits[index].expected
        }
        guard total > 0 else { return nil }
        var best = 0
        var usual: Int?
        var isOther = false
        for index in intent.exits.indices {
            // A way back keeps what it has.
            let probability = intent.exits[index].probability / total * all
            intent.exits[index].probability = probability
            isOther = isOther || abs(probability - intent.exits[index].expected) > 1e-9
            if probability > intent.exits[best].probability { best = index }
            if intent.exits[index].isOnCourse { usual = index }
        }
        if isOther, !intent.weighed.contains(offset) { intent.weighed.append(offset) }
        tellIntendedExits(
            at: offset, unlessWithin: isOther || reach != nil ? IntentState.leastChange : 0)
        guard let usual, let main = paths.first?.id else { return nil }
        let believed = intent.turn?.path == main && intent.turn?.offset == offset
        let least = parameters.intent.switchProbability
        let kept = min(1 - least, IntentState.mostToKeep)
        if best != usual, intent.exits[best].probability >= least * all {
            return turn(best, usual, main, offset)
        }
        // What was believed is as long as nothing else is as likely.
        guard believed, let exit = intent.turn?.exit else { return nil }
        for index in intent.exits.indices where intent.exits[index].link == exit {
            if index != usual, intent.exits[index].probability >= kept * all {
                return turn(index, usual, main, offset)
            }
        }
        return nil
    }

    private mutating func turn(
        _ exit: Int, _ usual: Int, _ path: PathID, _ offset: Centimetres
    ) -> IntendedTurn {
        var evidence: IntentEvidence = []
        for kind in 0..<4 where intent.exits[exit].ratios[kind] > intent.exits[usual].ratios[kind] {
            evidence.insert(IntentEvidence(rawValue: 1 << UInt8(kind)))
        }
        return IntendedTurn(
            path: path, offset: offset, exit: intent.exits[exit].link, evidence: evidence)
    }

    /// Gives the exits of a junction the probabilities that they have now, where one of them is another one
    /// by more than a little: small changes are not worth a message.
    private mutating func tellIntendedExits(
        at offset: Centimetres, unlessWithin least: Double
    ) {
        var change = 0.0
        for index in intent.exits.indices {
            var old = 0.0
            if let side = intent.exits[index].side {
                old = paths[side].branch?.probability ?? 0
            } else {
                for link in paths[0].links where link.start == offset { old = link.probability }
            }
            change = max(change, abs(old - intent.exits[index].probability))
        }
        guard change > least else { return }
        for index in intent.exits.indices {
            let probability = intent.exits[index].probability
            if let side = intent.exits[index].side {
                paths[side].branch?.probability = probability
            } else {
                for link in paths[0].links.indices.dropFirst()
                where paths[0].links[link].start == offset {
                    paths[0].links[link].probability = probability
                }
            }
        }
        weighing += 1
    }
}
