import Geodesy
import Quantities
import RoadMap
import Routing

/// Finds the candidates of a fix. Keeps its memory.
struct CandidateSearch {
    private var shape = Shape()
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
        try map.forEachLink(in: frame.box(radius: radius)) { (link) throws(MapError) in
            guard !link.directions.isEmpty else { return }
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            guard let nearest = shape.nearest(in: frame), nearest.distanceSquared <= farthest
            else { return }
            let length = link.length.metres
            let along = min(max(nearest.along, .zero), length)
            let coordinate = shape.place(at: nearest.along)
            let residual = frame.project(coordinate) * -1
            let isBeyondEnd = along.value < Self.end || along > length - Metres(Self.end)
            let reach = nearest.direction.length
            guard reach > 0 else { return }
            let isInTunnel = try map.isTunnel(link, at: along)
            for direction in Direction.allCases where link.directions.contains(direction) {
                let isForward = direction == .forward
                let bearing = nearest.direction * ((isForward ? 1 : -1) / reach)
                let distance = nearest.distanceSquared.squareRoot()
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

extension RoadMap {
    /// Whether a link is known to run through a tunnel so far along its line.
    fileprivate func isTunnel(_ link: Link, at along: Metres) throws(MapError) -> Bool {
        var isTunnel = false
        try forEachAttribute(of: link) { attribute in
            guard attribute.kind == .tunnel, attribute.value == 1 else { return }
            if attribute.from.metres <= along, along <= attribute.to.metres { isTunnel = true }
        }
        return isTunnel
    }
}
