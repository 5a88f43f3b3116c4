public import CANFrames

/// What a log of a bus has at one place.
public enum BusLogItem: Sendable, Equatable {
    /// A frame.
    case frame(LoggedFrame, at: BusLogPlace)
    /// A malformed frame, and what is wrong with it. Reading continues behind it.
    case problem(String, at: BusLogPlace)
}

/// A place in a log, as messages name it.
public enum BusLogPlace: Sendable, Equatable, CustomStringConvertible {
    /// A line of a text, from 1, and a column in bytes, from 1, where that is known.
    case line(Int, column: Int?)
    /// A byte of a binary file, from 0.
    case byte(Int)

    /// The place for people: "line 3, column 7" or "byte 144".
    public var description: String {
        switch self {
        case .line(let line, let column):
            column.map { "line \(line), column \($0)" } ?? "line \(line)"
        case .byte(let byte): "byte \(byte)"
        }
    }
}
