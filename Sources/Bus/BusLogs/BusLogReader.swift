/// A reader of one format. It takes the bytes of a log in pieces of any size; the items do not depend on the split.
protocol BusLogReader {
    /// Takes in the next bytes, and appends what they complete.
    mutating func take(_ bytes: Span<UInt8>, into items: inout [BusLogItem])

    /// Whether its frames have times, as far as the log has been read; without times all have time 0.
    var hasTimes: Bool { get }

    /// The log has ended: appends what is left.
    mutating func finish(into items: inout [BusLogItem])
}

extension BusLogReader {
    var hasTimes: Bool { true }
}
