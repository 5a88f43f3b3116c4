import MapMatching
import Quantities
import RoadMap
import Routing

/// Finds the cause of a wrong stretch: it compares the path of the answer with the best path on the right road, from the
/// last right place before the stretch to the first one behind it.
struct MismatchJudge {
    private let diagnosis: MatchDiagnosis
    private let places: [RouteAlignment.Place?]
    /// The states on the right road, for each step.
    private let right: [Set<Int>]
    /// The state of the decision, for each step.
    private let decided: [Int?]
    /// A longer time between two fixes is a gap, seconds.
    private let longestStep: Double

    /// A state this far from the true place along the route is still on the right road, metres: the error of a fix.
    private static let reach = 30.0
    /// A gap is at least so many usual times between two fixes, and so many seconds.
    private static let usualSteps = 3.0
    private static let shortestGap = 10.0

    /// Judges with the true place of each fix.
    init(_ diagnosis: MatchDiagnosis, _ places: [RouteAlignment.Place?]) {
        self.diagnosis = diagnosis
        self.places = places
        right = diagnosis.steps.map { Self.right($0, places[$0.fixNumber], diagnosis.truth) }
        decided = diagnosis.steps.indices.map { diagnosis.decided($0) }
        let times = diagnosis.fixes.map(\.seconds)
        let spans = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        longestStep = max(
            Self.usualSteps * (spans.isEmpty ? 0 : spans[spans.count / 2]), Self.shortestGap)
    }

    private static func right(
        _ step: MatchStep, _ place: RouteAlignment.Place?, _ truth: RouteOnMap
    ) -> Set<Int> {
        guard let place else { return [] }
        let links = truth.parts(around: place.along, within: reach).flatMap(\.links)
        return Set(
            step.states.indices.filter { state in
                guard let link = step.states[state].place?.link else { return false }
                return links.contains(link)
            })
    }

    private var steps: [MatchStep] { diagnosis.steps }

    /// A group of segments with its cause.
    func stretch(_ group: Mismatch.Group) throws(MapError) -> WrongStretch {
        let wrong = wrongSteps(group.fixes)
        let span = wrong.first.map { self.span($0, wrong.last ?? $0) }
        let comparison = span.map { compare($0) }
        return WrongStretch(
            from: diagnosis.fixes[group.fixes.lowerBound].seconds,
            to: diagnosis.fixes[group.fixes.upperBound].seconds,
            cause: cause(of: group, wrong, span, comparison), missed: group.missed.rounded(2),
            added: group.added.rounded(2), missedWays: group.missedWays, addedWays: group.addedWays,
            terms: (comparison?.terms.reduce(PathTerms(), +) ?? PathTerms()).rounded,
            steps: try comparison.map { comparison throws(MapError) in try described(comparison) }
                ?? [])
    }

    /// The steps of fixes whose decision is not on the right road.
    private func wrongSteps(_ fixes: ClosedRange<Int>) -> [Int] {
        steps.indices.filter { step in
            let last =
                step + 1 < steps.count ? steps[step + 1].fixNumber - 1 : diagnosis.fixes.count - 1
            return steps[step].fixNumber <= fixes.upperBound && last >= fixes.lowerBound
                && !isRight(step)
        }
    }

    private func isRight(_ step: Int) -> Bool {
        decided[step].map { right[step].contains($0) } ?? false
    }

    /// The steps to compare, with the right states around them.
    private struct Span {
        /// The step before, with a right decision; `nil` if the matcher began.
        let before: Int?
        let steps: Range<Int>
        /// Whether the last step has a right decision, so that both paths end there.
        let endsRight: Bool
    }

    /// The steps from the last right one before the wrong ones to the first right one behind them.
    private func span(_ first: Int, _ last: Int) -> Span {
        var start = first
        while !steps[start].isFirst, start > 0, !isRight(start - 1) { start -= 1 }
        let before = steps[start].isFirst || start == 0 ? nil : start - 1
        var end = last
        while end + 1 < steps.count, !steps[end + 1].isFirst, !isRight(end) { end += 1 }
        return Span(before: before, steps: start..<end + 1, endsRight: isRight(end))
    }

    /// The right path beside that of the answer.
    private struct Comparison {
        let span: Span
        let right: StepPath
        let answer: StepPath
        /// The terms of the right path, less those of the answer.
        let terms: [PathTerms]
        /// Whether the answer is not on the most probable path of all fixes: it was decided before the last of them.
        let isEarly: Bool
    }

