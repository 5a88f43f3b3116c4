import Quantities
import RoadMap

/// Weighs the exits of the junctions ahead by evidence of the driver's intent and by destinations.
/// It finds the exit that the driver is about to take.
struct IntentPolicy {
    /// The exit that the driver is about to take, in place of the course.
    private(set) var turn: IntendedTurn?
    private let parameters: IntentParameters
    /// Whether destinations count.
    private let hasDestinations: Bool
    /// The junctions of the main path whose exits have probabilities changed by evidence.
    private var weighed: [Centimetres] = []
    /// The junctions of the main path ahead, near before far.
    private var ahead: [Centimetres] = []
    private var junction = JunctionExits()
    private var lane: LaneEvidence
    private var heading = HeadingEvidence()

    /// The largest number of weighed junctions ahead.
    private static let mostJunctions = 8
    /// Farther ahead, an indicator has another reason, and drivers do not brake yet, m.
    private static let longestReach = 150.0
    /// Farther ahead destinations do not count, m.
    private static let longestDestinationReach = 400.0
    /// The intended exit stays while its probability is at least this, at any switch probability.
    private static let mostToKeep = 0.4
    /// Smaller changes of a probability do not justify a message.
    private static let leastChange = 0.02

    init(map: RoadMap, parameters: HorizonParameters) {
        self.parameters = parameters.intent
        hasDestinations = parameters.expectsDestinations
        lane = LaneEvidence(map: map)
        weighed.reserveCapacity(Self.mostJunctions)
        ahead.reserveCapacity(Self.mostJunctions)
    }

    /// Whether it changes nothing in the tree.
    var isIdle: Bool { weighed.isEmpty && turn == nil }

    /// Weighs the junctions ahead against the expectations from course and destinations. Returns
    /// whether the exit that the driver is about to take has changed.
    mutating func weigh(
        _ known: DriverIntent, in store: inout PathStore, vehicle: Metres,
        along course: CoursePolicy, to destinations: DestinationPolicy?, with turns: TurnModel,
        noting reasons: inout ReasonLog?
    ) throws(MapError) -> Bool {
        findJunctions(in: store, vehicle: vehicle)
        // Junctions behind the vehicle get their probabilities without evidence.
        for number in weighed.indices.reversed() where !ahead.contains(weighed[number]) {
            junction.read(at: weighed.remove(at: number), of: store)
            var time = DestinationPolicy.TravelTime()
            try expect(in: store, course, destinations, after: &time, turns, &reasons)
            junction.weighWithoutEvidence()
            store.weigh(junction, unlessWithin: 0)
            reasons?.note(junction, of: store)
        }
        var indicator = IndicatorEvidence(parameters)
        var next: IntendedTurn?
        var time = DestinationPolicy.TravelTime()
        for number in ahead.indices {
            junction.read(at: ahead[number], of: store)
            try expect(in: store, course, destinations, after: &time, turns, &reasons)
            guard junction.exits.count > 1 else { continue }
            let distance = (junction.offset.metres - vehicle).value
            indicator.weigh(&junction, at: distance, for: known, on: store, vehicle: vehicle)
            SpeedEvidence.weigh(&junction, at: distance, for: known, parameters)
            if number == 0 {
                try lane.weigh(
                    &junction, at: distance, for: known, on: store, vehicle: vehicle, parameters)
                heading.weigh(
                    &junction, of: store.paths[0].id, at: distance, for: known, parameters)
            }
            let chosen = choose(in: &store)
            reasons?.note(junction, of: store)
            if next == nil { next = chosen }
        }
        // The evidence may change at any moment.
        let isOther =
            next?.exit != turn?.exit || next?.offset != turn?.offset || next?.path != turn?.path
        turn = next
        return isOther
    }

    /// Finds the junctions of the main path ahead.
    private mutating func findJunctions(in store: PathStore, vehicle: Metres) {
        ahead.removeAll(keepingCapacity: true)
        guard !store.paths.isEmpty else { return }
        let main = store.paths[0].id
        let reach = hasDestinations ? Self.longestDestinationReach : Self.longestReach
        for index in store.paths.indices.dropFirst() {
            guard let branch = store.paths[index].branch, branch.parent == main else { continue }
            let distance = branch.offset.metres - vehicle
            guard distance > .zero, distance.value <= reach, branch.legality == .legal,
                !ahead.contains(branch.offset)
            else { continue }
            var place = ahead.count
            while place > 0, ahead[place - 1] > branch.offset { place -= 1 }
            if ahead.count == Self.mostJunctions {
                guard place < ahead.count else { continue }
                ahead.removeLast()
            }
            ahead.insert(branch.offset, at: place)
        }
    }

    /// Sets the expected probabilities of the junction's exits without evidence.
    private mutating func expect(
        in store: PathStore, _ course: CoursePolicy, _ destinations: DestinationPolicy?,
        after time: inout DestinationPolicy.TravelTime,
        _ turns: TurnModel, _ reasons: inout ReasonLog?
    ) throws(MapError) {
        guard !store.paths.isEmpty else { return }
        try destinations?.expect(&junction, in: store, with: turns, after: &time)
        reasons?.noteDestinations(of: junction)
        course.expect(&junction, in: store)
    }

    /// Weighs the exits of a junction. Returns the exit that the driver is about to take in place
    /// of the course; `nil` for none.
    private mutating func choose(in store: inout PathStore) -> IntendedTurn? {
        guard junction.weigh() else { return nil }
        let isOther = junction.differsFromExpected
        if isOther, !weighed.contains(junction.offset) { weighed.append(junction.offset) }
        store.weigh(
            junction, unlessWithin: isOther || hasDestinations ? Self.leastChange : 0)
        guard let usual = junction.exitOnCourse else { return nil }
        let main = store.paths[0].id
        let least = parameters.switchProbability
        let best = junction.likeliest
        if best != usual, junction.exits[best].probability >= least * junction.expected {
            return turn(into: best, against: usual, on: main)
        }
        // The last one stays while no other one is as likely.
        guard let turn, turn.path == main, turn.offset == junction.offset else { return nil }
        let kept = min(1 - least, Self.mostToKeep) * junction.expected
        for index in junction.exits.indices where junction.exits[index].link == turn.exit {
            if index != usual, junction.exits[index].probability >= kept {
                return self.turn(into: index, against: usual, on: main)
            }
        }
        return nil
    }

    private func turn(into exit: Int, against usual: Int, on path: PathID) -> IntendedTurn {
        IntendedTurn(
            path: path, offset: junction.offset, exit: junction.exits[exit].link,
            evidence: junction.evidence(for: exit, against: usual))
    }
}
