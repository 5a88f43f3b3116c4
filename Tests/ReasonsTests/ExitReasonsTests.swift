import ADASISv2
import Engine
import Horizon
import Quantities
import Reasons
import Testing

/// The reasons of an exit sum to its probability, whatever speaks for it.
@Suite struct ExitReasonsTests {
    /// Smaller changes of a probability justify no message (`IntentPolicy`).
    private static let leastChange = 0.02
    private static let rounding = 1e-8

    @Test func reasonsSumToTheProbabilityAtEachUpdate() throws {
        var seen: [ExitFactor: Int] = [:]
        var exits = 0
        var updates = 0
        for seed in 1...4 as ClosedRange<UInt64> {
            var drive = try ReasonedDrive(seed: seed)
            try drive.run(seconds: 100) { engine, _ in
                updates += 1
                for junction in engine.tree.reasons() {
                    for exit in junction.exits {
                        exits += 1
                        for step in exit.steps { seen[step.factor, default: 0] += 1 }
                        try Self.check(exit, of: junction, in: engine)
                    }
                }
                try Self.checkCompleteness(of: engine.tree)
            }
        }
        #expect(updates > 6000 && exits > 100_000)
        // Chains without these parts would sum up as well.
        let wanted: Set<ExitFactor> = [
            .uniform, .angle, .roadClass, .form, .traffic, .access, .uTurn, .learned,
            .destinations, .route, .course, .indicator, .speed, .kept,
        ]
        #expect(wanted.subtracting(seen.keys).isEmpty, "\(wanted.subtracting(seen.keys))")
    }

    private static func check(
        _ exit: ExitReasons, of junction: JunctionReasons, in engine: Engine
    ) throws {
        let tree = engine.tree
        let path = try #require(tree.path(exit.path))
        let transmitted =
            exit.path == junction.path
            ? path.links.first { $0.start == junction.offset }?.probability
            : path.branch?.probability
        #expect(exit.probability == transmitted)
        #expect(exit.steps.first?.factor == .uniform)
        let last = try #require(exit.steps.last)
        let sum = exit.steps.reduce(0) { $0 + $1.change }
        #expect(abs(sum - exit.probability) <= rounding)
        #expect(abs(last.probability - exit.probability) <= rounding)
        let order = exit.steps.compactMap { ExitFactor.allCases.firstIndex(of: $0.factor) }
        #expect(order == order.sorted() && Set(order).count == order.count)
        if last.factor == .kept { #expect(abs(last.change) <= leastChange + rounding) }
        if exit.legality != .legal { #expect(exit.probability == 0) }
        #expect(exit.code == ProbabilityCode(transmitted))
    }

    /// Every exit of the tree ahead has reasons.
    private static func checkCompleteness(of tree: PathTree) throws {
        for side in tree.paths {
            guard let branch = side.branch, side.startDistance > .zero else { continue }
            let junction = try #require(tree.reasons(at: branch.offset, of: branch.parent))
            #expect(junction.exits.contains { $0.path == side.id })
        }
    }

    @Test func keepingReasonsChangesNoFrame() throws {
        var with = try ReasonedDrive(seed: 5)
        var without = try ReasonedDrive(seed: 5, keepsReasons: false)
        try with.run(seconds: 120) { engine, _ in _ = try HorizonReasons(of: engine) }
        try without.run(seconds: 120) { engine, _ in #expect(engine.tree.reasons().isEmpty) }
        #expect(with.frames == without.frames && with.frames.count > 1000)
    }
}
