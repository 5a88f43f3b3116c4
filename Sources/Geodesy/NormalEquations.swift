/// Least squares for a few unknowns: the normal equations, solved by Cholesky's factor (Golub and Van
/// Loan, Matrix Computations, 4.2). A value to be used again and again; it allocates only to grow.
public struct NormalEquations: Sendable {
    /// The number of unknowns.
    public private(set) var count = 0
    /// The unknowns, after ``solve()``.
    public private(set) var solution: [Double] = []

    /// Row by row; the lower triangle, and after ``solve()`` its factor.
    private var matrix: [Double] = []
    private var column: [Double] = []

    /// Equations without unknowns.
    public init() {}

    /// Starts again with so many unknowns and no equations.
    public mutating func reset(count: Int) {
        self.count = count
        matrix.removeAll(keepingCapacity: true)
        matrix.append(contentsOf: repeatElement(0, count: count * count))
        solution.removeAll(keepingCapacity: true)
        solution.append(contentsOf: repeatElement(0, count: count))
    }

    /// Adds the equation `Σ factors[i] · unknown[i] = value` with a weight.
    public mutating func add(_ factors: [Double], _ value: Double, weight: Double = 1) {
        for row in 0..<count where factors[row] != 0 {
            let factor = weight * factors[row]
            solution[row] += factor * value
            for column in 0...row { matrix[row * count + column] += factor * factors[column] }
        }
    }

    /// Adds the equation `unknown = value` with a weight.
    public mutating func add(unknown: Int, _ value: Double, weight: Double) {
        matrix[unknown * count + unknown] += weight
        solution[unknown] += weight * value
    }

    /// Solves them; false where the equations do not determine the unknowns.
    public mutating func solve() -> Bool {
        guard factorize() else { return false }
        for row in 0..<count {
            for column in 0..<row {
                solution[row] -= matrix[row * count + column] * solution[column]
            }
            solution[row] /= matrix[row * count + row]
        }
        for row in (0..<count).reversed() {
            for column in (row + 1)..<max(count, row + 1) {
                solution[row] -= matrix[column * count + row] * solution[column]
            }
            solution[row] /= matrix[row * count + row]
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
                column[row] -= matrix[row * count + inner] * column[inner]
            }
            column[row] /= matrix[row * count + row]
            sum += column[row] * column[row]
        }
        return sum.squareRoot()
    }

    private mutating func factorize() -> Bool {
        for row in 0..<count {
            for column in 0...row {
                var sum = matrix[row * count + column]
                for inner in 0..<column {
                    sum -= matrix[row * count + inner] * matrix[column * count + inner]
                }
                if row == column {
                    guard sum > 1e-15 else { return false }
                    matrix[row * count + row] = sum.squareRoot()
                } else {
                    matrix[row * count + column] = sum / matrix[column * count + column]
                }
            }
        }
        return true
    }
}
