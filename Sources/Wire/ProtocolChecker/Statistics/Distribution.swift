/// How often values were seen.
public struct Distribution: Sendable, Hashable {
    /// The values, sorted. Of more than 100,000 values every second one is kept, then every fourth one, and so on.
    private let sorted: [Double]
    /// The number of all values.
    public let count: Int
    /// The smallest value; `nil` without a value.
    public let minimum: Double?
    /// The largest value; `nil` without a value.
    public let maximum: Double?
    /// The mean; `nil` without a value.
    public let mean: Double?
    /// The standard deviation; `nil` without a value.
    public let deviation: Double?

    /// The value that a share of the values does not exceed, 0 to 1; `nil` without a value.
    public func quantile(_ share: Double) -> Double? {
        guard !sorted.isEmpty else { return nil }
        let place = (Double(sorted.count) * share).rounded(.up) - 1
        return sorted[min(max(Int(place), 0), sorted.count - 1)]
    }

    /// The median; `nil` without a value.
    public var median: Double? { quantile(0.5) }

    fileprivate init(_ values: ValueCollector) {
        sorted = values.kept.sorted()
        count = values.count
        minimum = values.minimum
        maximum = values.maximum
        mean = values.count > 0 ? values.mean : nil
        deviation = values.deviation
    }
}

/// Collects values for a distribution, in bounded memory.
struct ValueCollector {
    private static let most = 100_000

    private(set) var kept: [Double] = []
    private(set) var count = 0
    private(set) var minimum: Double?
    private(set) var maximum: Double?
    private(set) var mean = 0.0
    private var stride = 1
    private var squares = 0.0

    /// The standard deviation, by Welford's method.
    var deviation: Double? { count > 0 ? (squares / Double(count)).squareRoot() : nil }

    var distribution: Distribution { Distribution(self) }

    mutating func add(_ value: Double) {
        if count % stride == 0 { kept.append(value) }
        count += 1
        minimum = min(minimum ?? value, value)
        maximum = max(maximum ?? value, value)
        let difference = value - mean
        mean += difference / Double(count)
        squares += difference * (value - mean)
        guard kept.count > Self.most else { return }
        kept = kept.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        stride *= 2
    }
}
