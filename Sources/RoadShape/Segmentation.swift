/// Cuts a rolled out line into straights, arcs and clothoids: the cheapest way to cut it, by dynamic
/// programming over its points (Bellman 1961). Each piece is fitted on its own here, and two that meet
/// with different headings pay for it or for a corner; what holds them together exactly is left to
/// ``PieceFit``.
struct Segmentation {
    var prices = PiecePrices()
    /// The pieces of the last line, in order.
    private(set) var pieces: [RoadPiece] = []
    /// What they cost together.
    private(set) var cost = 0.0

    /// How many numbers describe them: offset and heading of the first, what bends each, and borders.
    var parameterCount: Int {
        pieces.reduce(1) {
            $0 + ($1.kind == .straight ? 1 : 2) + ($1.startsAtCorner ? 1 : 0)
                + ($1.kind == .clothoid && !$1.continuesCurvature ? 1 : 0)
        }
    }

    /// The cheapest way to a point with a last piece of one kind.
    private struct Arrival {
        var cost = Double.infinity
        var start: Int32 = -1
        var kindBefore: Int8 = 0
        var startsAtCorner = false
        var continuesCurvature = false
        /// Heading and curvature at the end, and the variance of the heading for points of one metre.
        var heading = 0.0
        var curvature = 0.0
        var variance = 0.0
    }

    /// Of each point, kind of piece and scatter, the scatter running fastest.
    private var arrivals: [Arrival] = []
    /// Of each scatter the reciprocal of its square.
    private var weights: [Double] = []
    /// Of each scatter the cheapest arrival at the point that pieces start from.
    private var cheapest: [Double] = []
    private var count = 0

    /// The most points of a piece, which keeps the time linear; a longer one is put together again.
    private static let longest = 48

    /// Cuts a line for each of several standard errors of its points, ascending. What a piece leaves
    /// over does not depend on them, so they share the fits of the pieces. ``take(_:)`` tells one.
    mutating func cut(_ line: UnrolledLine, scatters: [Double]) {
        count = line.count
        weights.removeAll(keepingCapacity: true)
        for scatter in scatters { weights.append(1 / (scatter * scatter)) }
        arrivals.removeAll(keepingCapacity: true)
        arrivals.append(
            contentsOf: repeatElement(Arrival(), count: 3 * count * scatters.count))
        guard count >= 2 else { return }
        for first in 0..<count - 1 { extend(from: first, line) }
    }

    /// Takes the pieces for one of the scatters.
    mutating func take(_ scatter: Int) {
        pieces.removeAll(keepingCapacity: true)
        guard count >= 2 else { return }
        trace(scatter, back: count - 1)
        mergeEqualNeighbours()
    }

    private func place(_ point: Int, _ kind: Int, _ scatter: Int) -> Int {
        (3 * point + kind) * weights.count + scatter
    }

    private mutating func findCheapest(at first: Int) {
        cheapest.removeAll(keepingCapacity: true)
        for scatter in weights.indices {
            var least = first == 0 ? 0 : Double.infinity
            for kind in 0..<3 where first > 0 {
                least = min(least, arrivals[place(first, kind, scatter)].cost)
            }
            cheapest.append(least)
        }
    }

    private mutating func extend(from first: Int, _ line: UnrolledLine) {
        findCheapest(at: first)
        var fit = PolynomialFit()
        let origin = line.along[first]
        let height = line.across[first]
        let heading = line.headings[first]
        var longestChord = 0.0
        // The least scatter for which a longer piece may still fit.
        var least = 0
        fit.add(along: 0, across: 0)
        for last in (first + 1)..<min(line.count, first + Segmentation.longest) {
            let along = line.along[last] - origin
            fit.add(along: along, across: line.across[last] - height - heading * along)
            longestChord = max(longestChord, line.chords[last - 1])
            let points = last - first + 1
            let span = Span(first: first, last: last, length: along, least: least)
            consider(
                .straight, span, line, prices.piece, fit.lineResidual,
                fit.derivatives(degree: 1, at: along), points < 3 ? 2 : 12 / Double(points))
            guard points >= 3, let curvature = fit.curvature else { continue }
            let sagitta = abs(curvature.value) * longestChord * longestChord / 8
            if sagitta < prices.farthestChord {
                consider(
                    .arc, span, line, prices.piece + prices.arc, fit.parabolaResidual,
                    fit.derivatives(degree: 2, at: along),
                    points < 4 ? 26 : 192 / Double(points))
            }
            if points >= 5 {
                let ends = fit.derivatives(degree: 3, at: along)
                let bend = max(abs(ends.startCurvature), abs(ends.endCurvature))
                if bend * longestChord * longestChord / 8 < prices.farthestChord {
                    consider(
                        .clothoid, span, line, prices.piece + prices.clothoid, fit.cubicResidual,
                        ends, 1200 / Double(points))
                }
            }
            // What no cubic fits by now no piece will fit further on.
            let most = 40 + 3 * Double(points)
            while least < weights.count, fit.cubicResidual * weights[least] > most { least += 1 }
            if least == weights.count { break }
        }
    }

