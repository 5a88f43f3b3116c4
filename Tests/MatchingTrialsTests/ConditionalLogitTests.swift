import MatchingTrials
import Testing

@Suite struct ConditionalLogitTests {
    private func choices(_ first: Int, _ second: Int) -> ConditionalLogit {
        var logit = ConditionalLogit(featureCount: 1)
        for number in 0..<(first + second) {
            let isTaken = logit.addChoice(among: [([1], number < first), ([0], number >= first)])
            #expect(isTaken)
        }
        return logit
    }

    @Test func `Odds of three to one are a coefficient of ln 3`() throws {
        var logit = choices(300, 100)
        let fit = logit.fit(penalty: 1e-6, from: [0])
        let found = try #require(fit)
        #expect(abs(found[0] - 1.098612) < 1e-5)
        // 300 · ln 4/3 + 100 · ln 4.
        let loss = logit.loss(of: found)
        #expect(abs(loss - 224.93405) < 1e-3)
    }

    @Test func `A high penalty keeps the start`() throws {
        var logit = choices(300, 100)
        let fit = logit.fit(penalty: 1e9, from: [-2])
        let found = try #require(fit)
        #expect(abs(found[0] + 2) < 1e-5)
    }

    @Test func `Several alternatives may have been what was chosen`() throws {
        // Two of three alternatives are chosen together in all of 100 choices but 25.
        var logit = ConditionalLogit(featureCount: 1)
        for number in 0..<100 {
            let both = number < 75
            let isTaken = logit.addChoice(among: [([1], both), ([1], both), ([0], !both)])
            #expect(isTaken)
        }
        let fit = logit.fit(penalty: 1e-6, from: [0])
        let found = try #require(fit)
        // Odds of three to one for two alternatives: 1.5 each.
        #expect(abs(found[0] - 0.405465) < 1e-5)
    }

    @Test func `What is no choice is refused`() {
        var logit = ConditionalLogit(featureCount: 2)
        let refused = [
            logit.addChoice(among: [([1, 0], true)]),
            logit.addChoice(among: [([1, 0], false), ([0, 1], false)]),
            logit.addChoice(among: [([1, 0], true), ([0], false)]),
        ]
        #expect(refused == [false, false, false])
        #expect(logit.count == 0)
        let unfitted = [logit.fit(penalty: 0, from: [0, 0]), logit.fit(penalty: 1, from: [0])]
        #expect(unfitted == [nil, nil])
    }
}
