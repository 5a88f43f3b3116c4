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

    /// What came of it.
    private(set) var foresight = Foresight()
    /// How often destinations turned the main path off at a junction ahead, or back before the car reached it.
    private(set) var changes = 0
    private let parameters: HorizonParameters

    /// The tree, with or without the search for destinations.
    init(expectsDestinations: Bool) {
        var parameters = HorizonParameters()
        parameters.lookAhead = [Centimetres(225_000), Centimetres(20_000)]
        parameters.expectsDestinations = expectsDestinations
        self.parameters = parameters
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
                foresight.count(
                    line, steps[number...], at: offset, left: whole - start - offset)
                offset += Self.step.value
            }
            start += length
            foresight.drive(length)
            try turns.enter(steps[number].link)
            guard number + 1 < steps.count, turns.exits.count > 1,
                turns.exits.contains(where: { $0.link == steps[number + 1].link })
            else { continue }
            foresight.decide(predicted, taken: steps[number + 1].link)
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
}
