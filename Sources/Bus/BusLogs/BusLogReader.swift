/// A reader of one format. It takes the bytes of a log in pieces of any size; the items do not depend on the split.
protocol BusLogReader {
    /// Takes in the next bytes, and appends what they complete.
    mutating func take(_ bytes: Span<UInt8>, into items: inout [BusLogItem])

    /// The log has ended: appends what is left.
    mutating func finish(into items: inout [BusLogItem])
}
