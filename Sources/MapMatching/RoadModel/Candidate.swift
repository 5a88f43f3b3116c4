import Geodesy
import Quantities
import RoadMap
import Routing

/// A place where the car may be: the nearest one to a fix on a link, driven in one direction.
struct Candidate {
    /// The place.
    var place: LinkPlace
    /// Its coordinate.
    var coordinate: Coordinate
    /// The direction of the road there, as driven.
    var bearing: PlanarVector
    /// From it to the fix, metres east and north.
    var residual: PlanarVector
    /// How far the fix is from it, metres.
    var distance: Double
    /// Whether the fix lies beyond the end of the link.
    var isBeyondEnd: Bool
    /// The layer of the road there, 0 where the map names none.
    var layer: Int
    /// The link's length, metres.
    var length: Double
    /// The node where one enters the link.
    var entry: NodeReference
    /// The node where one leaves the link.
    var exit: NodeReference
    /// The part of the likelihood below that is the distance's, in full …
    var distanceLog: Double
    /// … and the one that does not hang on it.
    var otherLog: Double
    /// The logarithm of how likely the fix is here, by itself.
    var logLikelihood: Double
}

extension Candidate {
    /// Whether another one's road lies above its, at most so many metres aside.
    func isBelow(_ other: Candidate, within limit: Double) -> Bool {
        other.layer > layer && (residual - other.residual).length < limit
    }

    /// Whether the way along the road from one of two places to the other is no longer than so many
    /// metres, over one node at most.
    func isBeside(_ other: Candidate, within limit: Double) -> Bool {
        follows(other, within: limit) || other.follows(self, within: limit)
    }

    /// Whether its road begins where another one's ends, with no more than so many metres of road between
    /// the two places.
    func follows(_ other: Candidate, within limit: Double) -> Bool {
        other.exit == entry && other.place.link != place.link.reversed
            && other.length - other.place.offset.value + place.offset.value < limit
    }
}
