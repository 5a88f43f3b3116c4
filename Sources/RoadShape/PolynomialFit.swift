/// Least squares fits of straight line, parabola and cubic to the same points at once, point by point.
///
/// Each point is rotated into a triangular system (Givens; Golub and Van Loan, Matrix Computations,
/// 5.1.8), which is stable and gives the residuals of all three degrees without solving anything.
struct PolynomialFit {
    /// The unit of length inside, in metres: it keeps the powers near 1.
    private static let unit = 64.0

    private var r00 = 0.0, r01 = 0.0, r02 = 0.0, r03 = 0.0
    private var r11 = 0.0, r12 = 0.0, r13 = 0.0
    private var r22 = 0.0, r23 = 0.0
    private var r33 = 0.0
    private var z0 = 0.0, z1 = 0.0, z2 = 0.0, z3 = 0.0
    /// Sum of the squared residuals of the cubic, m².
    private(set) var cubicResidual = 0.0

    /// Sum of the squared residuals of the parabola, m².
    var parabolaResidual: Double { cubicResidual + z3 * z3 }
    /// Sum of the squared residuals of the straight line, m².
    var lineResidual: Double { cubicResidual + z3 * z3 + z2 * z2 }

    /// The second derivative of the parabola, 1/m, and its standard error for points with an error of
    /// one metre; `nil` with fewer than three points.
    var curvature: (value: Double, error: Double)? {
        guard r22 > 1e-9 else { return nil }
        let scale = 2 / (PolynomialFit.unit * PolynomialFit.unit)
        return (scale * z2 / r22, scale / r22)
    }

    /// The first derivatives of a fit at its start (where `along` is 0) and at a place, and the second
    /// ones. Only for a degree that the points determine.
    func derivatives(degree: Int, at along: Double) -> FittedEnds {
        let c3 = degree > 2 && r33 > 1e-9 ? z3 / r33 : 0
        let c2 = degree > 1 && r22 > 1e-9 ? (z2 - r23 * c3) / r22 : 0
        let c1 = r11 > 0 ? (z1 - r12 * c2 - r13 * c3) / r11 : 0
        let unit = PolynomialFit.unit
        let t = along / unit
        return FittedEnds(
            startHeading: c1 / unit,
            endHeading: (c1 + 2 * c2 * t + 3 * c3 * t * t) / unit,
            startCurvature: 2 * c2 / (unit * unit),
            endCurvature: (2 * c2 + 6 * c3 * t) / (unit * unit)
        )
    }

    /// Adds a point.
    mutating func add(along: Double, across: Double) {
        let t = along / PolynomialFit.unit
        var x0 = 1.0
        var x1 = t
        var x2 = t * t
        var x3 = x2 * t
        var y = across
        var c: Double
        var s: Double
        (c, s) = rotation(&r00, &x0)
        rotate(c, s, &r01, &x1)
        rotate(c, s, &r02, &x2)
        rotate(c, s, &r03, &x3)
        rotate(c, s, &z0, &y)
        (c, s) = rotation(&r11, &x1)
        rotate(c, s, &r12, &x2)
        rotate(c, s, &r13, &x3)
        rotate(c, s, &z1, &y)
        (c, s) = rotation(&r22, &x2)
        rotate(c, s, &r23, &x3)
        rotate(c, s, &z2, &y)
        (c, s) = rotation(&r33, &x3)
        rotate(c, s, &z3, &y)
        cubicResidual += y * y
    }

    /// The rotation that turns the pair onto its first member.
    @inline(__always)
    private func rotation(_ a: inout Double, _ b: inout Double) -> (Double, Double) {
        guard b != 0 else { return (1, 0) }
        let length = (a * a + b * b).squareRoot()
        let result = (a / length, b / length)
        a = length
        b = 0
        return result
    }

    @inline(__always)
    private func rotate(_ c: Double, _ s: Double, _ a: inout Double, _ b: inout Double) {
        let turned = c * a + s * b
        b = c * b - s * a
        a = turned
    }
}

/// What a fit says at its ends: radians and 1/m.
struct FittedEnds {
    var startHeading: Double
    var endHeading: Double
    var startCurvature: Double
    var endCurvature: Double
}
