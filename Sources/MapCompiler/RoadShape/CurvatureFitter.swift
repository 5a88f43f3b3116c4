public import Geodesy

/// Fits the curvature of a road to a line that a mapper drew along it.
///
/// The line is unrolled and cut into straights, arcs and clothoids. Each piece is fitted together
/// with its neighbours. The scatter of the points is estimated from the line itself.
///
/// Keep and reuse a value: its buffers grow to the longest line. Equal lines give equal profiles,
/// whatever it fitted before.
public struct CurvatureFitter {
    /// The known scatter of drawings before the fit.
    public struct Scatter: Sendable {
        /// How far points lie from the road's middle, standard deviation in metres.
        public var expected = 1.2
        /// The standard deviation of its natural logarithm.
        public var spread = 0.7
        /// The weight of the expectation, as a number of points.
        public var weight = 3.0
        /// The scatters to try, ascending.
        public var candidates = [0.3, 0.45, 0.65, 0.95, 1.4, 2.0, 2.8]
    }

    /// What is known of the drawing.
    public var scatter = Scatter()
    /// The scatter of the last line, in metres.
    public private(set) var foundScatter = 0.0

    private var line = UnrolledLine()
    private var segmentation = Segmentation()
    private var fit = PieceFit()
    private var fits = PolynomialFits()
    private var knots: [Knot] = []

    /// A value on the rolled out line.
    private struct Knot {
        var along: Double
        var curvature: Double
        var error: Double
    }

    /// A fitter with nothing to set.
    public init() {}

    /// The curvature along a line of places in a flat frame, without equal neighbours. Fewer than
    /// two points give no profile points. The result may stop after the point `last` to save time.
    public mutating func fit(
        _ points: [PlanarVector], upTo last: Int? = nil
    ) -> CurvatureProfile {
        guard points.count >= 2 else { return CurvatureProfile() }
        line.take(points)
        cutWithItsScatter()
        assemble(upTo: last.map { line.along[$0] + 0.01 } ?? .infinity)
        return onChords()
    }

    /// Cuts the line for several scatters and chooses the likeliest. A larger scatter explains
    /// every bend, but each point adds to its cost.
    private mutating func cutWithItsScatter() {
        segmentation.cut(line, scatters: scatter.candidates)
        var best = (cost: Double.infinity, number: 0)
        for (number, candidate) in scatter.candidates.enumerated() {
            segmentation.take(number)
            let doubt = logarithm(candidate / scatter.expected) / scatter.spread
            let free = Double(max(line.count - segmentation.parameterCount, 0))
            let cost = segmentation.cost + 2 * free * logarithm(candidate) + doubt * doubt
            if cost < best.cost { best = (cost, number) }
        }
        foundScatter = scatter.candidates[best.number]
        if best.number != scatter.candidates.count - 1 { segmentation.take(best.number) }
        let free = Double(max(line.count - segmentation.parameterCount, 0))
        let variance =
            (scatter.weight * scatter.expected * scatter.expected
                + free * foundScatter * foundScatter) / (scatter.weight + free)
        foundScatter = variance.squareRoot()
        coverage = 1.645 + 2 / (scatter.weight + free)
    }

    /// Ninety per cent lie within so many standard errors of a point: 1.645 if the scatter is well
    /// known, more if it comes from few points (an approximation of Student's t).
    private var coverage = 1.645

    private mutating func assemble(upTo end: Double) {
        knots.removeAll(keepingCapacity: true)
        let pieces = segmentation.pieces
        var before = Border()
        for index in pieces.indices {
            if let knot = knots.last, knot.along > end { return }
            fit.fit(index, of: pieces, line, scatter: foundScatter)
            let ends = ends(of: pieces[index])
            if index == 0 {
                let error = errorAtEnd(of: pieces[index], chord: 0, ends.0)
                knots.append(Knot(along: 0, curvature: ends.0.curvature, error: error))
                if error > ends.0.error {
                    let chord = line.along[1]
                    knots.append(
                        Knot(along: 0.9 * chord, curvature: ends.0.curvature, error: error))
                    knots.append(
                        Knot(along: chord, curvature: ends.0.curvature, error: ends.0.error))
                }
            } else {
                append(before, fit.from, to: ends.0, piece: pieces[index])
            }
            before = Border(
                place: fit.to, corner: fit.corner, curvature: ends.1.curvature,
                error: ends.1.error, piece: pieces[index])
        }
        let length = line.along[line.count - 1]
        let last = Knot(along: length, curvature: before.curvature, error: before.error)
        let error = errorAtEnd(of: before.piece, chord: line.chords.count - 1, last)
        if error > last.error {
            let start = line.along[line.count - 2]
            knots.append(Knot(along: start, curvature: last.curvature, error: last.error))
            knots.append(
                Knot(
                    along: start + 0.1 * (length - start), curvature: last.curvature, error: error))
        }
        knots.append(Knot(along: length, curvature: last.curvature, error: error))
    }

    /// The error on the first or last chord of the line. If an arc ends at the chord's inner point,
    /// the outer point is off by half the square of the chord times the curvature. If that is at
    /// most the scatter of two points, the road may be straight there.
    private func errorAtEnd(of piece: RoadPiece, chord: Int, _ knot: Knot) -> Double {
        guard piece.kind == .arc else { return knot.error }
        let length = line.chords[chord]
        let size = abs(knot.curvature)
        let isSeen = size * length * length / 2 > coverage * foundScatter * 2.0.squareRoot()
        return isSeen ? knot.error : max(knot.error, size)
    }

