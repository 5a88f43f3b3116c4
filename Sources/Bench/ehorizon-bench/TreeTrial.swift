import Horizon
import Quantities
import RoadMap
import Routing

/// The main path of the path tree along reference routes, when the car reaches each junction. It includes the
/// hysteresis of the tree and the limited search for destinations between two fixes. ``PredictionTrial`` asks
/// the model alone.
struct TreeTrial {
    /// The distance of fixes and the number of ticks between two: one fix a second at 36 km/h, POSITION at 10 Hz.
    private static let step = Metres(10)
    private static let ticks = 10

    /// The number of junctions that the car left by one of at least two legal exits, and of those where it took
    /// the exit of the tree at the last fix before.
    private(set) var decisions = 0
    private(set) var right = 0
    /// How often destinations turned the main path off at a junction ahead, or back before the car reached it,
    /// and the distance driven, m.
    private(set) var changes = 0
    private(set) var length = 0.0
    private var driven = [Double](repeating: 0, count: PredictionTrial.reaches.count)
    private var foreseen = [Double](repeating: 0, count: PredictionTrial.reaches.count)
    private let parameters: HorizonParameters

    /// The tree, with or without the search for destinations.
    init(expectsDestinations: Bool) {
        var parameters = HorizonParameters()
        parameters.lookAhead = [Centimetres(225_000), Centimetres(20_000)]
        parameters.expectsDestinations = expectsDestinations
        self.parameters = parameters
    }

    /// The share of decisions that followed the tree.
    var top1: Double { decisions > 0 ? Double(right) / Double(decisions) : 0 }

    /// As ``PredictionTrial/share(of:)``, at the fixes.
    func share(of reach: Int) -> Double {
        driven[reach] > 0 ? foreseen[reach] / driven[reach] : 0
    }

    /// Drives along a stretch.
    mutating func drive(_ stretch: ReferenceRoutes.Stretch, on map: RoadMap) throws(MapError) {
        var tree = PathTree(map: map, parameters: parameters)
        var turns = DrivenTurns(map: map)
        let steps = stretch.steps
        let whole = steps.reduce(0) { $0 + $1.length }
        var start = 0.0
        for number in steps.indices {
            let length = steps[number].length
            // The car may have driven only the end of the first link.
            let record = try map.link(steps[number].link.link)
            let before = number == 0 ? max(record.length.metres.value - length, 0) : 0
            var predicted: DirectedLink?
            var offset = min(Self.step.value, length) / 2
            while offset < length {
                try tree.advance(to: LinkPlace(steps[number].link, offset: Metres(before + offset)))
                let before = tree.intendedTurn
                try tree.follow(DriverIntent())
                if Self.isChange(from: before, in: tree) { changes += 1 }
                for _ in 0..<Self.ticks { try tree.lookForDestinations() }
                let line = tree.line().last.map { tree.links(along: $0.path) } ?? []
                predicted = line.count > 1 ? line[1] : nil
                count(line, steps[number...], at: offset, left: whole - start - offset)
                offset += Self.step.value
            }
            start += length
            self.length += length
            try turns.enter(steps[number].link)
            guard number + 1 < steps.count, turns.exits.count > 1,
                turns.exits.contains(where: { $0.link == steps[number + 1].link })
            else { continue }
            decisions += 1
            if predicted == steps[number + 1].link { right += 1 }
        }
    }

    private static func isChange(from before: IntendedTurn?, in tree: PathTree) -> Bool {
        guard let now = tree.intendedTurn else {
            // It ends when the car has passed it.
            return before.map {
                $0.path == tree.mainPath?.id && $0.offset.metres > tree.vehicleOffset
            } ?? false
        }
        return now.exit != before?.exit
    }

    /// Counts how far the predicted path is the driven one.
    private mutating func count(
        _ line: [DirectedLink], _ steps: ArraySlice<ReferenceRoutes.Step>, at offset: Double,
        left: Double
    ) {
        var same = -offset
        for (link, step) in zip(line, steps) {
            guard link == step.link else { break }
            same += step.length
        }
        for (index, reach) in PredictionTrial.reaches.enumerated() where left > reach {
            driven[index] += 1
            if same >= reach { foreseen[index] += 1 }
        }
    }
}
