import Geodesy

/// How honest stated probabilities are: each with whether what it was stated of turned out right.
///
/// ```swift
/// var score = ProbabilityScore()
/// score.add(probability: 0.9, isRight: true)
/// score.calibrationError          // 0.1
/// ```
public struct ProbabilityScore: Sendable {
    /// One stated probability and what came of it.
    private struct Answer {
        var probability: Double
        var isRight: Bool
    }

    private var answers: [Answer] = []

    /// No answers yet.
    public init() {}

    /// Adds an answer; `false` where the probability is not one, 0...1.
    @discardableResult
    public mutating func add(probability: Double, isRight: Bool) -> Bool {
        guard probability >= 0, probability <= 1 else { return false }
        answers.append(Answer(probability: probability, isRight: isRight))
        return true
    }

    /// How many there are.
    public var count: Int { answers.count }

    /// The share of right ones, 0...1; `nil` of none.
    public var baseRate: Double? { mean { $0.isRight ? 1 : 0 } }

    /// The mean squared distance of the probability from what came of it (Brier 1950,
    /// doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2), 0...1; `nil` of none.
    public var brierScore: Double? {
        mean { answer in
            let miss = (answer.isRight ? 1 : 0) - answer.probability
            return miss * miss
        }
    }

    /// The Brier score of who always states the base rate; `nil` of none.
    public var brierScoreOfBaseRate: Double? { baseRate.map { $0 * (1 - $0) } }

    /// Answers by their probability in steps of equal width, the last one with 1.
    public func bins(count: Int = 10) -> [Bin] {
        var bins = (0..<count).map { index in
            Bin(from: Double(index) / Double(count), to: Double(index + 1) / Double(count))
        }
        for answer in answers {
            let index = min(Int(answer.probability * Double(count)), count - 1)
            bins[index].add(probability: answer.probability, isRight: answer.isRight)
        }
        return bins
    }

    /// The expected calibration error over ten bins (Naeini et al. 2015,
    /// doi:10.1609/aaai.v29i1.9602), 0...1: how far the mean probability of a bin is from the share of
    /// its right ones, weighted by their number; `nil` of none.
    public var calibrationError: Double? {
        guard count > 0 else { return nil }
        let misses = bins().reduce(0) { sum, bin in
            guard let mean = bin.meanProbability, let share = bin.shareRight else { return sum }
            return sum + (mean - share).magnitude * Double(bin.count)
        }
        return misses / Double(count)
    }

    /// The area under the receiver's operating characteristic of the probability as a detector of
    /// errors: how often a right answer has a higher one than a wrong answer, ties half (Hanley and
    /// McNeil 1982, doi:10.1148/radiology.143.1.7063747); 0.5 says nothing. `nil` where all are right
    /// or all wrong.
    public var areaUnderCurve: Double? {
        let sorted = answers.sorted { $0.probability < $1.probability }
        var above = 0.0
        var wrong = 0
        var right = 0
        var index = 0
        while index < sorted.count {
            var rightHere = 0
            var wrongHere = 0
            let probability = sorted[index].probability
            while index < sorted.count, sorted[index].probability == probability {
                if sorted[index].isRight { rightHere += 1 } else { wrongHere += 1 }
                index += 1
            }
            above += Double(rightHere) * (Double(wrong) + Double(wrongHere) / 2)
            wrong += wrongHere
            right += rightHere
        }
        return right > 0 && wrong > 0 ? above / (Double(right) * Double(wrong)) : nil
    }

    /// The mean of −ln of the probability of what came, no single one more than `most`; what a fit makes
    /// small, since it rewards being right and saying so honestly (Good 1952). `nil` of none.
    public func logLoss(atMost most: Double = 9) -> Double? {
        mean { answer in
            let probability = answer.isRight ? answer.probability : 1 - answer.probability
            return probability > 0 ? min(-logarithm(probability), most) : most
        }
    }

    private func mean(_ value: (Answer) -> Double) -> Double? {
        answers.isEmpty ? nil : answers.reduce(0) { $0 + value($1) } / Double(answers.count)
    }
}

extension ProbabilityScore {
    /// The answers of a range of probabilities.
    public struct Bin: Sendable {
        /// Where the range begins.
        public let from: Double
        /// Where it ends; excluded, but for 1.
        public let to: Double
        /// How many answers.
        public private(set) var count = 0
        /// How many of them are right.
        public private(set) var rightCount = 0
        private var sum = 0.0

        init(from: Double, to: Double) {
            self.from = from
            self.to = to
        }

        mutating func add(probability: Double, isRight: Bool) {
            count += 1
            rightCount += isRight ? 1 : 0
            sum += probability
        }

        /// The mean of what was stated; `nil` of none.
        public var meanProbability: Double? { count > 0 ? sum / Double(count) : nil }
        /// The share of right ones; `nil` of none.
        public var shareRight: Double? { count > 0 ? Double(rightCount) / Double(count) : nil }
    }
}
