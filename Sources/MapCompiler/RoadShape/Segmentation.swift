/// Cuts an unrolled line into straights, arcs and clothoids. It finds the cheapest cut by dynamic
/// programming over the points (Bellman 1961). Each piece is fitted alone here. Two pieces with
/// different headings at their border add a cost, as does a corner. ``PieceFit`` connects them
/// exactly.
struct Segmentation {
    var prices = PiecePrices()
    /// The pieces of the last line, in order.
    private(set) var pieces: [RoadPiece] = []
    /// Their total cost.
    private(set) var cost = 0.0

    /// The number of their parameters: offset and heading of the first, the bend of each, and
    /// borders.
    var parameterCount: Int {
        pieces.reduce(1) {
            $0 + ($1.kind == .straight ? 1 : 2) + ($1.startsAtCorner ? 1 : 0)
                + ($1.kind == .clothoid && !$1.continuesCurvature ? 1 : 0)
        }
    }

    /// The largest number of scatters for one cut.
    static let lanes = 8
    /// The most points of a piece, which keeps the time linear; a longer piece is joined again.
    static let longest = 48

    /// Of each point and kind of piece.
    private var arrivals: [Arrivals] = []
    private var fits = PolynomialFits()
    private var count = 0

    /// Cuts a line for each of several standard errors of its points, ascending, at most eight. The
    /// residuals of a piece do not depend on them, so they share the fits of the pieces.
    /// ``take(_:)`` returns one of the cuts.
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

    /// Joins pieces that were cut only because of their length.
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
