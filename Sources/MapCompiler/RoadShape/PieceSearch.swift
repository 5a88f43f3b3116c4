/// The cheapest cuts up to a point with a last piece of one kind, one scatter in each lane.
struct Arrivals {
    var cost = SIMD8<Float>(repeating: .infinity)
    /// Heading and curvature at the end, and the variance of the heading for points of one metre.
    var heading = SIMD8<Float>(repeating: 0)
    var curvature = SIMD8<Float>(repeating: 0)
    var variance = SIMD8<Float>(repeating: 0)
    /// The origin of the last piece, ``Origin`` as a number.
    var origin = SIMD8<Int32>(repeating: 0)

    /// What the last piece starts from.
    struct Origin {
        var start: Int
        var kindBefore: Int
        var startsAtCorner: Bool
        var continuesCurvature: Bool

        static let corner: Int32 = 1
        static let continued: Int32 = 2

        /// The number of a piece that neither starts at a corner nor continues a curvature.
        static func number(start: Int, kindBefore: Int) -> Int32 {
            Int32(start) << 4 | Int32(kindBefore) << 2
        }

        init(number: Int32) {
            start = Int(number >> 4)
            kindBefore = Int(number >> 2 & 3)
            startsAtCorner = number & Origin.corner != 0
            continuesCurvature = number & Origin.continued != 0
        }
    }
}

/// One step of the dynamic programming of ``Segmentation``: from a point on, all pieces that start
/// there, for all scatters at once.
struct PieceSearch {
    let line: UnrolledLine
    let prices: PiecePrices
    /// Of each scatter the reciprocal of its square, descending; the lanes behind them are not used.
    let weights: SIMD8<Float>
    let scatterCount: Int

    /// A piece from one point to another.
    private struct Piece {
        var kind: PieceKind
        var first: Int
        /// Its cost with its residuals; infinite in the lanes that are not searched.
        var own: SIMD8<Float>
        var variance: Float
        var ends: FittedEnds
    }

    /// Extends the cheapest cuts up to a point by the pieces that start there, with the fits of a
    /// start.
    func extend(
        from first: Int, _ fits: PolynomialFits, start: Int, _ arrivals: inout MutableSpan<Arrivals>
    ) {
        var cheapest = SIMD8<Float>(repeating: first == 0 ? 0 : .infinity)
        for kind in 0..<3 where first > 0 {
            let cost = arrivals[3 * first + kind].cost
            cheapest.replace(with: cost, where: cost .< cheapest)
        }
        // The least scatter for which a longer piece may still fit; the other lanes have none.
        var least = 0
        var excluded = SIMD8<Float>(repeating: 0)
        for lane in scatterCount..<Segmentation.lanes { excluded[lane] = .infinity }
        var longestChord = 0.0
        for last in (first + 1)..<min(line.count, first + Segmentation.longest) {
            let fit = fits[start, last - first]
            longestChord = max(longestChord, line.chords[last - 1])
            let points = last - first + 1
            let length = line.along[last] - line.along[first]
            // No cut continues from a much larger cost than that of the cheapest cut to the point,
            // with any last piece. Continuing the cheapest one costs at most a corner and a step
            // more.
            var most = arrivals[3 * last].cost
            for kind in 1..<3 {
                let cost = arrivals[3 * last + kind].cost
                most.replace(with: cost, where: cost .< most)
            }
            most += prices.corner + prices.step + 1
            let straight = prices.piece + Float(fit.lineResidual) * weights + excluded
            if mayWin(cheapest + straight, arrivals[3 * last].cost, most) {
                let piece = Piece(
                    kind: .straight, first: first, own: straight,
                    variance: Float((points < 3 ? 2 : 12 / Double(points)) / (length * length)),
                    ends: fit.derivatives(degree: 1, at: length))
                join(piece, to: last, &arrivals)
            }
            guard points >= 3, let curvature = fit.curvature else { continue }
            let arc =
                prices.piece + prices.arc + Float(fit.parabolaResidual) * weights + excluded
            if mayWin(cheapest + arc, arrivals[3 * last + 1].cost, most),
                isDrawn(curvature.value, longestChord)
            {
                let piece = Piece(
                    kind: .arc, first: first, own: arc,
                    variance: Float((points < 4 ? 26 : 192 / Double(points)) / (length * length)),
                    ends: fit.derivatives(degree: 2, at: length))
                join(piece, to: last, &arrivals)
            }
            let clothoid =
                prices.piece + prices.clothoid + Float(fit.cubicResidual) * weights + excluded
            if points >= 5, mayWin(cheapest + clothoid, arrivals[3 * last + 2].cost, most) {
                let ends = fit.derivatives(degree: 3, at: length)
                let sharpest = max(abs(ends.startCurvature), abs(ends.endCurvature))
                if isDrawn(Double(sharpest), longestChord) {
                    let piece = Piece(
                        kind: .clothoid, first: first, own: clothoid,
                        variance: Float(1200 / Double(points) / (length * length)), ends: ends)
                    join(piece, to: last, &arrivals)
                }
            }
            let mostResidual = Float(PolynomialFits.mostResidual(points))
            while least < scatterCount, Float(fit.cubicResidual) * weights[least] > mostResidual {
                excluded[least] = .infinity
                least += 1
            }
            if least == scatterCount { break }
        }
    }