    private func compare(_ span: Span) -> Comparison {
        let steps = steps[span.steps]
        let start = span.before.flatMap { decided[$0] }
        let end = span.endsRight ? decided[span.steps.upperBound - 1] : nil
        let right = StepPath(over: steps, from: start, to: end) { step, state in
            self.right[step].isEmpty || self.right[step].contains(state)
        }
        var answer = StepPath(over: steps, from: start, to: end) { _, _ in true }
        let wrong = span.steps.filter { !isRight($0) }
        let found = wrong.count {
            self.right[$0].contains(answer.states[$0 - span.steps.lowerBound])
        }
        let isEarly = 2 * found > wrong.count
        if isEarly {
            answer = StepPath(
                states: zip(span.steps, answer.states).map { step, state in decided[step] ?? state }
            )
        }
        let terms = zip(
            right.terms(over: steps, from: start), answer.terms(over: steps, from: start))
        return Comparison(
            span: span, right: right, answer: answer, terms: terms.map { $0 - $1 }, isEarly: isEarly
        )
    }

    private func cause(
        of group: Mismatch.Group, _ wrong: [Int], _ span: Span?, _ comparison: Comparison?
    ) -> MismatchCause {
        switch group.place {
        case .before: return .start
        case .behind: return .end
        case .within: break
        }
        guard let span, let comparison else { return causeBetween(group.fixes) }
        func isMost(_ holds: (Int) -> Bool) -> Bool { 2 * wrong.count(where: holds) > wrong.count }
        if isMost({ places[steps[$0].fixNumber]?.isLoose ?? true }) { return .truth }
        if isMost({ right[$0].isEmpty }) { return .noCandidate }
        guard span.before != nil else {
            return steps[..<span.steps.lowerBound].isEmpty ? .start : .gap
        }
        if hasGap(span) { return .gap }
        if isMost({ decided[$0] == 0 }) { return .offRoad }
        if comparison.isEarly { return .decision }
        let terms = comparison.terms.reduce(PathTerms(), +)
        let worst = [
            (MismatchCause.distance, terms.distance), (.heading, terms.heading),
            (.route, terms.route),
            (.offRoad, terms.offRoad), (.other, terms.other),
        ].min { $0.1 < $1.1 }
        return worst?.0 ?? .other
    }

    /// The cause if all decisions are on the right road.
    private func causeBetween(_ fixes: ClosedRange<Int>) -> MismatchCause {
        if fixes.lowerBound <= diagnosis.firstOnRoad { return .start }
        if fixes.upperBound >= diagnosis.fixes.count - 1 { return .end }
        let isLoose = places[fixes].contains { $0?.isLoose ?? true }
        return isLoose ? .truth : .gap
    }

    /// Whether a gap in the fixes lies between the last right and the first wrong step, or behind the wrong ones.
    private func hasGap(_ span: Span) -> Bool {
        let first = steps[span.before ?? span.steps.lowerBound].fixNumber
        let begin = steps[span.steps.lowerBound].fixNumber
        let end = steps[max(span.steps.upperBound - 2, span.steps.lowerBound)].fixNumber
        let last = steps[span.steps.upperBound - 1].fixNumber
        return [first..<begin, end..<last].joined().contains { fix in
            diagnosis.fixes[fix + 1].seconds - diagnosis.fixes[fix].seconds > longestStep
        }
    }

    /// The steps at which both paths differ.
    private func described(_ comparison: Comparison) throws(MapError) -> [WrongStretch.Step] {
        var found: [WrongStretch.Step] = []
        var score = 0.0
        for (index, step) in comparison.span.steps.enumerated() {
            let (state, answer) = (comparison.right.states[index], comparison.answer.states[index])
            let terms = comparison.terms[index]
            score += terms.sum
            guard state != answer || terms.sum.magnitude > 1e-6 else { continue }
            let known = right[step].isEmpty ? nil : try described(state, of: steps[step])
            found.append(
                WrongStretch.Step(
                    time: diagnosis.fixes[steps[step].fixNumber].seconds, right: known,
                    answer: try described(answer, of: steps[step]), terms: terms.rounded,
                    score: score.rounded(4)))
        }
        return found
    }

    private func described(_ state: Int, of step: MatchStep) throws(MapError) -> WrongStretch.State
    {
        let state = step.states[state]
        var road: WrongStretch.Road?
        if let link = state.place?.link {
            road = WrongStretch.Road(
                way: try diagnosis.map.link(link.link).way,
                direction: PlaceDescription.name(of: link.direction))
        }
        return WrongStretch.State(
            road: road, distance: state.distance?.value.rounded(2),
            probability: state.probability.rounded(6))
    }
}
