/// Least squares for a few unknowns: the normal equations, solved by Cholesky's factor (Golub and Van
/// Loan, Matrix Computations, 4.2). A value to be used again and again; it allocates only to grow.
public struct NormalEquations: Sendable {
    /// The number of unknowns.
    public private(set) var count = 0

    /// Row by row the matrix, of which the lower triangle counts, and its factor after ``solve()``;
    /// behind it the right side, and the unknowns after ``solve()``.
    private var system: [Double] = []
    private var column: [Double] = []

    /// Equations without unknowns.
    public init() {}

    /// Starts again with so many unknowns and no equations.
    public mutating func reset(count: Int) {
        self.count = count
        system.removeAll(keepingCapacity: true)
        system.append(contentsOf: repeatElement(0, count: count * (count + 1)))
    }

    /// The value of an unknown, after ``solve()``.
    public func value(of unknown: Int) -> Double { system[count * count + unknown] }

    /// Adds the equation `Σ factors[i] · unknown[i] = value` with a weight.
    public mutating func add(_ factors: [Double], _ value: Double, weight: Double = 1) {
        let count = count
        let right = count * count
        let factors = factors.span
        var system = system.mutableSpan
        for row in 0..<count where factors[row] != 0 {
            let factor = weight * factors[row]
            system[right + row] += factor * value
            let start = row * count
            for column in 0...row { system[start + column] += factor * factors[column] }
        }
    }

    /// Adds the equation `unknown = value` with a weight.
    public mutating func add(unknown: Int, _ value: Double, weight: Double) {
        system[unknown * count + unknown] += weight
        system[count * count + unknown] += weight * value
    }

    /// Solves them; false where the equations do not determine the unknowns.
    public mutating func solve() -> Bool {
        let count = count
        let right = count * count
        var system = system.mutableSpan
        guard NormalEquations.factorize(&system, count) else { return false }
        for row in 0..<count {
            let start = row * count
            var value = system[right + row]
            for column in 0..<row { value -= system[start + column] * system[right + column] }
            system[right + row] = value / system[start + row]
        }
        for row in (0..<count).reversed() {
            var value = system[right + row]
            for column in (row + 1)..<max(count, row + 1) {
                value -= system[column * count + row] * system[right + column]
            }
            system[right + row] = value / system[row * count + row]
        }
        return true
    }

    /// The standard error of an unknown where equations of weight one have an error of one; after
    /// ``solve()``.
    public mutating func error(of unknown: Int) -> Double {
        column.removeAll(keepingCapacity: true)
        column.append(contentsOf: repeatElement(0, count: count))
        column[unknown] = 1
        var sum = 0.0
        for row in unknown..<count {
            for inner in unknown..<row {
                column[row] -= system[row * count + inner] * column[inner]
            }
            column[row] /= system[row * count + row]
            sum += column[row] * column[row]
        }
        return sum.squareRoot()
    }

    /// Cholesky's factor of the matrix in its place.
    private static func factorize(_ system: inout MutableSpan<Double>, _ count: Int) -> Bool {
        for row in 0..<count {
            let start = row * count
            for column in 0...row {
                let other = column * count
                var sum = system[start + column]
                for inner in 0..<column { sum -= system[start + inner] * system[other + inner] }
                if row == column {
                    guard sum > 1e-15 else { return false }
                    system[start + row] = sum.squareRoot()
                } else {
                    system[start + column] = sum / system[other + column]
                }
            }
        }
        return true
    }
}
