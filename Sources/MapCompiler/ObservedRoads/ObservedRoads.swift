public import Observations
import Quantities
public import RoadMap
public import RoadMapWriter

/// What observations of many drives add to the links of a map: how often each exit was taken (``RoadMap/ExitCount``) and the
/// average speed.
///
/// ```swift
/// let observed = try ObservedRoads(observations, leastCars: 3)
/// link.attributes += observed.attributes(of: link)
/// ```
/// Roads have stable names, so observations of another edition of the map are as good where a road is the same.
public struct ObservedRoads: Sendable {
    /// The least number of cars of each value.
    public let leastCars: Int
    /// The drives that were observed.
    public let drives: UInt64
    private let roads: [RoadID: RoadObservation]
    /// These roads and their exits.
    private let mentions: Set<RoadID>

    /// The most exits of a road that are counted; junctions of OpenStreetMap have fewer.
    static let mostExits = 16

    /// Observations that are released, or that are released here. Each value has at least so many cars, 1...8.
    public init(_ observations: Observations, leastCars: Int) throws(ObservedRoadsError) {
        if let released = observations.leastCars, released < leastCars {
            throw .released(cars: released, leastCars: leastCars)
        }
        let release = observations.released(leastCars: min(max(leastCars, 1), CarSet.most))
        self.leastCars = release.leastCars ?? leastCars
        drives = release.totals.drives
        roads = release.roads
        var mentions = Set(roads.keys)
        for observation in roads.values { mentions.formUnion(observation.exits.keys) }
        self.mentions = mentions
    }

    /// The attributes of a link in the directions that cars may drive, in a fixed order.
    public func attributes(of link: NewLink) -> [Attribute] {
        var attributes: [Attribute] = []
        for road in Self.roads(of: link) where link.directions.contains(road.direction) {
            guard let observation = roads[road] else { continue }
            let directions: DirectionSet = road.direction == .forward ? .forward : .backward
            func append(_ kind: AttributeKind, _ value: UInt64) {
                attributes.append(
                    Attribute(
                        kind, value, directions: directions, provenance: .observed, from: .zero,
                        to: Centimetres(Int.max)))
            }
            if let speed = observation.medianSpeed {
                let value = (speed.kilometresPerHour * 2).rounded()
                append(
                    .averageSpeed,
                    UInt64(min(max(value, 1), Double(MapFormat.highestAverageSpeed))))
            }
            for exit in Self.counts(observation.exits) {
                append(.exitCount, exit.attributeValue(on: link.way))
            }
        }
        // A link that is full of other attributes stays in the map.
        let room = MapFormat.maximumAttributes - link.attributes.count - link.texts.count
        return Array(attributes.prefix(max(room, 0)))
    }

    /// The names of a link in both directions.
    static func roads(of link: NewLink) -> [RoadID] {
        let id = StableLinkID(
            way: link.way, startNode: link.startNode.id, endNode: link.endNode.id)
        return [RoadID(id, .forward), RoadID(id, .backward)]
    }

    /// The counts of a junction, the most frequent exit first, so that the largest has its place in a map file.
    private static func counts(_ exits: [RoadID: PassCount]) -> [ExitCount] {
        // A way that meets a junction twice in the same direction is one exit for a map.
        var counts: [Way: UInt64] = [:]
        for (exit, passes) in exits {
            counts[Way(id: exit.link.way, direction: exit.direction), default: 0] += UInt64(
                passes.count)
        }
        let sorted = counts.sorted {
            ($1.value, $0.key.id, $0.key.direction.rawValue)
                < ($0.value, $1.key.id, $1.key.direction.rawValue)
        }
        let scale = min(Double(ExitCount.most) / Double(max(sorted.first?.value ?? 1, 1)), 1)
        return sorted.prefix(mostExits).map { way, count in
            ExitCount(
                way: way.id, way.direction, count: Int((Double(count) * scale).rounded()))
        }
    }

    private struct Way: Hashable {
        let id: Int64
        let direction: Direction
    }
}

extension ObservedRoads {
    /// How much of the observations a map has.
    public struct Use: Sendable, Hashable {
        /// The observed roads that the map has.
        public let roads: Int
        /// Those that it does not have, or not for cars.
        public let lostRoads: Int
        /// The passes of turns whose road and exit the map has.
        public let turns: UInt64
        /// The others.
        public let lostTurns: UInt64
    }

    /// The roads of a link that observations mention, in the directions that cars may drive.
    public func mentioned(on link: NewLink) -> [RoadID] {
        Self.roads(of: link).filter {
            link.directions.contains($0.direction) && mentions.contains($0)
        }
    }

    /// How much of the observations a map has. `seen` is ``mentioned(on:)`` of all of its links.
    public func use(by seen: Set<RoadID>) -> Use {
        var (known, turns, lost) = (0, UInt64(0), UInt64(0))
        for (road, observation) in roads {
            let isKnown = seen.contains(road)
            if isKnown { known += 1 }
            for (exit, passes) in observation.exits {
                if isKnown, seen.contains(exit) {
                    turns += UInt64(passes.count)
                } else {
                    lost += UInt64(passes.count)
                }
            }
        }
        return Use(roads: known, lostRoads: roads.count - known, turns: turns, lostTurns: lost)
    }
}

/// The reason why observations cannot be part of a map.
public enum ObservedRoadsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// They were released with fewer cars.
    case released(cars: Int, leastCars: Int)

    /// The error in one line.
    public var description: String {
        switch self {
        case .released(let cars, let least):
            "released with --least-cars \(cars), less than \(least): use --least-cars \(cars)"
        }
    }
}
