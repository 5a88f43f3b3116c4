public import Quantities

extension MetresPerSecond {
    /// The average speed of an attribute of kind ``AttributeKind/averageSpeed``, which is in half km/h.
    public init(averageSpeed value: UInt64) {
        self.init(kilometresPerHour: Double(min(value, MapFormat.highestAverageSpeed)) / 2)
    }
}
