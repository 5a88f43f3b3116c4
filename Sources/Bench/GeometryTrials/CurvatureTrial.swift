import Geodesy
import RoadMap
public import RoadShape

/// The curvature of drawn roads beside the truth, for the fit and for the circle through three points.
public struct CurvatureTrial: Sendable {
    /// A kind of road.
    public enum RoadKind: String, CaseIterable, Sendable {
        /// A straight.
        case straight = "straight"
        /// An arc alone.
        case arc = "arc"
        /// An arc between straights, without transitions.
        case bend = "arc between straights"
        /// A clothoid from straight to a radius.
        case clothoid = "clothoid"
        /// A bend as roads are built: with transitions.
        case designed = "clothoid, arc, clothoid"
        /// Two such bends, one to each side.
        case sCurve = "S-curve"
    }

    /// What was found, in metres of road.
    public struct Score: Sendable {
        /// Where the sagitta is at least 25 times the scatter.
        public var clear = 0.0
        /// Of that, where the curvature is within a tenth.
        public var right = 0.0
        /// Everywhere else.
        public var unclear = 0.0
        /// Of that, where the stated error covers the truth.
        public var covered = 0.0
        /// Of what is not clear, where the accuracy is called better than lowest.
        public var boasted = 0.0
        /// Straights.
        public var straight = 0.0
        /// Of those, what is called straight: flatter than a radius of 4 km.
        public var calledStraight = 0.0

        /// No road yet.
        public init() {}

        /// Adds what was found on other roads.
        public static func += (left: inout Self, right: Self) {
            left.clear += right.clear
            left.right += right.right
            left.unclear += right.unclear
            left.covered += right.covered
            left.boasted += right.boasted
            left.straight += right.straight
            left.calledStraight += right.calledStraight
        }
    }

    /// The flattest curvature that is not called straight, 1/m: half of the flattest bend.
    public static let flattest = 1.0 / 4000

    /// A road of a kind.
    public static func road(_ kind: RoadKind, with random: inout SeededNoise) -> TrueRoad {
        let radii = [10.0, 20, 50, 100, 200, 500, 1000, 2000]
        let radius = radii[Int(random.uniform() * Double(radii.count))]
        let bend = (random.uniform() < 0.5 ? -1 : 1) / radius
        let angle = random.uniform(0.5, min(3.2, 1500 / radius))
        let length = radius * angle
        func side() -> TrueRoad.Stretch { .straight(random.uniform(50, 300)) }
        // Transitions as long as guidelines have them: a third of the radius and more.
        let transition = min(random.uniform(0.3, 0.9) * radius, 200)
        let stretches: [TrueRoad.Stretch]
        switch kind {
        case .straight: stretches = [.straight(random.uniform(100, 2000))]
        case .arc: stretches = [.arc(length, bend)]
        case .bend: stretches = [side(), .arc(length, bend), side()]
        case .clothoid: stretches = [.clothoid(length, 0, bend)]
        case .designed:
            stretches = [
                side(), .clothoid(transition, 0, bend), .arc(length, bend),
                .clothoid(transition, bend, 0), side(),
            ]
        case .sCurve:
            stretches = [
                side(), .clothoid(transition, 0, bend), .arc(length, bend),
                .clothoid(2 * transition, bend, -bend), .arc(length, -bend),
                .clothoid(transition, -bend, 0), side(),
            ]
        }
        return TrueRoad(stretches, heading: random.uniform(-3, 3))
    }

    /// Draws a road and scores what each method says of it.
    public static func run(
        _ kind: RoadKind, scatter: Double, with random: inout SeededNoise,
        _ fitter: inout CurvatureFitter
    ) -> (fitted: Score, threePoint: Score) {
        let road = road(kind, with: &random)
        let drawn = DrawnRoad(
            road, scatter: scatter, tolerance: random.uniform(0.3, 1.5), with: &random)
        let fitted = fitter.fit(drawn.points)
        let plain = CurvatureProfile(threePoint: drawn)
        var scores = (Score(), Score())
        let step = min(max(road.length / 300, 0.25), 2)
        var at = step / 2
        while at < road.length {
            let truth = road.curvature(at: at)
            let chord = drawn.chord(at: at)
            let isClear = road.sagitta(at: at) >= 25 * scatter
            scores.0.add(step, truth, fitted.value(at: chord), isClear: isClear)
            scores.1.add(step, truth, plain.value(at: chord), isClear: isClear)
            at += step
        }
        return (scores.0, scores.1)
    }
}

extension CurvatureTrial.Score {
    fileprivate mutating func add(
        _ step: Double, _ truth: Double, _ found: CurvatureProfile.Spot?, isClear: Bool
    ) {
        let value = found?.curvature ?? 0
        let miss = abs(value - truth)
        if isClear {
            clear += step
            if miss <= abs(truth) / 10 { right += step }
        } else {
            unclear += step
            if found == nil || miss <= (found?.error ?? 0) { covered += step }
            if let found,
                ProfileAccuracy(curvature: found.curvature, error: found.error) < .lowest
            {
                boasted += step
            }
        }
        if truth == 0 {
            straight += step
            if abs(value) < CurvatureTrial.flattest { calledStraight += step }
        }
    }
}

extension CurvatureProfile {
    /// The circles through three points.
    fileprivate init(threePoint drawn: DrawnRoad) {
        self.init()
        for index in 1..<max(drawn.points.count - 1, 1) {
            let a = drawn.points[index - 1] - drawn.points[index]
            let c = drawn.points[index + 1] - drawn.points[index]
            let product = a.length * c.length * (c - a).length
            spots.append(
                Spot(along: drawn.chords[index], curvature: 2 * a.cross(c) / product, error: 0))
        }
    }
}
