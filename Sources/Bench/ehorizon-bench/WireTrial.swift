import ADASISv2
import Engine
import Geodesy
import Horizon
import HorizonReconstructor
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// The path ahead as a client of the bus knows it, along reference routes: a fix a second at 10 m/s, through the engine,
/// over the frames, to the reconstructor.
///
/// At each junction the client takes the sub-path with the largest relative probability, or stays on the path if what the
/// STUBs leave is more. The engine only tells which links the path indexes mean.
struct WireTrial {
    private static let speed = MetresPerSecond(10)
    /// Offsets on the wire are whole metres.
    private static let tolerance = 2.5

    /// What came of it.
    private(set) var foresight = Foresight()
    private let parameters: EngineParameters

    /// With or without the search for destinations.
    init(expectsDestinations: Bool) {
        var parameters = EngineParameters()
        parameters.horizon.expectsDestinations = expectsDestinations
        self.parameters = parameters
    }

    /// Drives along a stretch.
    mutating func drive(_ stretch: ReferenceRoutes.Stretch, on map: RoadMap) throws(MapError) {
        var drive = WatchedDrive(map: map, parameters: parameters)
        var turns = DrivenTurns(map: map)
        let steps = stretch.steps
        let whole = steps.reduce(0) { $0 + $1.length }
        var start = 0.0
        var seconds = 0.0
        for number in steps.indices {
            let step = steps[number]
            let record = try map.link(step.link.link)
            let length = record.length.metres.value
            // The car may have driven only the end of the first link.
            let before = number == 0 ? max(length - step.length, 0) : 0
            var shape = Shape()
            try map.appendShape(of: record, to: &shape)
            var predicted: DirectedLink?
            while seconds * Self.speed.value < start + step.length {
                let offset = seconds * Self.speed.value - start
                let along = before + offset
                let place = shape.place(
                    at: Metres(step.link.direction == .forward ? along : length - along))
                var fix = Fix(
                    time: UTCTime(nanoseconds: Int64(seconds * 1e9)), place: place)
                fix.accuracy = Metres(3)
                fix.speed = Self.speed
                // What the client knows before the fix tells it more.
                let now = MonotonicTime.zero + .seconds(seconds)
                drive.advance(to: now)
                let line = Self.line(in: drive)
                // The line begins with links that the car has passed.
                let own = line.firstIndex(of: step.link).map { Array(line[$0...]) } ?? []
                predicted = own.count > 1 ? own[1] : nil
                foresight.count(
                    own, steps[number...], at: offset, left: whole - start - offset)
                drive.take(.position(.fix(fix)), at: now)
                seconds += 1
            }
            start += step.length
            foresight.drive(step.length)
            try turns.enter(step.link)
            guard number + 1 < steps.count, turns.exits.count > 1,
                turns.exits.contains(where: { $0.link == steps[number + 1].link })
            else { continue }
            foresight.decide(predicted, taken: steps[number + 1].link)
        }
    }

    /// The links ahead that the client expects, from the first one of the path under the car on.
    private static func line(in drive: WatchedDrive) -> [DirectedLink] {
        let client = drive.client.tree
        let tree = drive.engine.tree
        var paths: [PathIndex: HorizonPath] = [:]
        for path in tree.paths {
            if let index = drive.engine.pathIndex(of: path.id) { paths[index] = path }
        }
        guard let vehicle = client.vehicle, let root = client.root,
            let main = tree.mainPath, paths[root.index]?.id == main.id
        else { return [] }
        // The wire counts from elsewhere.
        let shift = Double(vehicle.metres) - tree.vehicleOffset.value
        var line: [DirectedLink] = []
        var (held, path) = (root, main)
        var origin = shift
        var number = 0
        while number < path.links.count, line.count < 400 {
            let link = path.links[number]
            line.append(link.link)
            number += 1
            let end = link.end.metres.value + origin
            let stubs = held.stubs.items.filter { abs(Double($0.metres) - end) <= tolerance }
            var rest = 1.0
            var best: (probability: Double, held: ReconstructedPath, path: HorizonPath)?
            for stub in stubs {
                let probability = stub.content.relativeProbability.reading.value ?? 0
                rest -= probability
                guard let next = client.path(at: stub, of: held), let target = paths[next.index],
                    target.branch?.parent == path.id,
                    best.map({ probability > $0.probability }) ?? true
                else { continue }
                best = (probability, next, target)
            }
            guard let best, best.probability > rest else { continue }
            (held, path) = (best.held, best.path)
            origin = 0
            number = 0
        }
        return line
    }
}
