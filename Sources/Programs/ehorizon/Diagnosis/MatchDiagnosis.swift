import Console
import Geodesy
import MapMatching
import Positioning
import Quantities
import RoadMap
import Routing
import TextFiles

/// The errors of a match against the true route, each with its cause: `ehorizon match --explain`.
struct MatchDiagnosis {
    let map: RoadMap
    let truth: RouteOnMap
    private(set) var fixes: [(place: Coordinate, seconds: Double)] = []
    private(set) var steps: [MatchStep] = []
    private var decisions: [MatchResult] = []
    private var driven = DrivenSegments()

    /// A diagnosis against the route of a file.
    init(_ path: String, on map: RoadMap) throws {
        self.map = map
        truth = try RouteOnMap(path, on: map)
        guard truth.lostCount < truth.parts.count else {
            throw Failure(
                "\(path): the map has none of its segments; use the map that the route was made of")
        }
        if truth.lostCount > 0 {
            Program.say(
                "\(path): the map does not have \(truth.lostCount) of \(truth.parts.count) segments"
            )
        }
    }

    /// Takes a fix, after the matcher has taken it.
    mutating func note(
        _ fix: (fix: Fix, seconds: Double), _ matcher: MapMatcher
    ) throws(MapError) {
        fixes.append((fix.fix.place, fix.seconds))
        guard let step = try matcher.latestStep(), step.fixNumber != steps.last?.fixNumber else {
            return
        }
        steps.append(step)
    }

    /// Takes a decision, after the route has taken it.
    mutating func note(_ decision: MatchDecision, _ route: DrivenRoute) {
        decisions.append(decision.result)
        driven.note(fix: decision.fixNumber, route)
    }

    /// Writes the report of a finished route to standard output.
    func write(_ route: DrivenRoute, lag: Double, isJSON: Bool) throws {
        let report = try report(of: route, lag: lag)
        let output = try TextOutput("-")
        if isJSON {
            try output.line(try JSONText.encode(report))
        } else {
            for line in report.text { try output.line(line) }
        }
        try output.finish()
    }

    /// The report of a finished route.
    private func report(of route: DrivenRoute, lag: Double) throws(MapError) -> MismatchReport {
        let found = try driven.segments(of: route, on: map)
        let places = RouteAlignment(fixes.map(\.place), with: truth).places
        let mismatch = try Mismatch(found, truth, places, on: map)
        let judge = MismatchJudge(self, places)
        var stretches: [WrongStretch] = []
        for group in mismatch.groups { stretches.append(try judge.stretch(group)) }
        return MismatchReport(lag: lag, length: truth.length, stretches)
    }

    /// The state of the decision about a step; `nil` if nothing was known yet.
    func decided(_ step: Int) -> Int? {
        let fix = steps[step].fixNumber
        guard fix < decisions.count else { return nil }
        switch decisions[fix] {
        case .notCalibrated: return nil
        case .offRoad, .noMap: return 0
        case .onRoad(let matched):
            return steps[step].states.firstIndex { $0.place == matched.place }
        }
    }

    /// The number of the first fix with a decision on a road.
    var firstOnRoad: Int { decisions.firstIndex { $0.isOnRoad } ?? decisions.count }
}
