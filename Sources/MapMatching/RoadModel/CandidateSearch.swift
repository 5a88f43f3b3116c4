import Geodesy
import Quantities
import RoadMap
import Routing

/// Finds the candidates of a fix. Keeps its memory.
struct CandidateSearch {
    private var nearby = NearbyRoads()
    /// A place so near the end of a link is at its end, metres: lengths are rounded.
    private static let end = 0.02

    init() {}

    /// Fills `candidates` with the places near a coordinate that the model finds most likely, in the
    /// order of the file, at most as many as the parameters allow.
    mutating func fill(
        _ candidates: inout [Candidate],
        around place: Coordinate,
        on map: RoadMap,
        model: EmissionModel,
        limit: Int
    ) throws(MapError) {
        candidates.removeAll(keepingCapacity: true)
        let frame = LocalFrame(around: place)
        let radius = model.searchRadius
        let farthest = radius.value * radius.value
        let box = frame.box(radius: radius)
        try nearby.read(around: frame, radius: radius, on: map)
        for index in nearby.roads.indices where nearby.roads[index].line.bounds.intersects(box) {
            guard let nearest = nearby.lines.nearest(on: nearby.roads[index].line, in: frame),
                nearest.distanceSquared <= farthest
            else { continue }
            let link = nearby.roads[index].link
            let length = link.length.metres
            let along = min(max(nearest.along, .zero), length)
            let coordinate = nearby.lines.place(of: nearest)
            let residual = frame.project(coordinate) * -1
            let isBeyondEnd = along.value < Self.end || along > length - Metres(Self.end)
            let reach = nearest.direction.length
            guard reach > 0 else { continue }
            let distance = nearest.distanceSquared.squareRoot()
            let isInTunnel =
                nearby.roads[index].hasTunnel ? try map.isTunnel(link, at: along) : false
            for direction in Direction.allCases where link.directions.contains(direction) {
                let isForward = direction == .forward
                let bearing = nearest.direction * ((isForward ? 1 : -1) / reach)
                let candidate = Candidate(
                    place: LinkPlace(
                        DirectedLink(link.reference, direction),
                        offset: isForward ? along : length - along
                    ),
                    coordinate: coordinate,
                    bearing: bearing,
                    residual: residual,
                    distance: distance,
                    isBeyondEnd: isBeyondEnd,
                    length: length.value,
                    entry: link.entry(direction),
                    exit: link.exit(direction),
                    isInTunnel: isInTunnel,
                    logLikelihood: model.logLikelihood(
                        distance: distance, bearing: bearing, isInTunnel: isInTunnel)
                )
                Self.keep(candidate, in: &candidates, limit: limit)
            }
        }
    }

    /// Adds a candidate, in place of the least likely one where there is no room.
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
