/// A reader of one format. It takes the bytes of a log in pieces of any size; the items do not depend on the split.
protocol BusLogReader {
    /// Takes in the next bytes, and appends what they complete.
    mutating func take(_ bytes: Span<UInt8>, into items: inout [BusLogItem])

    /// Whether its frames have times, as far as the log has been read; without times all have time 0.
    var hasTimes: Bool { get }

    /// The moment from which the log counts its times, nanoseconds since 1970, as far as the log has been read; `nil` where
    /// its times are no offsets from a date.
    var origin: Int64? { get }

    /// The log has ended: appends what is left.
    mutating func finish(into items: inout [BusLogItem])
}

extension BusLogReader {
    var hasTimes: Bool { true }
    var origin: Int64? { nil }
}
