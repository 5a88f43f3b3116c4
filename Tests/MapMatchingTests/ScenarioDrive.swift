import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import RandomNumbers
import Routing

/// The fixes of a scenario with one seed, and where the car was at each.
struct ScenarioDrive {
    /// What is true at a fix.
    struct Truth {
        /// The link or state; `nil` where nothing is asked.
        let road: String?
        /// That of the leg before or after, where the border to it is near.
        var beside: String?
        /// How far the car has driven on this road.
        let driven: Double
        /// How far since the start.
        let total: Double

        func allows(_ name: String) -> Bool {
            [road, beside].contains { $0?.split(separator: "|").contains { $0 == name } ?? false }
        }
    }

    private(set) var drive: DrawnDrive
    private(set) var truths: [Truth] = []

    private let scenario: Scenario
    private var fixes: [Fix] = []
    private var motions: [EgoMotion] = []
    /// How far the car has come since the last fix.
    private var unseen = 0.0
    private var random: SplitMix64
    private var error = PlanarVector(x: 0, y: 0)
    private var place: Coordinate
    private var seconds = 0.0
    /// When the next fix is.
    private var nextFix = 0.0
    private var driven = 0.0
    private var total = 0.0

    /// Within so many metres of the end of a link either of the two counts.
    private static let border = 8.0
    /// What the car counts a metre as.
    private static let scale = 1.01
    /// The time constant of the wandering error, seconds.
    private static let wanderTime = 20.0

    init(_ scenario: Scenario, on sketch: MapSketch, seed: UInt64) throws {
        self.scenario = scenario
        random = SplitMix64(seed: seed)
        place = try sketch.place("A")
        drive = DrawnDrive(sketch)
        error = PlanarVector(x: random.nextNormal(), y: random.nextNormal()) * scenario.wander
        var isFirst = true
        var road: String?
        for leg in scenario.legs {
            if leg.road != road {
                driven = 0
                // After a leg without fixes the last ones lie on a road before it, and keep their border.
                for index in truths.indices.reversed() {
                    guard truths[index].road == road, isNear(truths.count - 1, index) else { break }
                    truths[index].beside = leg.road
                }
            }
            let before = leg.road != road ? road : nil
            road = leg.road
            let first = truths.count
            switch leg.course {
            case .appear(let stop, let silence):
                seconds += Double(silence)
                nextFix = seconds
                place = try sketch.place(stop)
                driven = 0
            case .stand(let count):
                for _ in 0..<count { pass(1, to: place, leg) }
            case .drive(var stops, let speed):
                if isFirst, let start = stops.first {
                    place = try sketch.place(start)
                    stops.removeFirst()
                    pass(0, to: place, leg)
                }
                for stop in stops { try run(to: sketch.place(stop), at: speed, leg) }
            }
            isFirst = false
            for index in truths.indices[first...] where truths[index].driven <= Self.border {
                truths[index].beside = before
            }
        }
        drive = DrawnDrive(sketch, fixes: fixes, motions: scenario.countsWay ? motions : [])
    }

    private func isNear(_ end: Int, _ index: Int) -> Bool {
        truths[end].driven - truths[index].driven <= Self.border
            && truths[end].road == truths[index].road
    }

    /// Drives straight to a place, in steps of a tenth of a second at most.
    private mutating func run(to end: Coordinate, at speed: Double, _ leg: Leg) throws {
        let start = place
        let frame = LocalFrame(around: start)
        let way = frame.project(end)
        let steps = max(Int((way.length / speed * 10).rounded(.up)), 1)
        for step in 1...steps {
            let there = frame.unproject(way * (Double(step) / Double(steps))) ?? end
            pass(way.length / speed / Double(steps), to: there, leg)
        }
    }

    /// Lets time pass and the car come to a place; gives a fix where one is due.
    private mutating func pass(_ span: Double, to there: Coordinate, _ leg: Leg) {
        let step = LocalFrame(around: place).project(there)
        driven += step.length
        unseen += step.length
        total += step.length
        seconds += span
        place = there
        let memory = exponential(-span / Self.wanderTime)
        let fresh = (1 - memory * memory).squareRoot() * scenario.wander
        error =
            error * memory
            + PlanarVector(x: random.nextNormal(), y: random.nextNormal()) * fresh
        guard seconds >= nextFix - 1e-6 else { return }
        nextFix += scenario.interval
        if leg.isHidden || fixes.isEmpty && driven < scenario.firstFix { return }
        add(velocity: span > 0 ? step * (1 / span) : PlanarVector(x: 0, y: 0), leg)
    }

