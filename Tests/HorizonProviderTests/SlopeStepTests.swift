import Testing

@testable import HorizonProvider

@Suite("Slope in steps")
struct SlopeStepTests {
    /// The steps for spots given as (metres, per cent), closed after each group.
    private func steps(
        _ groups: [[(Int, Double)]], bound: Double
    ) -> [(metres: Int, value: Double)] {
        var open = OpenSteps()
        var found: [(metres: Int, value: Double)] = []
        for group in groups {
            for (metres, value) in group { open.append(value, at: metres, bound: bound) }
            open.close(bound: bound)
            found += open.steps.map { ($0.metres, $0.value) }
            open.dropDecided()
        }
        return found
    }

    @Test("A ramp takes as many steps as twice the bound goes into it")
    func ramp() {
        let found = steps([[(0, 0), (1000, 10)]], bound: 0.5)
        #expect(found.count == 10)
        for (number, step) in found.enumerated() {
            #expect(abs(step.metres - 100 * number) <= number)
            #expect(abs(step.value - Double(number) - 0.5) <= 0.1)
        }
    }

    @Test("What stays within the bound goes on over the end of what was known")
    func memory() {
        let found = steps(
            [[(0, 2), (100, 2.4)], [(200, 2.0)], [(300, 2.8)], [(400, 1.6)]], bound: 0.5)
        #expect(found.count == 2)
        #expect(found[0].metres == 0)
    }

    @Test("A jump makes one step, with its own value from its first metre on")
    func jump() {
        let found = steps([[(0, 1), (100, 1), (100, 6), (200, 6)]], bound: 0.5)
        #expect(found.map(\.metres) == [0, 101])
        #expect(abs(found[0].value - 1) <= 0.5 && abs(found[1].value - 6) <= 0.5)
    }

    @Test(
        "Seeded lines: every metre keeps the bound in the wire's own values, and no fewer steps do")
    func seeded() {
        var state: UInt64 = 7
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }
        for _ in 0..<200 {
            let bound = [0.5, 1.0, 2.0][Int(random() * 3)]
            var spots: [(Int, Double)] = [(0, random() * 8 - 4)]
            for _ in 0..<30 {
                let last = spots[spots.count - 1]
                spots.append((last.0 + 5 + Int(random() * 60), last.1 + random() * 3 - 1.5))
            }
            let found = steps([spots], bound: bound)
            var metres: [Double] = []
            for (from, to) in zip(spots, spots.dropFirst()) {
                for place in from.0..<to.0 {
                    metres.append(
                        from.1 + (to.1 - from.1) * Double(place - from.0) / Double(to.0 - from.0))
                }
            }
            var number = 0
            for (place, value) in metres.enumerated() {
                while number + 1 < found.count, found[number + 1].metres <= place { number += 1 }
                #expect(abs(found[number].value - value) <= bound + 1e-6)
                #expect(abs(found[number].value * 10 - (found[number].value * 10).rounded()) < 1e-6)
            }
            // The fewest of any values, each step as long as its range allows (one value per metre).
            var fewest = 1
            var range = (metres[0], metres[0])
            for value in metres {
                range = (min(range.0, value), max(range.1, value))
                guard range.1 - range.0 > 2 * bound else { continue }
                fewest += 1
                range = (value, value)
            }
            // The wire's values lose up to a tenth of what a step can stand for.
            #expect(found.count <= fewest + fewest / 5 + 1)
        }
    }
}
