/// The fits of the pieces that start at four neighbouring points of a line, each with its first point
/// alone, its first two, and so on. The four are made at once, one in each lane.
///
/// Each point is rotated into a triangular system (Givens; Golub and Van Loan, Matrix Computations,
/// 5.1.8), which is stable and gives the residuals of all degrees without solving anything.
struct PolynomialFits {
    /// How many starts there are.
    static let starts = 4
    private typealias Numbers = SIMD4<Double>

    /// For each length the fits from all starts.
    private var fits: [Sums] = []

    /// The fit from a start on, 0 being the first, to so many points behind it.
    subscript(start: Int, length: Int) -> PolynomialFit {
        fits[length].fit(start)
    }

    /// The limit for a cubic: more than such a residual over the variance of a point will not
    /// decrease with more points.
    static func mostResidual(_ points: Int) -> Double { 40 + 3 * Double(points) }

    /// Fits the pieces from a point of a line on and from the three behind it, of less than `longest`
    /// points. A start for which no piece fits with the least weight has no longer ones.
    mutating func fit(
        _ line: UnrolledLine, from first: Int, longest: Int, leastWeight: Double
    ) {
        fits.removeAll(keepingCapacity: true)
        let lastPoint = line.count - 1
        func points(_ length: Int, _ values: [Double]) -> Numbers {
            let start = first + length
            if start + 3 <= lastPoint {
                return Numbers(
                    values[start], values[start + 1], values[start + 2], values[start + 3])
            }
            // What is beyond the line's end is not looked at.
            return Numbers(
                values[min(start, lastPoint)], values[min(start + 1, lastPoint)],
                values[min(start + 2, lastPoint)], values[min(start + 3, lastPoint)])
        }
        let origin = points(0, line.along)
        let height = points(0, line.across)
        // The last point has no chord, and no piece starts there.
        let headings = Numbers(
            line.headings[first], line.headings[min(first + 1, lastPoint - 1)],
            line.headings[min(first + 2, lastPoint - 1)],
            line.headings[min(first + 3, lastPoint - 1)])
        var sums = Sums()
        var mayFit = SIMDMask<SIMD4<Int64>>(repeating: true)
        for length in 0..<min(longest, line.count - first) {
            let along = points(length, line.along) - origin
            let across = points(length, line.across) - height - headings * along
            sums.add(along: along, across: across)
            fits.append(sums)
            guard length >= 2 else { continue }
            let weighted = sums.cubicResidual * leastWeight
            let fitsNot = weighted .> PolynomialFits.mostResidual(length + 1)
            mayFit .&= .!(fitsNot .& (sums.r22 .> PolynomialFit.leastCurvatureTerm))
            if !any(mayFit) { break }
        }
    }

    /// The triangular systems.
    private struct Sums {
        var r00 = Numbers(), r01 = Numbers(), r02 = Numbers(), r03 = Numbers()
        var r11 = Numbers(), r12 = Numbers(), r13 = Numbers()
        var r22 = Numbers(), r23 = Numbers()
        var r33 = Numbers()
        var z0 = Numbers(), z1 = Numbers(), z2 = Numbers(), z3 = Numbers()
        var cubicResidual = Numbers()

        /// Adds a point to each.
        @inline(__always)
        mutating func add(along: Numbers, across: Numbers) {
            let t = along / PolynomialFit.unit
            var x1 = t
            var x2 = t * t
            var x3 = x2 * t
            var y = across
            let first = Rotation(&r00, Numbers(repeating: 1))
            first.turn(&r01, &x1)
            first.turn(&r02, &x2)
            first.turn(&r03, &x3)
            first.turn(&z0, &y)
            let second = Rotation(&r11, x1)
            second.turn(&r12, &x2)
            second.turn(&r13, &x3)
            second.turn(&z1, &y)
            let third = Rotation(&r22, x2)
            third.turn(&r23, &x3)
            third.turn(&z2, &y)
            let fourth = Rotation(&r33, x3)
            fourth.turn(&z3, &y)
            cubicResidual += y * y
        }

        /// The fit in one of the lanes.
        @inline(__always)
        func fit(_ lane: Int) -> PolynomialFit {
            PolynomialFit(
                r11: r11[lane], r12: r12[lane], r13: r13[lane], r22: r22[lane],
                r23: r23[lane], r33: r33[lane], z1: z1[lane], z2: z2[lane], z3: z3[lane],
                cubicResidual: cubicResidual[lane])
        }
    }

    /// The rotations that turn pairs onto their first members.
    private struct Rotation {
        let cosine: Numbers
        let sine: Numbers

        @inline(__always)
        init(_ first: inout Numbers, _ second: Numbers) {
            let isThere = second .== 0
            let length = (first * first + second * second).squareRoot()
            cosine = (first / length).replacing(with: 1, where: isThere)
            sine = (second / length).replacing(with: 0, where: isThere)
            first = length.replacing(with: first, where: isThere)
        }

        @inline(__always)
        func turn(_ first: inout Numbers, _ second: inout Numbers) {
            let turned = cosine * first + sine * second
            second = cosine * second - sine * first
            first = turned
        }
    }
}

extension PolynomialFit {
    /// The fit to the points of a line from one to another, seen along the chord behind the first.
    init(_ line: UnrolledLine, from first: Int, to last: Int, in fits: inout PolynomialFits) {
        fits.fit(line, from: first, longest: last - first + 1, leastWeight: 0)
        self = fits[0, last - first]
    }
}
