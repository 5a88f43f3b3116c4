import Geodesy

/// The ground around a place: a cubic in east and north, fitted to the posts by least squares. Near
/// posts weigh most (Cleveland 1979, with his biweight).
struct Surface {
    /// The errors according to the fit.
    private(set) var heightError = 0.0
    private(set) var slopeError = 0.0

    private var coefficients: [Double]
    private let radius: Double

    private static let terms = 10

    /// Fits the posts within `radius` of a place; `nil` if there are too few.
    init?(_ posts: [Post], radius: Double) {
        guard posts.count >= Surface.terms + 4 else { return nil }
        self.radius = radius
        var equations = NormalEquations()
        equations.reset(count: Surface.terms)
        var row = [Double](repeating: 0, count: Surface.terms)
        let mean = posts.reduce(0) { $0 + $1.height } / Double(posts.count)
        for post in posts {
            Surface.fill(&row, post.east / radius, post.north / radius)
            equations.add(row, post.height - mean, weight: Surface.weight(post, radius))
        }
        guard equations.solve() else { return nil }
        coefficients = (0..<Surface.terms).map { equations.value(of: $0) }
        coefficients[0] += mean

        // From the residuals; each post counts by its remaining degrees of freedom.
        var squares = 0.0
        var weights = 0.0
        for post in posts {
            let weight = Surface.weight(post, radius)
            let miss = post.height - height(east: post.east, north: post.north)
            squares += weight * miss * miss
            weights += weight
        }
        let used = weights / Double(posts.count) * Double(Surface.terms)
        let error = (squares / max(weights - used, 1)).squareRoot()
        heightError = error * equations.error(of: 0)
        slopeError = error * max(equations.error(of: 1), equations.error(of: 2)) / radius
    }

    /// The height at a place, m.
    func height(east: Double, north: Double) -> Double {
        let x = east / radius
        let y = north / radius
        let c = coefficients
        let linear = c[0] + c[1] * x + c[2] * y
        let square = c[3] * x * x + c[4] * x * y + c[5] * y * y
        return linear + square
            + c[6] * x * x * x + c[7] * x * x * y + c[8] * x * y * y + c[9] * y * y * y
    }

    private static func weight(_ post: Post, _ radius: Double) -> Double {
        let distance = (post.east * post.east + post.north * post.north) / (radius * radius)
        return (1 - distance) * (1 - distance)
    }

    private static func fill(_ row: inout [Double], _ x: Double, _ y: Double) {
        row[0] = 1
        row[1] = x
        row[2] = y
        row[3] = x * x
        row[4] = x * y
        row[5] = y * y
        row[6] = x * x * x
        row[7] = x * x * y
        row[8] = x * y * y
        row[9] = y * y * y
    }
}
