import Geodesy
import Quantities
import RoadMap
import Routing

/// A place where the vehicle may be: the nearest place to a fix on a link, in one driving direction.
struct Candidate {
    /// The place.
    var place: LinkPlace
    /// The coordinate of the place.
    var coordinate: Coordinate
    /// The driving direction there, a unit vector.
    var bearing: PlanarVector
    /// The vector from the place to the fix, metres east and north.
    var residual: PlanarVector
    /// The length of the residual, metres.
    var distance: Double
    /// Whether the fix lies beyond the end of the link.
    var isBeyondEnd: Bool
    /// The layer of the road there; 0 if the map has none.
    var layer: Int
    /// The length of the link, metres.
    var length: Double
    /// The node where the vehicle enters the link.
    var entry: NodeReference
    /// The node where the vehicle leaves the link.
    var exit: NodeReference
    /// The log-likelihood of the distance, in full.
    var distanceLog: Double
    /// The log-likelihood of everything but the distance.
    var otherLog: Double
    /// The log-likelihood of the fix here, without the fixes before.
    var logLikelihood: Double
}

extension Candidate {
    /// Another fix of a vehicle that stands here, so far from the last one. How far along the road the vehicle stands
    /// no fix shows, beyond the end of the link neither: the residual stays across it.
    func shifted(by step: PlanarVector) -> Candidate {
        var shifted = self
        let residual = residual + step
        shifted.residual = residual - bearing * residual.dot(bearing)
        shifted.isBeyondEnd = false
        shifted.distance = shifted.residual.length
        (shifted.distanceLog, shifted.otherLog, shifted.logLikelihood) = (0, 0, 0)
        return shifted
    }

    /// Whether another candidate's road lies above this one, at most `limit` metres aside.
    func isBelow(_ other: Candidate, within limit: Double) -> Bool {
        other.layer > layer && (residual - other.residual).length < limit
    }

    /// The place with the nodes of its link.
    var road: RoadPlace { RoadPlace(place: place, length: length, entry: entry, exit: exit) }

    /// Whether less than `limit` metres of road lie between two places, with one node between them.
    func isSamePlace(as other: Candidate, within limit: Double) -> Bool {
        road.isSamePlace(as: other.road, within: limit)
    }

    /// Whether this road begins where another one ends, with less than `limit` metres of road between the
    /// two places.
    func follows(_ other: Candidate, within limit: Double) -> Bool {
        road.follows(other.road, within: limit)
    }
}
