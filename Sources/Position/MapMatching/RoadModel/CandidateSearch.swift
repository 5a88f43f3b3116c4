import Geodesy
import Quantities
import RoadMap
import Routing

/// Finds the candidates of a fix. It keeps its memory.
struct CandidateSearch {
    private var nearby: NearbyRoads
    /// A place within this distance of the end of a link is at the end, metres: lengths are rounded.
    private static let end = 0.02

    /// The steps of work (``/RoadMap/RoadMap/maximumSteps``) of a road near a fix, besides its points.
    private static let steps = 20

    init(_ parameters: MatchingParameters) { nearby = NearbyRoads(parameters) }

    /// Fills `candidates` with the `limit` most likely places near the origin of a frame, in the order of
    /// the map file.
    mutating func fill(
        _ candidates: inout [Candidate],
        around frame: LocalFrame,
        on map: RoadMap,
        model: EmissionModel,
        limit: Int
    ) throws(MapError) {
        candidates.removeAll(keepingCapacity: true)
        let radius = model.searchRadius
        let farthest = radius.value * radius.value
        let box = frame.box(radius: radius)
        try nearby.read(around: frame, radius: radius, on: map)
        for index in nearby.roads.indices where nearby.roads[index].line.bounds.intersects(box) {
            let link = nearby.roads[index].link
            try map.charge(Self.steps + nearby.roads[index].line.count / 4)
            guard !link.directions.isEmpty,
                let nearest = nearby.lines.nearest(on: nearby.roads[index].line, in: frame),
                nearest.distanceSquared <= farthest
            else { continue }
            let traits = nearby.roads[index].traits
            let length = link.length.metres
            let along = min(max(nearest.along, .zero), length)
            let coordinate = nearby.lines.place(of: nearest)
            let residual = frame.project(coordinate) * -1
            let isBeyondEnd = along.value < Self.end || along > length - Metres(Self.end)
            let reach = nearest.direction.length
            guard reach > 0 else { continue }
            let distance = nearest.distanceSquared.squareRoot()
            let distanceLog = model.distanceLog(distance, width: traits.width)
            let isInTunnel = traits.hasTunnel ? try map.isTunnel(link, at: along) : false
            let layer = traits.hasLayer ? try map.layer(link, at: along) : 0
            for direction in Direction.allCases where link.directions.contains(direction) {
                let isForward = direction == .forward
                let bearing = nearest.direction * ((isForward ? 1 : -1) / reach)
                let otherLog = model.otherLog(bearing, isInTunnel: isInTunnel)
                let candidate = Candidate(
                    place: LinkPlace(
                        DirectedLink(link.reference, direction),
                        offset: link.offset(along, in: direction)
                    ),
                    coordinate: coordinate,
                    bearing: bearing,
                    residual: residual,
                    distance: distance,
                    isBeyondEnd: isBeyondEnd,
                    layer: layer,
                    length: length.value,
                    entry: link.entry(direction),
                    exit: link.exit(direction),
                    distanceLog: distanceLog,
                    otherLog: otherLog,
                    logLikelihood: distanceLog + otherLog
                )
                Self.keep(candidate, in: &candidates, limit: limit)
            }
        }
    }

    /// The distances from the origin of a frame to the nearest ferry line and the nearest parking
    /// aisle; `nil` beyond the radius.
    mutating func distancesOffRoad(
        from frame: LocalFrame, within radius: Metres, on map: RoadMap
    ) throws(MapError) -> (ferry: Metres?, carPark: Metres?) {
        let box = frame.box(radius: radius)
        try nearby.read(around: frame, radius: radius, on: map)
        var ferry: Metres?
        var carPark: Metres?
        for road in nearby.roads
        where (road.traits.isFerry || road.traits.isCarPark) && road.line.bounds.intersects(box) {
            try map.charge(Self.steps + road.line.count / 4)
            guard let nearest = nearby.lines.nearest(on: road.line, in: frame) else { continue }
            let distance = Metres(nearest.distanceSquared.squareRoot())
            guard distance <= radius else { continue }
            if road.traits.isFerry { ferry = min(ferry ?? distance, distance) }
            if road.traits.isCarPark { carPark = min(carPark ?? distance, distance) }
        }
        return (ferry, carPark)
    }

    /// Adds a candidate. If the list is full, it replaces the least likely one.
    private static func keep(_ candidate: Candidate, in candidates: inout [Candidate], limit: Int) {
        guard candidates.count >= limit else {
            candidates.append(candidate)
            return
        }
        var worst = 0
        for index in candidates.indices
        where candidates[index].logLikelihood < candidates[worst].logLikelihood {
            worst = index
        }
        if candidate.logLikelihood > candidates[worst].logLikelihood {
            candidates[worst] = candidate
        }
    }
}
