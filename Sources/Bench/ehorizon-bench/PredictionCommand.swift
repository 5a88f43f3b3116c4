import ArgumentParser
import Console
import Geodesy
import Horizon
import MatchingTrials
import RoadMap
import TextFiles

/// How often cars take the path that is predicted.
struct PredictionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prediction",
        abstract:
            "Compares predicted turns with the routes that cars took, or fits the prediction.",
        discussion: """
            Routes are lines of a name and a segment between two neighbouring points of the map, \
            route,from_longitude,from_latitude,to_longitude,to_latitude, in driving order. Of the routes \
            of all maps every second one, from the first one on, is for the fit and the others for the \
            report; --fitted reports on those for the fit. With --bars the exit status is 1 where one is \
            missed.
            """)

    @Option(help: "A map.") var map: [String]
    @Option(help: "The routes on the map with the same number.") var routes: [String]
    @Flag(help: "Routes for the fit are reported on.") var fitted = false
    @Flag(help: "All routes are reported on: nothing was fitted on any of them.") var all = false
    @Flag(help: "Judge by the bars.") var bars = false
    @Flag(help: "Fit on the routes for it and print the coefficients as the source file has them.")
    var fit = false
    @Option(help: "Twice what the square of a coefficient's distance from that set by hand costs.")
    var penalty: Double?

    /// Angle and class alone, by hand: each 40° cost a factor of e, a class down one of e^0.9, a class up
    /// one of e^0.25, a restricted road one of 10.
    private static var handSet: TurnCoefficients {
        var coefficients = TurnCoefficients(InlineArray(repeating: 0))
        let knots: [(TurnFeature, Double)] = [
            (.angle15, 15), (.angle45, 30), (.angle80, 35), (.angle110, 30), (.angle150, 40),
            (.angle180, 30),
        ]
        for (feature, width) in knots { coefficients[feature] = -width / 40 }
        coefficients[.classDown] = -0.9
        coefficients[.classUp] = -0.25
        coefficients[.restricted] = logarithm10
        return coefficients
    }
    /// The fit without where the driver may be going.
    private static var fittedAlone: TurnCoefficients {
        TurnCoefficients(TurnCoefficients.fitted.values)
    }
    private static let logarithm10 = -2.302585

    func validate() throws {
        guard map.count == routes.count else {
            throw ValidationError("as many --routes as --map are needed")
        }
        guard penalty.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--penalty is more than 0")
        }
    }

    func run() throws {
        var trials = [
            ("same class, then straightest", PredictionTrial(.sameClassThenStraightest)),
            ("angle and class, set by hand", PredictionTrial(.model(Self.handSet))),
            ("fitted", PredictionTrial(.model(.fitted))),
            ("without the way driven", PredictionTrial(.model(Self.fittedAlone))),
            ("and the other half learned", PredictionTrial(.learnedOfOthers)),
            ("the second time, learned", PredictionTrial(.secondTime)),
        ]
        var trees = [
            ("the tree, with the way driven", TreeTrial(expectsDestinations: true)),
            ("the tree without it", TreeTrial(expectsDestinations: false)),
        ]
        var clients = [
            (
                "a client, 1 fix a second",
                WireTrial(expectsDestinations: true, fixesPerSecond: 1)
            ),
            (
                "a client, 5 fixes a second",
                WireTrial(expectsDestinations: true, fixesPerSecond: 5)
            ),
        ]
        if fit { (trials, trees, clients) = ([trials[2]], [], []) }
        var routeCount = 0
        var lost = 0
        var number = 0
        for (map, path) in zip(map, routes) {
            let roads = try RoadMap(source: FileBlockSource(path: map), cacheBytes: 64 << 20)
            let reference = try ReferenceRoutes(path, on: roads)
            lost += reference.lostSegments
            let names = Set(
                reference.names.enumerated().filter {
                    all || ((number + $0.offset) % 2 == 0) == (fit || fitted)
                }.map(\.element))
            number += reference.names.count
            routeCount += names.count
            for stretch in reference.stretches where !names.contains(stretch.route) {
                for index in trials.indices { try trials[index].1.learn(stretch, on: roads) }
            }
            for stretch in reference.stretches where names.contains(stretch.route) {
                for index in trials.indices { try trials[index].1.drive(stretch, on: roads) }
                for index in trees.indices { try trees[index].1.drive(stretch, on: roads) }
                for index in clients.indices { try clients[index].1.drive(stretch, on: roads) }
            }
        }
        if fit {
            try printFit(trials[0].1)
        } else {
            report(trials, trees, clients, routeCount: routeCount, lostSegments: lost)
            if bars { try judge(trials[0].1, trials[2].1) }
        }
    }

    private func report(
        _ trials: [(String, PredictionTrial)], _ trees: [(String, TreeTrial)],
        _ clients: [(String, WireTrial)], routeCount: Int, lostSegments: Int
    ) {
        let first = trials[0].1
        print(
            "\(routeCount) routes, \(decimalText(first.length / 1000, places: 0)) km, "
                + "\(first.decisions) decisions, \(first.roundaboutDecisions) of them in roundabouts; "
                + "turned round \(first.turnsBack) times, took \(first.forbidden) exits that the map "
                + "forbids; \(lostSegments) segments are not on the map")
        print(
            "                              top-1 %   200 m   500 m    1 km    2 km     ECE   Brier"
                + "  of base rate's")
        for (name, trial) in trials {
            var line = name + String(repeating: " ", count: max(30 - name.count, 1))
            line += cell(100 * trial.top1, 7, 2)
            for reach in PredictionTrial.reaches.indices {
                line += cell(100 * trial.share(of: reach), 8, 1)
            }
            if trial.isModel, let error = trial.score.calibrationError,
                let brier = trial.score.brierScore, let constant = trial.score.brierScoreOfBaseRate
            {
                line += cell(error, 8, 4) + cell(brier, 8, 4) + cell(brier / constant, 16, 3)
            }
            print(line)
        }
        for (name, tree) in trees {
            let kilometres = tree.foresight.length / 1000
            let changes = kilometres > 0 ? Double(tree.changes) / kilometres * 100 : 0
            print(
                row(name, tree.foresight) + "  turned off, or back, ahead of the car"
                    + cell(changes, 6, 1) + " times on 100 km")
        }
        for (name, client) in clients { print(row(name, client.foresight)) }
    }

    private func row(_ name: String, _ foresight: Foresight) -> String {
        var line = name + String(repeating: " ", count: max(30 - name.count, 1))
        line += cell(100 * foresight.top1, 7, 2)
        for reach in PredictionTrial.reaches.indices {
            line += cell(100 * foresight.share(of: reach), 8, 1)
        }
        return line
    }

    private func cell(_ value: Double, _ width: Int, _ places: Int) -> String {
        let text = decimalText(value, places: places)
        return String(repeating: " ", count: max(width - text.count, 0)) + text
    }

    private func judge(_ baseline: PredictionTrial, _ model: PredictionTrial) throws {
        var misses: [String] = []
        let gain = 100 * (model.top1 - baseline.top1)
        if gain < 5 {
            misses.append(
                "top-1 is \(decimalText(gain, places: 2)) points above the baseline, not 5")
        }
        if let error = model.score.calibrationError, error > 0.05 {
            misses.append(
                "expected calibration error \(decimalText(error, places: 4)), more than 0.05")
        }
        if let brier = model.score.brierScore, let base = model.score.brierScoreOfBaseRate,
            brier > 0.8 * base
        {
            misses.append("Brier score more than 0.8 of the base rate's")
        }
        for miss in misses { print("missed: \(miss)") }
        if !misses.isEmpty { throw ExitCode(1) }
    }

    private func printFit(_ trial: PredictionTrial) throws {
        let start = TurnFeature.allCases.map { Self.handSet[$0] }
        func logit(_ isUsed: (Int) -> Bool) -> ConditionalLogit {
            var logit = ConditionalLogit(featureCount: TurnFeature.count)
            for choice in trial.choices where isUsed(choice.stretch) {
                logit.addChoice(among: choice.alternatives)
            }
            return logit
        }
        // The penalty that is best where every tenth stretch in turn is left out of the fit.
        var best = (penalty: penalty ?? 1, loss: Double.infinity)
        for candidate in penalty == nil ? Self.penalties : [] {
            var loss = 0.0
            for fold in 0..<10 {
                var kept = logit { $0 % 10 != fold }
                var left = logit { $0 % 10 == fold }
                guard let values = kept.fit(penalty: candidate, from: start) else { continue }
                loss += left.loss(of: values)
            }
            Program.say(
                "penalty \(decimalText(candidate, places: 0)): loss \(decimalText(loss, places: 2))"
            )
            if loss < best.loss { best = (candidate, loss) }
        }
        var all = logit { _ in true }
        guard let values = all.fit(penalty: best.penalty, from: start) else {
            throw Failure("the routes do not determine the coefficients")
        }
        for feature in TurnFeature.allCases {
            print(
                "                \(decimalText(values[feature.rawValue], places: 3)),  // \(feature)"
            )
        }
        let exponents = fitExponents(trial.choices, values)
        print(
            "            ], destinations: DestinationExponents(expected:"
                + " \(decimalText(exponents.expected, places: 2)),"
                + " road: \(decimalText(exponents.road, places: 2))))")
    }

    /// The exponents by which what was taken is the likeliest, in steps of 0.05.
    private func fitExponents(
        _ choices: [PredictionTrial.Choice], _ values: [Double]
    ) -> DestinationExponents {
        // Of each choice, by its exits: the probability by their features.
        let known = choices.filter { !$0.roadShares.isEmpty }
        let expected = known.map { choice in
            var weights = [Double](repeating: 0, count: choice.roadShares.count)
            for (alternative, exit) in zip(choice.alternatives, choice.exits) {
                let score = zip(alternative.features, values).reduce(0) { $0 + $1.0 * $1.1 }
                weights[exit] += exponential(score)
            }
            let total = weights.reduce(0, +)
            return weights.map { $0 / total }
        }
        var best = (exponents: DestinationExponents(expected: 1, road: 0), loss: Double.infinity)
        for step in 0..<400 {
            let exponents = DestinationExponents(
                expected: 0.05 * Double(step % 20 + 1), road: 0.05 * Double(step / 20))
            var loss = 0.0
            for (choice, expected) in zip(known, expected) {
                let weights = zip(expected, choice.roadShares).map {
                    exponents.weight(expected: $0, share: $1)
                }
                loss -= logarithm(max(weights[choice.taken] / weights.reduce(0, +), 1e-300))
            }
            if loss < best.loss { best = (exponents, loss) }
        }
        return best.exponents
    }

    private static let penalties = [1.0, 2, 5, 10, 15, 20, 40, 80]
}
