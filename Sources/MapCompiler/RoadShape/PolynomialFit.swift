/// Least squares fits of straight line, parabola and cubic to the same points, as a triangular system.
struct PolynomialFit {
    /// The unit of length inside, in metres: it keeps the powers near 1.
    static let unit = 64.0
    /// Points with less in the diagonal do not determine the second derivative.
    static let leastCurvatureTerm = 1e-9

    var r11 = 0.0, r12 = 0.0, r13 = 0.0
    var r22 = 0.0, r23 = 0.0
    var r33 = 0.0
    var z1 = 0.0, z2 = 0.0, z3 = 0.0
    /// Sum of the squared residuals of the cubic, m².
    var cubicResidual = 0.0

    /// Sum of the squared residuals of the parabola, m².
    var parabolaResidual: Double { cubicResidual + z3 * z3 }
    /// Sum of the squared residuals of the straight line, m².
    var lineResidual: Double { cubicResidual + z3 * z3 + z2 * z2 }

    /// Whether the points determine a parabola.
    var hasCurvature: Bool { r22 > PolynomialFit.leastCurvatureTerm }

    /// The second derivative of the parabola, 1/m, and its standard error for points with an error of
    /// one metre; `nil` with fewer than three points.
    var curvature: (value: Double, error: Double)? {
        guard hasCurvature else { return nil }
        let scale = 2 / (PolynomialFit.unit * PolynomialFit.unit)
        return (scale * z2 / r22, scale / r22)
    }

    /// The first derivatives of a fit at its start (where `along` is 0) and at a place, and the second
    /// ones. Only for a degree that the points determine.
    @inline(__always)
    func derivatives(degree: Int, at along: Double) -> FittedEnds {
        let c3 = degree > 2 && r33 > 1e-9 ? z3 / r33 : 0
        let c2 = degree > 1 && r22 > 1e-9 ? (z2 - r23 * c3) / r22 : 0
        let c1 = r11 > 0 ? (z1 - r12 * c2 - r13 * c3) / r11 : 0
        let unit = PolynomialFit.unit
        let t = along / unit
        return FittedEnds(
            startHeading: Float(c1 / unit),
            endHeading: Float((c1 + 2 * c2 * t + 3 * c3 * t * t) / unit),
            startCurvature: Float(2 * c2 / (unit * unit)),
            endCurvature: Float((2 * c2 + 6 * c3 * t) / (unit * unit))
        )
    }
}

/// What a fit says at its ends: radians and 1/m.
struct FittedEnds {
    var startHeading: Float
    var endHeading: Float
    var startCurvature: Float
    var endCurvature: Float
}
