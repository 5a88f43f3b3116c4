import Geodesy

/// The calibration of stated probabilities: each with whether its answer was right.
///
/// ```swift
/// var score = ProbabilityScore()
/// score.add(probability: 0.9, isRight: true)
/// score.calibrationError          // 0.1
/// ```
public struct ProbabilityScore: Sendable {
    /// One stated probability, and whether the answer was right.
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

    /// The number of answers.
    public var count: Int { answers.count }

    /// The share of right answers, 0...1; `nil` without answers.
    public var baseRate: Double? { mean { $0.isRight ? 1 : 0 } }

    /// The mean squared difference between the probability and the outcome, 0 or 1 (Brier 1950,
    /// doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2), 0...1; `nil` without answers.
    public var brierScore: Double? {
        mean { answer in
            let miss = (answer.isRight ? 1 : 0) - answer.probability
            return miss * miss
        }
    }

    /// The Brier score of a constant probability, the base rate; `nil` without answers.
    public var brierScoreOfBaseRate: Double? { baseRate.map { $0 * (1 - $0) } }

    /// The answers by their probability in bins of equal width. The last bin includes 1.
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

    /// The expected calibration error over ten bins (Naeini et al. 2015, doi:10.1609/aaai.v29i1.9602), 0...1: the
    /// difference between the mean probability of a bin and its share of right answers, weighted by the number
    /// of answers; `nil` without answers.
    public var calibrationError: Double? {
        guard count > 0 else { return nil }
        let misses = bins().reduce(0) { sum, bin in
            guard let mean = bin.meanProbability, let share = bin.shareRight else { return sum }
            return sum + (mean - share).magnitude * Double(bin.count)
        }
        return misses / Double(count)
    }

    /// The area under the receiver operating characteristic of the probability as a detector of errors: how often
    /// a right answer has a higher probability than a wrong one, ties counted half (Hanley and McNeil 1982,
    /// doi:10.1148/radiology.143.1.7063747). 0.5 is no better than chance. `nil` where all answers are right or
    /// all are wrong.
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

    /// The mean of −ln of the probability of the outcome, each at most `most` (Good 1952); `nil` without answers.
    /// Fits minimise it, since it rewards both right answers and calibrated probabilities.
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
    /// The answers in a range of probabilities.
    public struct Bin: Sendable {
        /// The lower end of the range.
        public let from: Double
        /// The upper end of the range; excluded, except 1.
        public let to: Double
        /// The number of answers.
        public private(set) var count = 0
        /// The number of right answers.
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

        /// The mean stated probability; `nil` without answers.
        public var meanProbability: Double? { count > 0 ? sum / Double(count) : nil }
        /// The share of right answers; `nil` without answers.
        public var shareRight: Double? { count > 0 ? Double(rightCount) / Double(count) : nil }
    }
}
