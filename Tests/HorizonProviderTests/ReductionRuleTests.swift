import Quantities
import Testing

@testable import HorizonProvider

/// How spots are chosen and steps are cut, exactly.
@Suite struct ReductionRuleTests {
    private static func chosen(_ count: Int, keeps: (Int, Int) -> Bool) -> [Int] {
        var chooser = SpotChooser()
        chooser.choose(count: count, keeps: keeps)
        return chooser.chosen
    }

    @Test func theFewestSpotsThatKeepTheBound() {
        #expect(Self.chosen(0) { _, _ in true } == [])
        #expect(Self.chosen(1) { _, _ in false } == [0])
        #expect(Self.chosen(2) { _, _ in false } == [0, 1])
        #expect(Self.chosen(6) { _, _ in false } == [0, 1, 2, 3, 4, 5])
        #expect(Self.chosen(6) { _, _ in true } == [0, 5])
        #expect(Self.chosen(7) { $1 - $0 <= 3 } == [0, 3, 6])
        // Of equally few pieces the one that reaches farthest comes first.
        #expect(Self.chosen(7) { $1 - $0 <= 4 } == [0, 4, 6])
        // The longest first piece is not always part of the best way.
        #expect(Self.chosen(6) { ($0 == 0 && $1 <= 3) || ($0 == 2 && $1 == 5) } == [0, 2, 5])
        // What was chosen before is forgotten.
        var chooser = SpotChooser()
        chooser.choose(count: 9) { _, _ in false }
        chooser.choose(count: 3) { _, _ in true }
        #expect(chooser.chosen == [0, 2])
    }

    @Test func afterEightFailuresInARowALongerPieceIsNotTried() {
        // From spot 0 pieces to 2...8 fail, which are seven, then 9 keeps the bound.
        #expect(Self.chosen(10) { $0 == 0 && $1 == 9 } == [0, 9])
        #expect(Self.chosen(11) { $0 == 0 && $1 == 10 }.count == 11)
        // A piece in between that keeps it begins the count anew.
        #expect(Self.chosen(16) { $0 == 0 && ($1 == 8 || $1 == 15) } == [0, 15])
    }

    /// The steps that are sent, in tenths of a per cent.
    private static func steps(
        _ spots: [(Int, Double)], bound: Double = 0.5, isEnding: Bool = true
    ) -> [String] {
        var open = OpenSteps()
        for (metres, value) in spots { open.append(value, at: metres, bound: bound) }
        if isEnding { open.interrupt(bound: bound) } else { open.close(bound: bound) }
        return open.steps.map { "\($0.metres): \(Int(($0.value * 10).rounded()))" }
    }

    @Test func stepsAreAsLongAsTheBoundLets() {
        #expect(Self.steps([(0, 2), (10, 2)]) == ["0: 20"])
        // 0.25 a metre, 1 at most from lowest to highest: the metre at which that is left begins anew.
        #expect(Self.steps([(0, 0), (8, 2)]) == ["0: 5", "5: 16"])
        #expect(Self.steps([(0, 2), (8, 0)]) == ["0: 15", "5: 4"])
        #expect(Self.steps([(0, 0), (4, 1), (8, 0)]) == ["0: 5"])
    }

    @Test func theNumbersOfTheWireDecide() {
        // Where the bound is finer than the wire, the number nearest to the middle.
        #expect(Self.steps([(0, 0.27), (1, 0.27)], bound: 0.01) == ["0: 3"])
        // Of several that keep the bound the one nearest to where the slope is now.
        #expect(Self.steps([(0, 3), (10, 2.1)], isEnding: false) == ["0: 25"])
        #expect(Self.steps([(0, 2.1), (10, 3)], isEnding: false) == ["0: 26"])
        // One that keeps it barely is not needed where another one keeps it well.
        #expect(Self.steps([(0, 3), (10, 3.3 + 5e-8), (20, 3.3 + 5e-8)]).count == 1)
        #expect(Self.steps([(0, 3.3), (10, 3 - 5e-8), (20, 3 - 5e-8)]).count == 1)
        // A billionth does not count.
        #expect(Self.steps([(0, 0), (1, 1e-9), (5, 1e-9)], bound: 0) == ["0: 0"])
        #expect(Self.steps([(0, 0), (1, -1e-9), (5, -1e-9)], bound: 0) == ["0: 0"])
    }

    @Test func aJumpAtOneMetreHoldsFromTheNextOne() {
        #expect(Self.steps([(0, 0), (5, 0), (5, 4), (9, 4)]) == ["0: 0", "6: 40"])
    }

    @Test func whatLiesBehindIsIgnored() {
        #expect(Self.steps([(5, 1), (3, 9), (5, 1), (7, 1)]) == ["5: 10"])
    }