    private mutating func add(velocity: PlanarVector, _ leg: Leg) {
        let deviation =
            (scenario.noise * scenario.noise + leg.moreNoise * leg.moreNoise).squareRoot()
        let jump = PlanarVector(x: random.nextNormal(), y: random.nextNormal()) * deviation
        let shift = PlanarVector(x: leg.east, y: leg.north)
        let seen = LocalFrame(around: place).unproject(error + jump + shift) ?? place
        var fix = Fix(time: UTCTime(nanoseconds: Int64((seconds * 1e9).rounded())), place: seen)
        if scenario.reportsMotion {
            let doppler = PlanarVector(x: random.nextNormal(), y: random.nextNormal()) * 0.2
            let motion = velocity + doppler
            fix.speed = MetresPerSecond(motion.length)
            fix.course = motion.bearing
        }
        fix.accuracy = leg.accuracy.map { Metres($0) }
        fixes.append(fix)
        let counted = unseen * Self.scale
        motions.append(EgoMotion(distance: Metres(counted), deviation: Metres(counted * 0.01)))
        unseen = 0
        truths.append(Truth(road: leg.road, beside: nil, driven: driven, total: total))
    }
}

/// How well the matcher did with a scenario, over all seeds.
struct ScenarioScore {
    var judgedAtOnce = 0
    var rightAtOnce = 0
    /// The probabilities that were stated with the answers at once, of those that name a road.
    var stated = 0.0
    var statedCount = 0
    var statedRight = 0
    var judgedLater = 0
    var rightLater = 0
    var drives = 0
    var rightRoutes = 0
    /// What was not right, for people: `seed 3, fix 12: BC at once, not BD (0.97)`.
    var remarks: [String] = []

    var atOnce: Double { share(rightAtOnce, of: judgedAtOnce) }
    var later: Double { share(rightLater, of: judgedLater) }
    var routes: Double { share(rightRoutes, of: drives) }
    /// How much surer the matcher was than right.
    var overconfidence: Double {
        statedCount > 0 ? (stated - Double(statedRight)) / Double(statedCount) : 0
    }

    private func share(_ part: Int, of whole: Int) -> Double {
        whole > 0 ? Double(part) / Double(whole) : 1
    }

    /// Drives a scenario with some seeds.
    init(_ scenario: Scenario, seeds: ClosedRange<UInt64>) throws {
        let sketch = try MapSketch(
            scenario.map, gridMetres: scenario.grid, roads: scenario.roads)
        for seed in seeds {
            let run = try ScenarioDrive(scenario, on: sketch, seed: seed)
            for (number, answer) in try run.drive.answers().enumerated() {
                let truth = run.truths[number]
                guard let road = truth.road, truth.driven >= scenario.grace,
                    truth.total >= scenario.recovery
                else { continue }
                let name = try sketch.name(answer)
                let isRight = truth.allows(name)
                judgedAtOnce += 1
                rightAtOnce += isRight ? 1 : 0
                if case .onRoad(let matched) = answer {
                    statedCount += 1
                    stated += matched.probability
                    statedRight += isRight ? 1 : 0
                }
                if !isRight { remark(seed, number, "\(name) at once, not \(road)", answer) }
            }
            for decision in try run.drive.decisions() {
                let truth = run.truths[decision.fixNumber]
                guard let road = truth.road, truth.total >= scenario.recovery else { continue }
                let name = try sketch.name(decision.result)
                let isRight = truth.allows(name)
                judgedLater += 1
                rightLater += isRight ? 1 : 0
                if !isRight {
                    remark(
                        seed, decision.fixNumber, "\(name) later, not \(road)", decision.result)
                }
            }
            let route = try run.drive.route()
            drives += 1
            rightRoutes += route == scenario.route ? 1 : 0
            if route != scenario.route { remarks.append("seed \(seed): the route is \(route)") }
        }
    }

    private mutating func remark(
        _ seed: UInt64, _ number: Int, _ what: String, _ result: MatchResult
    ) {
        var probability = ""
        if case .onRoad(let matched) = result {
            probability = " (\(Int((matched.probability * 100).rounded())) %)"
        }
        remarks.append("seed \(seed), fix \(number): \(what)\(probability)")
    }
}

extension SplitMix64 {
    /// A number near 0 with variance 1: the sum of twelve equal distributions (Irwin and Hall).
    mutating func nextNormal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0...1, using: &self) }
    }
}