    /// The end of a piece.
    private struct Border {
        var place = (value: 0.0, error: 0.0)
        var corner = (value: 0.0, error: 0.0)
        var curvature = 0.0
        var error = 0.0
        var piece = RoadPiece(kind: .straight, first: 0, last: 0, startsAtCorner: false)
    }

    private mutating func ends(of piece: RoadPiece) -> (Knot, Knot) {
        if piece.kind == .straight {
            let error = errorOfStraight(piece)
            let knot = Knot(along: 0, curvature: 0, error: error)
            return (knot, knot)
        }
        let length = fit.to.value - fit.from.value
        let change = abs(fit.end.value - fit.start.value)
        let chord = length / Double(piece.last - piece.first)
        func knot(_ value: (value: Double, error: Double)) -> Knot {
            // The stretch on which the curvature is about that of this end.
            let own = change > 0 ? min(0.4 * abs(value.value) / change, 1) * length : length
            let least = min(
                CurvatureFitter.threePoints * foundScatter / max(own * own, 1), abs(value.value))
            let across = coverage * foundScatter * value.error
            // Points scatter along the road too, so that the stretch may be longer or shorter.
            let along = coverage * foundScatter * (2 / max(own * own, 1)).squareRoot()
            // Zigzag makes chords longer by this share, and the road flatter.
            let zigzag = foundScatter * foundScatter / (chord * chord)
            let size = abs(value.value)
            let error =
                (across * across + size * size * along * along).squareRoot()
                + size * min(zigzag, 1)
            return Knot(along: 0, curvature: value.value, error: max(error, least))
        }
        return (knot(fit.start), knot(fit.end))
    }

    /// The accuracy of a stretch is at most that of three points of its own, however many it has:
    /// consecutive points share their error. The curvature from the ends and the middle of a
    /// stretch of one metre has a standard error of 8 √1.5 for points of one metre.
    private static let threePoints = 20.0

    /// The largest invisible bend of a straight.
    private mutating func errorOfStraight(_ piece: RoadPiece) -> Double {
        if piece.last - piece.first >= 2,
            let curvature = PolynomialFit(line, from: piece.first, to: piece.last, in: &fits)
                .curvature
        {
            return abs(curvature.value) + 0.78 * coverage * foundScatter * curvature.error
        }
        // One chord may hide a sagitta that a mapper does not see.
        let length = line.along[piece.last] - line.along[piece.first]
        return 8 * (0.5 + foundScatter) / (length * length)
    }

    /// The transition from one piece to the next.
    private mutating func append(
        _ before: Border, _ from: (value: Double, error: Double), to after: Knot, piece: RoadPiece
    ) {
        let place = (before.place.value + from.value) / 2
        let room = min(
            place - (knots.last?.along ?? 0),
            line.along[piece.last] - place
        )
        let point = piece.first
        if piece.startsAtCorner {
            let angle = before.corner.value
            let chords = min(line.chords[point - 1], line.chords[point])
            let width = min(chords, 16 / max(abs(angle), 1e-6), 1.8 * room)
            let top = 2 * angle / width
            let isSure = abs(angle) > 2 * foundScatter * before.corner.error
            knots.append(
                Knot(
                    along: place - width / 2, curvature: before.curvature, error: before.error))
            knots.append(
                Knot(
                    along: place, curvature: isSure ? top : 0,
                    error: max(abs(top), before.error, after.error)))
            knots.append(
                Knot(along: place + width / 2, curvature: after.curvature, error: after.error))
            return
        }
        let step = after.curvature - before.curvature
        if piece.continuesCurvature {
            knots.append(
                Knot(
                    along: place, curvature: after.curvature, error: max(before.error, after.error))
            )
            return
        }
        let doubt = foundScatter * (before.place.error + from.error) / 2
        let half = min(max(0.5 * doubt, 0.5), 0.4 * room)
        // A transition of this length moves the arc by so little that the points do not show it.
        let transition = (96 * foundScatter / max(abs(step), 1e-6)).squareRoot()
        let reach = min(max(transition / 2, 3 * doubt, 2 * half), 0.9 * room)
        let error = max(before.error, after.error, abs(step))
        knots.append(
            Knot(along: place - reach, curvature: before.curvature, error: before.error))
        knots.append(Knot(along: place - half, curvature: before.curvature, error: error))
        knots.append(Knot(along: place + half, curvature: after.curvature, error: error))
        knots.append(Knot(along: place + reach, curvature: after.curvature, error: after.error))
    }

    /// The knots along the chords instead of the curve, in order.
    private func onChords() -> CurvatureProfile {
        var profile = CurvatureProfile()
        profile.spots.reserveCapacity(knots.count)
        var chord = 0
        var walked = 0.0
        var last = -1.0
        for knot in knots {
            while chord < line.chords.count - 1, knot.along > line.along[chord + 1] {
                walked += line.chords[chord]
                chord += 1
            }
            let span = line.along[chord + 1] - line.along[chord]
            let fraction = min(max((knot.along - line.along[chord]) / span, 0), 1)
            let along = walked + fraction * line.chords[chord]
            guard along > last else { continue }
            profile.spots.append(
                .init(along: along, curvature: knot.curvature, error: knot.error))
            last = along
        }
        return profile
    }
}