    @Test func aStepThatIsSentGoesOnWhileItKeepsTheBound() {
        var open = OpenSteps()
        open.close(bound: 0.5)
        open.interrupt(bound: 0.5)
        #expect(open.end == nil && open.sentEnd == nil && open.steps.isEmpty)
        open.append(2, at: 4, bound: 0.5)
        #expect(open.end == 4 && open.sentEnd == nil)
        open.append(2, at: 9, bound: 0.5)
        open.close(bound: 0.5)
        #expect(open.end == 9 && open.sentEnd == 9)
        #expect(open.steps.map(\.metres) == [4] && open.steps.map(\.value) == [2])
        open.dropDecided()
        open.append(2.5, at: 12, bound: 0.5)
        open.close(bound: 0.5)
        #expect(open.steps.isEmpty && open.sentEnd == 12)
        open.append(2.5, at: 14, bound: 0.5)
        open.append(2.75, at: 15, bound: 0.5)
        open.append(2.75, at: 17, bound: 0.5)
        open.interrupt(bound: 0.5)
        #expect(open.end == nil && open.sentEnd == nil)
        #expect(open.steps.map(\.metres) == [15])
        open.dropDecided()
        // One spot is no step yet.
        open.append(1, at: 20, bound: 0.5)
        open.interrupt(bound: 0.5)
        #expect(open.steps.isEmpty)
    }

    @Test func openSpotsKeepTheirAnchor() {
        var open = OpenSpots<Double>()
        open.close()
        #expect(open.end == nil && open.sentEnd == nil && !open.hasAnchor)
        open.append(1, at: 5)
        open.append(2, at: 5)
        open.append(3, at: 4)
        #expect(open.end == 5 && open.sentEnd == nil)
        #expect(open.spots.map(\.value) == [1])
        open.append(4, at: 9)
        #expect(
            (3...10).map { open.value(at: $0) } == [nil, nil, 1, 1.75, 2.5, 3.25, 4, nil])
        open.close()
        #expect(open.spots.map(\.metres) == [9] && open.sentEnd == 9 && open.hasAnchor)
        open.interrupt()
        #expect(open.spots.isEmpty && !open.hasAnchor && open.sentEnd == nil)
        for metres in [10, 20, 30] { open.append(Double(metres), at: metres) }
        for (before, kept) in [
            (9, [10, 20, 30]), (19, [10, 20, 30]), (20, [20, 30]), (99, [30]),
        ] {
            open.drop(before: before)
            #expect(open.spots.map(\.metres) == kept)
        }
        open.appendOrStep(30, at: 30)
        #expect(open.spots.map(\.metres) == [30])
        open.appendOrStep(7, at: 30)
        open.appendOrStep(8, at: 40)
        #expect(open.spots.map(\.metres) == [30, 31, 40])
        #expect(open.spots.map(\.value) == [30, 7, 8])
        var alone = OpenSpots<Double>()
        alone.append(5, at: 3)
        alone.close()
        #expect(alone.hasAnchor && alone.sentEnd == 3)
        var empty = OpenSpots<Double>()
        empty.appendOrStep(5, at: 3)
        empty.drop(before: 9)
        #expect(empty.spots.map(\.metres) == [3])
    }

    /// A value that jumps does so a metre later; one that is of that metre by then holds on it instead.
    @Test func behindAJumpTheLatestValueHolds() {
        func spots(_ values: [(Double, Int)]) -> [String] {
            var open = OpenSpots<Double>()
            for (value, metres) in values { open.appendOrStep(value, at: metres) }
            return open.spots.map { "\($0.metres): \(Int($0.value))" }
        }
        #expect(spots([(1, 10), (2, 10), (3, 10)]) == ["10: 1", "11: 3"])
        #expect(spots([(1, 10), (2, 10), (3, 11)]) == ["10: 1", "11: 3"])
        #expect(spots([(1, 10), (2, 10), (3, 10), (4, 11)]) == ["10: 1", "11: 4"])
        // What is on its own metre gives way to none, but jumps itself.
        #expect(spots([(1, 10), (2, 10), (3, 11), (4, 11)]) == ["10: 1", "11: 3", "12: 4"])
        #expect(spots([(1, 10), (2, 11), (3, 10)]) == ["10: 1", "11: 2"])
        #expect(spots([(1, 10), (2, 10), (3, 12)]) == ["10: 1", "11: 2", "12: 3"])
        // What was sent on stays.
        var open = OpenSpots<Double>()
        for (value, metres) in [(1.0, 10), (2, 10)] { open.appendOrStep(value, at: metres) }
        open.close()
        open.appendOrStep(3, at: 10)
        #expect(open.spots.map(\.value) == [2])
        open.interrupt()
        open.append(1, at: 10)
        open.appendStep(2, at: 10)
        open.interrupt()
        open.append(1, at: 11)
        let isBehind = open.replaceStep(3, at: 10)
        #expect(!isBehind)
        open.append(2, at: 12)
        let isReplaced = open.replaceStep(3, at: 12)
        #expect(!isReplaced)
    }
}
