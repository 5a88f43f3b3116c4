import Geodesy

/// Fits a conditional logit model (McFadden 1974): the probability of an alternative is proportional to the
/// exponential of its features times their coefficients. One alternative or several may be the chosen ones.
///
/// ```swift
/// var logit = ConditionalLogit(featureCount: 2)
/// logit.addChoice(among: [([1, 0], true), ([0, 1], false)])
/// logit.fit(penalty: 1, from: [0, 0])
/// ```
public struct ConditionalLogit: Sendable {
    /// The number of features of an alternative.
    public let featureCount: Int

    private var features: [Double] = []
    private var isChosen: [Bool] = []
    /// For each choice, the index after its last alternative.
    private var ends: [Int] = []
    /// The probability of each alternative, and its share of the probability of the chosen ones, for the
    /// coefficients of the last call of ``loss(of:)``.
    private var probabilities: [Double] = []
    private var shares: [Double] = []

    /// No choices yet.
    public init(featureCount: Int) { self.featureCount = featureCount }

    /// The number of choices.
    public var count: Int { ends.count }

    /// Adds a choice; `false` where an alternative has another number of features, none was chosen, or there is
    /// only one.
    @discardableResult
    public mutating func addChoice(
        among alternatives: [(features: [Double], isChosen: Bool)]
    ) -> Bool {
        guard alternatives.count > 1, alternatives.contains(where: \.isChosen),
            alternatives.allSatisfy({ $0.features.count == featureCount })
        else { return false }
        for alternative in alternatives {
            features += alternative.features
            isChosen.append(alternative.isChosen)
        }
        ends.append(isChosen.count)
        return true
    }

    /// The coefficients with the lowest cost that Newton's method finds from a start; `nil` without a positive
    /// penalty. The cost is ``loss(of:)`` plus half the penalty times the squared distance from the start: a
    /// coefficient on which few choices depend stays near the start.
    public mutating func fit(penalty: Double, from start: [Double]) -> [Double]? {
        guard penalty > 0, start.count == featureCount else { return nil }
        var coefficients = start
        var cost = cost(of: coefficients, penalty, start)
        var equations = NormalEquations()
        for _ in 0..<100 {
            equations.reset(count: featureCount)
            addCurvature(to: &equations)
            for index in coefficients.indices {
                equations.add(
                    unknown: index, start[index] - coefficients[index], weight: penalty)
            }
            guard equations.solve() else { return nil }
            // A step that does not lower the cost is halved.
            var length = 1.0
            var isBetter = false
            while length > 1e-6, !isBetter {
                let next = coefficients.indices.map {
                    coefficients[$0] + length * equations.value(of: $0)
                }
                let found = self.cost(of: next, penalty, start)
                isBetter = found < cost - 1e-9
                if isBetter { (coefficients, cost) = (next, found) }
                length /= 2
            }
            if !isBetter { break }
        }
        return coefficients
    }

    private mutating func cost(
        of coefficients: [Double], _ penalty: Double, _ start: [Double]
    ) -> Double {
        let distances = zip(coefficients, start).map { $0 - $1 }
        return distances.reduce(loss(of: coefficients)) { $0 + penalty / 2 * $1 * $1 }
    }

    /// The sum over all choices of −ln of the probability of the chosen alternatives.
    public mutating func loss(of coefficients: [Double]) -> Double {
        probabilities.removeAll(keepingCapacity: true)
        shares.removeAll(keepingCapacity: true)
        var cost = 0.0
        var start = 0
        for end in ends {
            let scores = (start..<end).map { alternative in
                (0..<featureCount).reduce(0.0) {
                    $0 + coefficients[$1] * features[alternative * featureCount + $1]
                }
            }
            let most = scores.max() ?? 0
            let weights = scores.map { exponential($0 - most) }
            let total = weights.reduce(0, +)
            let chosen = (start..<end).reduce(0) { $0 + (isChosen[$1] ? weights[$1 - start] : 0) }
            for (index, weight) in weights.enumerated() {
                probabilities.append(weight / total)
                shares.append(isChosen[start + index] ? weight / max(chosen, 1e-300) : 0)
            }
            cost -= logarithm(max(chosen / total, 1e-300))
            start = end
        }
        return cost
    }

    /// Adds the covariance of the features as the matrix, and the gradient as the right side.
    private func addCurvature(to equations: inout NormalEquations) {
        var start = 0
        for end in ends {
            var mean = [Double](repeating: 0, count: featureCount)
            for alternative in start..<end {
                for index in 0..<featureCount {
                    mean[index] +=
                        probabilities[alternative] * features[alternative * featureCount + index]
                }
            }
            for alternative in start..<end where probabilities[alternative] > 1e-12 {
                let distances = (0..<featureCount).map {
                    features[alternative * featureCount + $0] - mean[$0]
                }
                let probability = probabilities[alternative]
                equations.add(
                    distances, shares[alternative] / probability - 1, weight: probability)
            }
            start = end
        }
    }
}