    /// Two points of the line and the way between them, and the least scatter that is looked at.
    private struct Span {
        var first: Int
        var last: Int
        var length: Double
        var least: Int
    }

    private mutating func consider(
        _ kind: PieceKind, _ span: Span, _ line: UnrolledLine, _ price: Double, _ residual: Double,
        _ ends: FittedEnds, _ variance: Double
    ) {
        let first = span.first
        let ownVariance = variance / (span.length * span.length)
        let heading = line.headings[first]
        for scatter in span.least..<weights.count {
            let own = price + residual * weights[scatter]
            let place = place(span.last, kind.rawValue, scatter)
            guard cheapest[scatter] + own < arrivals[place].cost else { continue }
            var found = arrivals[place]
            if first == 0 {
                found.cost = own
                found.startsAtCorner = false
                found.continuesCurvature = false
            } else {
                let room = min(line.chords[first - 1], line.chords[first]) / 4
                guard
                    join(
                        &found, kind, first, scatter, own: own, ends, ownVariance,
                        heading: heading, room: room)
                else { continue }
            }
            found.start = Int32(first)
            found.heading = heading + ends.endHeading
            found.curvature = ends.endCurvature
            found.variance = ownVariance
            arrivals[place] = found
        }
    }

    /// Joins a piece to the cheapest of those that end where it starts; false where what is known is
    /// cheaper.
    @inline(__always)
    private func join(
        _ found: inout Arrival, _ kind: PieceKind, _ first: Int, _ scatter: Int, own: Double,
        _ ends: FittedEnds, _ ownVariance: Double, heading: Double, room: Double
    ) -> Bool {
        var isBetter = false
        for before in 0..<3 {
            let arrival = arrivals[place(first, before, scatter)]
            guard arrival.cost + own < found.cost else { continue }
            // Where one piece goes over into the next is not exactly at the point.
            let slack = room * abs(ends.startCurvature - arrival.curvature)
            let turn = heading + ends.startHeading - arrival.heading
            let doubt = (arrival.variance + ownVariance) / weights[scatter] + slack * slack
            let smooth = turn * turn / doubt
            let isCorner = smooth > prices.corner
            var cost = arrival.cost + own + (isCorner ? prices.corner : smooth)
            var continues = false
            if !isCorner, kind == .clothoid || before == PieceKind.clothoid.rawValue {
                let step = ends.startCurvature - arrival.curvature
                let most = max(
                    max(abs(ends.startCurvature), abs(ends.endCurvature)),
                    abs(arrival.curvature))
                continues = abs(step) < 0.4 * most
                if !continues { cost += prices.step }
            }
            guard cost < found.cost else { continue }
            found.cost = cost
            found.kindBefore = Int8(before)
            found.startsAtCorner = isCorner
            found.continuesCurvature = continues
            isBetter = true
        }
        return isBetter
    }

    private mutating func trace(_ scatter: Int, back end: Int) {
        var last = end
        var kind = 0
        for other in 1..<3
        where arrivals[place(end, other, scatter)].cost < arrivals[place(end, kind, scatter)].cost {
            kind = other
        }
        cost = arrivals[place(end, kind, scatter)].cost
        while last > 0 {
            let arrival = arrivals[place(last, kind, scatter)]
            let first = Int(arrival.start)
            guard let known = PieceKind(rawValue: kind), first >= 0 else { break }
            pieces.append(
                RoadPiece(
                    kind: known, first: first, last: last, startsAtCorner: arrival.startsAtCorner,
                    continuesCurvature: arrival.continuesCurvature))
            kind = Int(arrival.kindBefore)
            last = first
        }
        pieces.reverse()
    }

    /// Puts together what was only cut because it is long.
    private mutating func mergeEqualNeighbours() {
        var kept = 0
        var isCut = false
        for index in pieces.indices {
            let piece = pieces[index]
            defer { isCut = piece.last - piece.first == Segmentation.longest - 1 }
            guard index > 0 else { continue }
            if isCut, piece.kind == pieces[kept].kind, !piece.startsAtCorner {
                pieces[kept].last = piece.last
            } else {
                kept += 1
                pieces[kept] = piece
            }
        }
        if !pieces.isEmpty { pieces.removeSubrange((kept + 1)...) }
    }
}