    /// Whether a cost is less than what is known, and not too much, in any lane.
    @inline(__always)
    private func mayWin(
        _ cost: SIMD8<Float>, _ known: SIMD8<Float>, _ most: SIMD8<Float>
    ) -> Bool {
        any(cost .< known.replacing(with: most, where: most .< known))
    }

    /// Joins a piece to the cheapest cut that ends at its start, in each lane in which the result
    /// is cheaper than the known one.
    private func join(_ piece: Piece, to last: Int, _ arrivals: inout MutableSpan<Arrivals>) {
        let first = piece.first
        let place = 3 * last + piece.kind.rawValue
        let known = arrivals[place].cost
        var cost = known
        var origin = arrivals[place].origin
        if first == 0 {
            let isBetter = piece.own .< known
            cost.replace(with: piece.own, where: isBetter)
            origin.replace(with: Arrivals.Origin.number(start: 0, kindBefore: 0), where: isBetter)
        } else {
            let room = Float(min(line.chords[first - 1], line.chords[first]) / 4)
            for before in 0..<3 {
                let least = arrivals[3 * first + before].cost + piece.own
                guard any(least .< cost) else { continue }
                let (joined, number) = meeting(
                    piece, before, least, arrivals[3 * first + before].heading,
                    arrivals[3 * first + before].curvature,
                    arrivals[3 * first + before].variance, room: room)
                let isBetter = joined .< cost
                cost.replace(with: joined, where: isBetter)
                origin.replace(with: number, where: isBetter)
            }
        }
        let isBetter = cost .< known
        guard any(isBetter) else { return }
        arrivals[place].cost = cost
        arrivals[place].origin = origin
        let heading = Float(line.headings[first]) + piece.ends.endHeading
        arrivals[place].heading.replace(with: heading, where: isBetter)
        arrivals[place].curvature.replace(with: piece.ends.endCurvature, where: isBetter)
        arrivals[place].variance.replace(with: piece.variance, where: isBetter)
    }

    /// The cost of a piece after those of one kind, and its origin. `least` is its cost without the
    /// connection of the two.
    @inline(__always)
    private func meeting(
        _ piece: Piece, _ before: Int, _ least: SIMD8<Float>, _ heading: SIMD8<Float>,
        _ curvature: SIMD8<Float>, _ variance: SIMD8<Float>, room: Float
    ) -> (cost: SIMD8<Float>, origin: SIMD8<Int32>) {
        let ends = piece.ends
        let step = ends.startCurvature - curvature
        // The border between two pieces is not exactly at the point.
        let slack = room * step
        let turn = Float(line.headings[piece.first]) + ends.startHeading - heading
        let doubt = (variance + piece.variance) / weights + slack * slack
        let smooth = turn * turn / doubt
        let isCorner = smooth .> prices.corner
        let cost = least + smooth.replacing(with: prices.corner, where: isCorner)
        let origin = SIMD8<Int32>(
            repeating: Arrivals.Origin.number(start: piece.first, kindBefore: before))
        let corner = SIMD8<Int32>(repeating: Arrivals.Origin.corner)
        let none = SIMD8<Int32>(repeating: 0)
        guard piece.kind == .clothoid || before == PieceKind.clothoid.rawValue else {
            return (cost, origin | none.replacing(with: corner, where: isCorner))
        }
        let size = max(abs(ends.startCurvature), abs(ends.endCurvature))
        let other = magnitude(curvature)
        let most = other.replacing(with: size, where: other .< size)
        let continues = magnitude(step) .< 0.4 * most
        let price = SIMD8<Float>(repeating: prices.step).replacing(with: 0, where: continues)
        let continued = none.replacing(with: Arrivals.Origin.continued, where: continues)
        return (
            cost + price.replacing(with: 0, where: isCorner),
            origin | continued.replacing(with: corner, where: isCorner)
        )
    }

    @inline(__always)
    private func magnitude(_ values: SIMD8<Float>) -> SIMD8<Float> {
        values.replacing(with: -values, where: values .< 0)
    }

    /// Whether a mapper draws such a bend with such chords.
    private func isDrawn(_ curvature: Double, _ chord: Double) -> Bool {
        abs(curvature) * chord * chord / 8 < prices.farthestChord
    }
}
