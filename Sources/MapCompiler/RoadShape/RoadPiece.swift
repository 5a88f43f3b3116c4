/// The shape of a stretch of road.
enum PieceKind: Int {
    case straight = 0
    case arc = 1
    /// The curvature changes evenly: a transition between two of the others.
    case clothoid = 2
}

/// A stretch of a line with one shape, from one of the line's points to a later one. Neighbours
/// share a point.
struct RoadPiece {
    var kind: PieceKind
    /// The index of its first point.
    var first: Int
    /// The index of its last point.
    var last: Int
    /// Whether the road has a corner at its first point, instead of a smooth transition from the
    /// previous piece.
    var startsAtCorner: Bool
    /// Whether it takes the curvature of the piece before over at its first point; one of the two is a
    /// clothoid.
    var continuesCurvature = false
}

/// The improvement of a fit that is needed before a line is assumed to be more than a straight. All
/// are in the unit of squared residuals over the variance of a point.
///
/// Their sizes are those of the Bayesian information criterion for lines of some ten points (Schwarz
/// 1978; a free parameter costs about ln n, and a border has several places to choose from), set by
/// `tools/measure geometry` where straights are called straight.
struct PiecePrices {
    /// Another piece.
    var piece: Float = 6
    /// An arc instead of a straight.
    var arc: Float = 6
    /// A clothoid instead of a straight.
    var clothoid: Float = 9
    /// A corner between two pieces.
    var corner: Float = 10
    /// A step in the curvature beside a clothoid, which is there to avoid it.
    var step: Float = 6
    /// How far the middle of an arc's chord may lie inside of it, in metres: a mapper who draws a bend
    /// sees a larger one. Two chords that would need more meet in a corner.
    var farthestChord = 4.0
}
