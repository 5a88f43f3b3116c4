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

    /// The most scatters that a line is cut for at once.
    static let lanes = 8
    /// The most points of a piece, which keeps the time linear; a longer one is put together again.
    static let longest = 48

    /// Of each point and kind of piece.
    private var arrivals: [Arrivals] = []
    private var fits = PolynomialFits()
    private var count = 0

    /// Cuts a line for each of several standard errors of its points, ascending, at most eight. What a
    /// piece leaves over does not depend on them, so they share the fits of the pieces. ``take(_:)``
    /// tells one.
    mutating func cut(_ line: UnrolledLine, scatters: [Double]) {
        precondition((1...Segmentation.lanes).contains(scatters.count))
        count = line.count
        arrivals.removeAll(keepingCapacity: true)
        arrivals.append(contentsOf: repeatElement(Arrivals(), count: 3 * count))
        guard count >= 2 else { return }
        var weights = SIMD8<Float>(repeating: 1)
        for (lane, scatter) in scatters.enumerated() {
            weights[lane] = Float(1 / (scatter * scatter))
        }
        let search = PieceSearch(
            line: line, prices: prices, weights: weights, scatterCount: scatters.count)
        for start in stride(from: 0, to: count - 1, by: PolynomialFits.starts) {
            fits.fit(
                line, from: start, longest: Segmentation.longest,
                leastWeight: Double(weights[scatters.count - 1]))
            let end = min(start + PolynomialFits.starts, count - 1)
            let fits = fits
            var ways = arrivals.mutableSpan
            for first in start..<end {
                search.extend(from: first, fits, start: first - start, &ways)
            }
        }
    }

    /// Takes the pieces for one of the scatters.
    mutating func take(_ scatter: Int) {
        pieces.removeAll(keepingCapacity: true)
        guard count >= 2 else { return }
        trace(scatter, back: count - 1)
        mergeEqualNeighbours()
    }

    private func cost(_ point: Int, _ kind: Int, _ scatter: Int) -> Float {
        arrivals[3 * point + kind].cost[scatter]
    }

    private mutating func trace(_ scatter: Int, back end: Int) {
        var last = end
        var kind = 0
        for other in 1..<3 where cost(end, other, scatter) < cost(end, kind, scatter) {
            kind = other
        }
        cost = Double(cost(end, kind, scatter))
        while last > 0 {
            guard cost(last, kind, scatter) < .infinity, let known = PieceKind(rawValue: kind)
            else { break }
            let number = arrivals[3 * last + kind].origin[scatter]
            let origin = Arrivals.Origin(number: number)
            pieces.append(
                RoadPiece(
                    kind: known, first: origin.start, last: last,
                    startsAtCorner: origin.startsAtCorner,
                    continuesCurvature: origin.continuesCurvature))
            kind = origin.kindBefore
            last = origin.start
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
