import Geodesy
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@testable import MapMatching

extension Candidate {
    /// A candidate of nowhere in particular, seen from a fix so many metres east and north of it, on a road
    /// that leads by a unit vector.
    static func handMade(
        _ residual: PlanarVector, along bearing: PlanarVector = PlanarVector(x: 1, y: 0),
        isBeyondEnd: Bool = false
    ) throws -> Candidate {
        let link = LinkReference(block: 0, index: 0)
        return Candidate(
            place: LinkPlace(DirectedLink(link, .forward), offset: .zero),
            coordinate: try #require(Coordinate(latitude: 0, longitude: 0)), bearing: bearing,
            residual: residual, distance: residual.length, isBeyondEnd: isBeyondEnd, layer: 0,
            length: 100, entry: NodeReference(block: 0, index: 0),
            exit: NodeReference(block: 0, index: 1), distanceLog: 0, otherLog: 0,
            logLikelihood: 0)
    }
}
