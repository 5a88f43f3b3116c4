public import Quantities
import RoadMap

// The reasons for the probabilities of exits. Nothing is estimated anew: the tree has kept the features and the
// evidence, and the model's own functions evaluate them with some reasons and without the others.
extension PathTree {
    /// Whether the tree keeps reasons (``keepReasons()``).
    public var keepsReasons: Bool { reasonLog != nil }

    /// The junctions ahead with the reasons for the probability of each exit: those of the main path near before far,
    /// then those of each side path. Empty unless ``keepsReasons``.
    ///
    /// The logit's weight of an exit is a product, its probability a share. So the part of a reason depends on the
    /// reasons before it. The reasons count in the order of ``ExitFactor``, always the same one: the step of a reason
    /// is the probability with it and all reasons before, without those behind. The parts of an exit, from the first
    /// one, sum to its probability.
    public func reasons() -> [JunctionReasons] {
        var found: [JunctionReasons] = []
        for path in paths {
            let start = path.branch == nil ? Metres.zero - vehicleOffset : path.startDistance.metres
            for link in path.links where start + link.end.metres > .zero {
                if let junction = reasons(at: link.end, of: path.id) { found.append(junction) }
            }
        }
        return found
    }

    /// The reasons at a junction; `nil` where the path has no junction there, or nobody has kept them.
    public func reasons(at offset: Centimetres, of id: PathID) -> JunctionReasons? {
        guard let log = reasonLog, let junction = log.junction(at: offset, of: id),
            let path = path(id), !junction.exits.isEmpty
        else { return nil }
        let chains = JunctionChain(
            junction, log.intent(at: offset, of: id), coefficients: turns.coefficients,
            byCourse: course.course.isEmpty ? nil : route == nil ? .course : .route)
        var exits: [ExitReasons] = []
        for (number, exit) in junction.exits.enumerated() {
            guard let (target, probability) = target(of: exit, from: path, at: offset) else {
                continue
            }
            var reasons = ExitReasons(
                path: target, link: exit.link, record: exit.record, turnAngle: exit.turnAngle,
                legality: exit.legality, isUTurn: exit.isUTurn, timesTaken: exit.taken,
                probability: probability)
            reasons.steps = chains.steps(ofExit: number, endingIn: probability)
            exits.append(reasons)
        }
        let start = path.branch == nil ? Metres.zero - vehicleOffset : path.startDistance.metres
        return JunctionReasons(
            path: id, offset: offset, distance: start + offset.metres, exits: exits)
    }

    /// The path that takes an exit, and its probability in the tree; `nil` if the tree has no path there any more.
    private func target(
        of exit: Exit, from path: HorizonPath, at offset: Centimetres
    ) -> (PathID, Double)? {
        for link in path.links.dropFirst() where link.start == offset && link.link == exit.link {
            return (path.id, link.probability)
        }
        for side in paths where side.links[0].link == exit.link {
            guard let branch = side.branch, branch.parent == path.id, branch.offset == offset,
                branch.isUTurn == exit.isUTurn
            else { continue }
            return (side.id, branch.probability)
        }
        return nil
    }
}

/// The probabilities of the exits of a junction, reason by reason.
private struct JunctionChain {
    private let exits: [Exit]
    /// The probabilities of all exits after each reason.
    private var chain: [(factor: ExitFactor, probabilities: [Double])] = []
    /// The reason for the rest of each exit.
    private var rest: [ExitFactor]

    /// The smallest change that is one: sums of numbers are rounded.
    private static let leastChange = 1e-9

    init(
        _ junction: ReasonLog.Junction, _ intent: ReasonLog.Intent?,
        coefficients: TurnCoefficients, byCourse course: ExitFactor?
    ) {
        exits = junction.exits
        rest = exits.map { _ in course ?? .kept }
        addModel(junction.alternatives, coefficients)
        let model = exits.map(\.prior)
        if exits.contains(where: { $0.taken > 0 }) { chain.append((.learned, model)) }
        if let intent { addIntent(intent, model, course) }
    }

    /// The turn model: one group of features after the other.
    private mutating func addModel(
        _ alternatives: [DrivenTurns.Alternative], _ coefficients: TurnCoefficients
    ) {
        let count = Double(exits.count { $0.isOrdinary })
        chain.append((.uniform, exits.map { $0.isOrdinary ? 1 / count : 0 }))
        if !alternatives.isEmpty {
            if alternatives.count > Int(count) {
                chain.append((.roundabout, shares(alternatives, coefficients, of: [])))
            }
            var known: Set<ExitFactor> = []
            for factor in ExitFactor.ofFeatures {
                known.insert(factor)
                chain.append((factor, shares(alternatives, coefficients, of: known)))
            }
        }
        guard exits.contains(where: { $0.legality == .legal && $0.isUTurn }) else { return }
        let ordinary = chain[chain.count - 1].probabilities
        let uTurn = count > 0 ? TurnModel.uTurnProbability : 1
        chain.append(
            (
                .uTurn,
                exits.indices.map { number in
                    exits[number].legality == .legal && exits[number].isUTurn
                        ? uTurn : ordinary[number] * (1 - uTurn)
                }
            ))
    }

    /// The shares of the exits if only the features of some reasons count.
    private func shares(
        _ alternatives: [DrivenTurns.Alternative], _ coefficients: TurnCoefficients,
        of factors: Set<ExitFactor>
    ) -> [Double] {
        var counted = coefficients
        for feature in TurnFeature.allCases where !factors.contains(feature.factor) {
            counted[feature] = 0
        }
        var weights = [Double](repeating: 0, count: exits.count)
        for alternative in alternatives {
            weights[alternative.exit] += TurnModel.weight(of: alternative.features, by: counted)
        }
        let total = weights.reduce(0, +)
        return weights.map { $0 / total }
    }

    /// Destinations, course and evidence of the driver's intent.
    private mutating func addIntent(
        _ intent: ReasonLog.Intent, _ model: [Double], _ course: ExitFactor?
    ) {
        var junction = intent.junction
        // Of a U-turn and of illegal exits there is no evidence.
        let places = exits.map { exit in
            exit.isOrdinary ? junction.exits.firstIndex { $0.link == exit.link } : nil
        }
        for number in exits.indices where places[number] != nil { rest[number] = .kept }
        func merged(_ probability: (Int) -> Double) -> [Double] {
            exits.indices.map { places[$0].map(probability) ?? model[$0] }
        }
        chain.append((.destinations, merged { intent.byDestinations[$0] }))
        if let course { chain.append((course, merged { junction.exits[$0].expected })) }
        for (number, (factor, _)) in ExitFactor.ofDriver.enumerated() {
            junction = intent.junction
            for (_, later) in ExitFactor.ofDriver.dropFirst(number + 1) {
                for exit in junction.exits.indices { junction.setRatio(1, by: later, ofExit: exit) }
            }
            guard junction.weigh() else { continue }
            chain.append((factor, merged { junction.exits[$0].probability }))
        }
    }

    /// The reasons of an exit, up to its probability in the tree.
    func steps(ofExit number: Int, endingIn probability: Double) -> [ExitStep] {
        var steps: [ExitStep] = []
        var last = 0.0
        for (factor, probabilities) in chain {
            let now = probabilities[number]
            let isChange = abs(now - last) > Self.leastChange
            // The first step is always there.
            guard isChange || steps.isEmpty else { continue }
            steps.append(ExitStep(factor: factor, probability: now, change: now - last))
            last = now
        }
        if abs(probability - last) > Self.leastChange {
            steps.append(
                ExitStep(
                    factor: rest[number], probability: probability, change: probability - last))
        }
        return steps
    }
}
