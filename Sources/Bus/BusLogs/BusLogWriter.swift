import CANFrames

/// A writer of one format.
protocol BusLogWriter {
    /// Appends the frame to the bytes of the log.
    mutating func write(_ frame: LoggedFrame, to bytes: inout [UInt8])

    /// Appends what a log ends with.
    mutating func finish(to bytes: inout [UInt8])

    /// The complete header of a finished log, where it stands at the start; `nil` where there is none.
    var header: [UInt8]? { get }
}

extension BusLogWriter {
    var header: [UInt8]? { nil }
}
