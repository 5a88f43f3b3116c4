import MapMatching
import Testing

/// Known situations of navigation: each is drawn, driven with ten seeds of noise, and judged without a lag and
/// with a lag of ten seconds.
@Suite struct NamedScenarioTests {
    private static let seeds: ClosedRange<UInt64> = 1...10
    /// The largest mean difference between the probability and the share of right answers.
    private static let overconfidence = 0.05

    @Test(arguments: Scenario.beside) func roadsBesideAndBelow(_ scenario: Scenario) throws {
        try judge(scenario)
    }

    @Test(arguments: Scenario.junctions) func junctions(_ scenario: Scenario) throws {
        try judge(scenario)
    }

    @Test(arguments: Scenario.signal) func missingAndWrongFixes(_ scenario: Scenario) throws {
        try judge(scenario)
    }

    @Test(arguments: Scenario.states) func startsAndStates(_ scenario: Scenario) throws {
        try judge(scenario)
    }

    @Test(arguments: Scenario.starts) func recoveryFromAWrongStart(_ scenario: Scenario) throws {
        try judge(scenario)
    }

    @Test func thereAreThirty() {
        let all =
            Scenario.beside + Scenario.junctions + Scenario.signal + Scenario.states
            + Scenario.starts
        #expect(all.count >= 30)
        #expect(Set(all.map(\.name)).count == all.count)
    }

    private func judge(_ scenario: Scenario) throws {
        let score = try ScenarioScore(scenario, seeds: Self.seeds)
        let what: Comment = "\(score.remarks.prefix(40).joined(separator: "\n"))"
        #expect(score.judgedAtOnce > 0 && score.judgedLater > 0)
        #expect(score.atOnce >= scenario.atOnce, what)
        #expect(score.later >= scenario.later, what)
        #expect(score.routes >= scenario.routes, what)
        #expect(score.overconfidence <= Self.overconfidence, what)
    }
}
