import ADASISv2
import Engine
import Geodesy
import Horizon
import HorizonReconstructor
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// The path ahead as a client of the bus knows it, along reference routes: fixes at 10 m/s through the engine, over the
/// frames, to the reconstructor.
///
/// At each junction the client takes the sub-path with the largest relative probability, or stays on the path if what the
/// STUBs leave is more. The engine only tells which links the path indexes mean. A junction is judged by what the client
/// knows at the moment when the car reaches it. Between fixes the engine uses dead reckoning. After an unexpected
/// turn the client has the wrong path until the next fix.
struct WireTrial {
    private static let speed = MetresPerSecond(10)

    /// What came of it.
    private(set) var foresight = Foresight()
    private let parameters: EngineParameters
    private let fixesPerSecond: Int

    /// With or without the search for destinations, with so many fixes a second.
    init(expectsDestinations: Bool, fixesPerSecond: Int) {
        var parameters = EngineParameters()
        parameters.horizon.expectsDestinations = expectsDestinations
        self.parameters = parameters
        self.fixesPerSecond = fixesPerSecond
    }

    /// Drives along a stretch.
    mutating func drive(_ stretch: ReferenceRoutes.Stretch, on map: RoadMap) throws(MapError) {
        var drive = WatchedDrive(map: map, parameters: parameters)
        var turns = DrivenTurns(map: map)
        let steps = stretch.steps
        let whole = steps.reduce(0) { $0 + $1.length }
        var start = 0.0
        var fixes = 0
        for number in steps.indices {
            let step = steps[number]
            let record = try map.link(step.link.link)
            let length = record.length.metres.value
            // The car may have driven only the end of the first link.
            let before = number == 0 ? max(length - step.length, 0) : 0
            var shape = Shape()
            try map.appendShape(of: record, to: &shape)
            while distance(ofFix: fixes) < start + step.length {
                let seconds = distance(ofFix: fixes) / Self.speed.value
                let offset = distance(ofFix: fixes) - start
                let along = before + offset
                let place = shape.place(
                    at: Metres(step.link.direction == .forward ? along : length - along))
                var fix = Fix(
                    time: UTCTime(nanoseconds: Int64(seconds * 1e9)), place: place)
                fix.accuracy = Metres(3)
                fix.speed = Self.speed
                // What the client knows before the fix tells it more, once a second.
                let now = Self.moment(seconds)
                if fixes % fixesPerSecond == 0 {
                    drive.advance(to: now)
                    foresight.count(
                        Self.line(in: drive, from: step.link), steps[number...], at: offset,
                        left: whole - start - offset)
                }
                drive.take(.position(.fix(fix)), at: now)
                fixes += 1
            }
            start += step.length
            foresight.drive(step.length)
            try turns.enter(step.link)
            guard number + 1 < steps.count, turns.exits.count > 1,
                turns.exits.contains(where: { $0.link == steps[number + 1].link })
            else { continue }
            drive.advance(to: Self.moment(start / Self.speed.value))
            let line = Self.line(in: drive, from: step.link)
            foresight.decide(line.count > 1 ? line[1] : nil, taken: steps[number + 1].link)
        }
    }

    /// The distance from the start of the stretch at which a fix is, metres.
    private func distance(ofFix number: Int) -> Double {
        Double(number) / Double(fixesPerSecond) * Self.speed.value
    }

    private static func moment(_ seconds: Double) -> MonotonicTime {
        .zero + Nanoseconds(Int64(seconds * 1e9))
    }

    /// The links ahead that the client expects, from a link on; empty if it is not among them.
    private static func line(in drive: WatchedDrive, from link: DirectedLink) -> [DirectedLink] {
        let line = Self.line(in: drive)
        // It begins with links that the car has passed.
        return line.firstIndex(of: link).map { Array(line[$0...]) } ?? []
    }

    /// The links that the client expects, from the first one of the path under the car on.
    private static func line(in drive: WatchedDrive) -> [DirectedLink] {
        let client = drive.client.tree
        var paths: [PathIndex: HorizonPath] = [:]
        for path in drive.engine.tree.paths {
            if let index = drive.engine.pathIndex(of: path.id) { paths[index] = path }
        }
        guard var held = client.root, var path = paths[held.index] else { return [] }
        var line: [DirectedLink] = []
        var number = 0
        while number < path.links.count, line.count < 400 {
            let link = path.links[number]
            line.append(link.link)
            number += 1
            var rest = 1.0
            var best: (probability: Double, held: ReconstructedPath, path: HorizonPath)?
            for stub in held.stubs.items {
                guard let next = client.path(at: stub, of: held), let target = paths[next.index],
                    target.branch?.parent == path.id, target.branch?.offset == link.end
                else { continue }
                let probability = stub.content.relativeProbability.reading.value ?? 0
                rest -= probability
                if best.map({ probability > $0.probability }) ?? true {
                    best = (probability, next, target)
                }
            }
            guard let best, best.probability > rest else { continue }
            (held, path) = (best.held, best.path)
            number = 0
        }
        return line
    }
}
