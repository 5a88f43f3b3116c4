// A file without a type of its own: a program that asks for no reasons is linked without it.
extension JunctionChain {
    init(
        _ junction: ReasonLog.Junction, _ intent: ReasonLog.Intent?,
        coefficients: TurnCoefficients, byCourse course: ExitFactor?
    ) {
        self.init(
            exits: junction.exits, rest: junction.exits.map { _ in course ?? .kept })
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
        addCounts()
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

    /// The turns of other cars.
    private mutating func addCounts() {
        let passes = exits.reduce(0) { $0 + $1.counted }
        guard passes > 0 else { return }
        let modelled = chain[chain.count - 1].probabilities
        chain.append(
            (
                .observed,
                exits.indices.map { number in
                    CountedTurns.probability(
                        expected: modelled[number], counted: exits[number].counted, of: passes)
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
