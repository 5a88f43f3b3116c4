/// An error frame: the kernel's report on the bus's condition in the form of a frame.
/// `linux/can/error.h`.
@frozen
public struct CANErrorFrame: Sendable, Hashable {
    /// The classes of the error, 29 bits.
    public let classes: UInt32
    /// The number of payload bytes, 0...8.
    public let length: Int
    /// The details; bytes from `length` on are 0.
    public let details: UInt64

    /// An error of these classes; `details` has the payload's first byte in the most significant
    /// bits. What an error frame cannot hold is dropped.
    public init(classes: UInt32, details: UInt64 = 0, length: Int = 8) {
        self.classes = classes & 0x1FFF_FFFF
        self.length = min(max(length, 0), 8)
        self.details = self.length == 0 ? 0 : details & ~0 << UInt64(64 - 8 * self.length)
    }
}

/// A frame as it stands in a log: when, on which interface, what.
///
/// ```
/// (1436509052.249713) vcan0 300#20528835FE2E59FD      a data frame with an 11-bit identifier
/// (1436509052.249713) can0 18FF1234#0102              one with a 29-bit identifier
/// (1436509052.249713) can0 300##1AABBCC               CAN FD, with its flags
/// (1436509052.249713) can0 300#R                      a remote frame; #R4 with its length
/// (1436509052.249713) can0 20000004#000C000000000000  an error frame
/// ```
/// Source: `candump -L` of can-utils; three digits are an identifier of 11 bits, eight one of 29.
public struct LoggedFrame: Sendable, Equatable {
    /// The content of a logged frame.
    public enum Content: Sendable, Equatable {
        /// A data frame.
        case data(CANFrame)
        /// A request for a data frame, with the length it asks for.
        case remote(CANIdentifier, length: Int)
        /// The kernel's report on the bus.
        case error(CANErrorFrame)
    }

    /// When, in nanoseconds since 1970-01-01T00:00:00Z, or of a replay's virtual time.
    public var nanoseconds: Int64
    /// The interface's name, 1...15 characters.
    public var interface: String
    /// What.
    public var content: Content
    /// The flags of a CAN FD frame: 1 bit rate switch, 2 error state indicator, 4 FD; 0...15.
    public var flags: UInt8

    /// A frame in a log.
    public init(nanoseconds: Int64, interface: String, content: Content, flags: UInt8 = 0) {
        self.nanoseconds = nanoseconds
        self.interface = interface
        self.content = content
        self.flags = flags & 0xF
    }
}

/// An error in a line of a log, with its place.
public struct LogSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors of a line.
    public enum Problem: Sendable, Hashable {
        /// The time is not `(seconds.microseconds)`.
        case time
        /// The interface's name is missing or has more than 15 characters.
        case interface
        /// The identifier is not three or eight hexadecimal digits, or too large.
        case identifier
        /// No `#` follows the identifier.
        case separator
        /// The flags of a CAN FD frame are not one hexadecimal digit.
        case flags
        /// The data are not pairs of hexadecimal digits.
        case data
        /// No frame has that many bytes.
        case length
        /// Something follows the frame.
        case trailing
    }

    /// The error.
    public let problem: Problem
    /// Where, counted in bytes from 1.
    public let column: Int

    /// A problem at a column.
    public init(problem: Problem, column: Int) {
        self.problem = problem
        self.column = column
    }

    /// The line for people, without the place.
    public var description: String {
        switch problem {
        case .time: "expected a time such as (1436509052.249713), as candump -L writes it"
        case .interface: "expected an interface name of 1 to 15 characters"
        case .identifier: "expected an identifier of 3 or 8 hexadecimal digits"
        case .separator: "expected '#' after the identifier"
        case .flags: "expected one hexadecimal digit of CAN FD flags"
        case .data: "expected pairs of hexadecimal digits"
        case .length: "no frame has that many bytes"
        case .trailing: "something follows the frame"
        }
    }
}
