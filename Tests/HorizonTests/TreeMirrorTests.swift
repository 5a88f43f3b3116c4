import Foundation
import Horizon
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import Routing
import Testing

/// Drives on random roads: after every update the tree is one, and who followed its events has it too.
///
/// `EHORIZON_DRIVE_KM` makes them longer, `EHORIZON_DRIVE_SEED=7` runs one alone.
@Suite("A mirror of the tree") struct TreeMirrorTests {
    private static func number(_ name: String) -> Double? {
        ProcessInfo.processInfo.environment[name].flatMap(Double.init)
    }

    static let seeds: [UInt64] =
        number("EHORIZON_DRIVE_SEED").map { [UInt64($0)] } ?? Array(1...20)
    private static let metresPerSeed = (number("EHORIZON_DRIVE_KM") ?? 200) * 1000 / 20

    @Test("is the tree, and the tree is one, after every update", arguments: TreeMirrorTests.seeds)
    func eventsMakeTheTree(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &* 31 &+ 5)
        var roads = try RandomRoads(seed: seed)
        var parameters = HorizonParameters()
        parameters.lookAhead = [
            Centimetres(Int.random(in: 30_000...120_000, using: &random)),
            Centimetres(Int.random(in: 5_000...40_000, using: &random)),
            Centimetres(Int.random(in: 1_000...20_000, using: &random)),
        ]
        parameters.trailing = Centimetres(Int.random(in: 5_000...30_000, using: &random))
        parameters.pathChange = Bool.random(using: &random) ? .stub : .newPath
        parameters.showsIllegalExits = seed % 3 == 0
        parameters.showsUTurns = seed % 4 < 2
        parameters.lookAheadOrigin = seed % 5 == 0 ? .branch : .vehicle
        parameters.learnsTurns = seed % 5 == 2
        parameters.expectsDestinations = seed % 5 == 3
        if seed % 3 == 1 { parameters.lookAheadTime = [.seconds(30), .seconds(12)] }
        if seed % 7 == 5 { parameters.maximumPaths = 12 }
        if seed % 7 == 6 { parameters.maximumLinks = 40 }
        // What a driver does at random is told of every fifth one.
        let hasDriver = seed % 5 == 4
        // A course is given to every second drive now and then, and taken back.
        let hasCourses = seed % 2 == 0
        // How many moves there are between two looks: events of several become those of one.
        let rhythm = [1, 1, 1, 4][Int(seed % 4)]
        var tree = PathTree(map: roads.map, parameters: parameters)
        var observer = TreeObserver()
        var mirror = TreeMirror()
        var invariants = TreeInvariants()
        let usual: TreeInvariants.Expectation =
            hasDriver || parameters.expectsDestinations ? .evidence : .none
        var expectation = usual
        var driven = 0.0
        var moves = 0
        while driven < Self.metresPerSeed {
            let metres = Double.random(in: 5...40, using: &random)
            driven += metres
            moves += 1
            try tree.advance(to: try roads.drive(metres))
            if hasCourses, Double.random(in: 0..<1, using: &random) < 0.05 {
                let sides = tree.paths.dropFirst().map { $0.links[0].link }
                let isGiven = Bool.random(using: &random)
                let course = isGiven ? sides.randomElement(using: &random).map { [$0] } ?? [] : []
                try tree.setCourse(course)
                expectation = course.isEmpty ? usual : .course
            }
            if hasDriver {
                var said = DriverIntent()
                said.indicator = [.off, .left, .right].randomElement(using: &random) ?? .off
                said.speed = MetresPerSecond(Double.random(in: 2...30, using: &random))
                try tree.follow(said)
            } else {
                try tree.follow(DriverIntent())
            }
            if parameters.learnsTurns { try tree.learnTurns(upTo: tree.vehicleOffset) }
            if parameters.expectsDestinations {
                for _ in 0..<10 { try tree.lookForDestinations() }
            }
            // Now and then the car takes an exit that few take, or that it may not take.
            let marked = tree.paths.filter {
                $0.branch.map { $0.isUTurn || $0.legality != .legal } ?? false
            }
            if let side = marked.randomElement(using: &random),
                Double.random(in: 0..<1, using: &random) < 0.01
            {
                try tree.advance(to: LinkPlace(side.links[0].link, offset: Metres(3)))
            }
            // Now and then the car is on no road.
            if Double.random(in: 0..<1, using: &random) < 0.005 { tree.clear() }
            let problems = invariants.problems(of: tree, expecting: expectation)
            guard problems.isEmpty else {
                Issue.record("seed \(seed), move \(moves): \(problems.prefix(5))")
                return
            }
            if moves % 50 == 0 { invariants.forget(notIn: tree) }
            guard moves % rhythm == 0 else { continue }
            observer.update(tree)
            for event in observer.events { mirror.apply(event) }
            let isSame =
                mirror.paths.count == tree.paths.count
                && zip(mirror.paths, tree.paths).allSatisfy(Self.isSame)
            guard isSame else {
                Issue.record("seed \(seed), move \(moves): the mirror is not the tree")
                return
            }
            // What was told once is not told again.
            observer.update(tree)
            guard observer.events.isEmpty else {
                Issue.record("seed \(seed), move \(moves): told again: \(observer.events)")
                return
            }
        }
    }

    private static func isSame(_ mirror: TreeMirror.Path, _ path: HorizonPath) -> Bool {
        mirror.id == path.id && mirror.branch?.parent == path.branch?.parent
            && mirror.branch?.offset == path.branch?.offset
            && mirror.branch?.turnAngle == path.branch?.turnAngle
            && mirror.branch?.legality == path.branch?.legality
            && mirror.branch?.isUTurn == path.branch?.isUTurn
            && mirror.status.probability == path.branch?.probability ?? 1
            && mirror.status.level == path.level && mirror.status.departure == path.departure
            && mirror.status.departureReason == path.departureReason
            && (path.departure == nil) == (path.departureReason == nil)
            && mirror.status.end == path.end && mirror.links.count == path.links.count
            && zip(mirror.links, path.links).allSatisfy {
                $0.link == $1.link && $0.start == $1.start && $0.length == $1.record.length
                    && $0.turnAngle == $1.turnAngle && $0.probability == $1.probability
            }
    }
}
