import Engine
public import HorizonProvider
import SocketCAN

/// Follows the bit rate that the interface has, for the bus load limit. An interface without a bit rate of its own
/// (vcan) has that of the settings.
public struct BitRateWatch: Sendable {
    /// The bit rate that the interface has, bit/s.
    public private(set) var current: Int
    private let parameters: ProviderParameters
    private var change: EngineEvent?

    /// The watch of an interface whose bit rate is that of the settings so far.
    /// - Parameter parameters: Their package size is `nil` if it follows the bus load limit.
    public init(_ parameters: ProviderParameters) {
        self.parameters = parameters
        current = parameters.pace.bitRate
    }

    /// Takes note of the state of the link that the kernel reports. Returns what people are to read of a change.
    mutating func note(_ state: LinkState) -> BusReport? {
        let setting = parameters.pace.bitRate
        let reported = state.controller?.bitRate ?? setting
        let rate = PaceParameters.bitRates.contains(reported) ? reported : setting
        guard rate != current else { return nil }
        // Controllers divide their clock, so that a rate can differ slightly from the one that was set.
        let isSlight = LinkState.isSameRate(rate, current)
        current = rate
        var own = parameters
        own.pace.bitRate = rate
        let sizes = PaceParameters.packageSizes
        let size = min(max(own.packageSize, sizes.lowerBound), sizes.upperBound)
        change = .bitRate(rate, packageSize: size)
        if isSlight { return nil }
        return own.pace.bitsPerSecond < own.leastBudget
            ? .lowBitRate(rate, setting: setting) : .bitRate(rate, setting: setting)
    }

    /// The event of a change since the last call; `nil` without one.
    mutating func takeChange() -> EngineEvent? {
        defer { change = nil }
        return change
    }
}
