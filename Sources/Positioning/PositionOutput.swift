public import Quantities

/// What a reader makes of a receiver's bytes.
///
/// Every reader of this module has the same shape, so that a socket, a serial line and a file are
/// read by the same code:
/// ```swift
/// var reader = NMEAReader()
/// reader.ingest(chunk.span) { output, mark in … }   // as often as bytes arrive
/// reader.finish { output, mark in … }               // at the end of the input
/// ```
/// Nothing of it allocates in the steady state.
public enum PositionOutput: Sendable, Hashable {
    /// What the receiver says of where the car is.
    case event(PositionEvent)
    /// Something in the input is wrong. It was left out and the reader goes on.
    case problem(InputProblem)
}

/// What a receiver says of where the car is.
public enum PositionEvent: Sendable, Hashable {
    /// A place that the receiver vouches for.
    case fix(Fix)
    /// The receiver does not know where it is.
    case noFix(NoFix)

    /// The moment it was said of, as the receiver dates it.
    public var time: UTCTime? {
        switch self {
        case .fix(let fix): return fix.time
        case .noFix(let noFix): return noFix.time
        }
    }
}

/// Where an event stands in its input.
public struct SourceMark: Sendable, Hashable {
    /// The moment on the source's own scale: nanoseconds from 1970 where the date is known, otherwise
    /// from the first midnight of the input; `nil` where the event has no time.
    public let time: Nanoseconds?
    /// The line it was read from, counted from 1.
    public let line: Int

    init(time: Nanoseconds? = nil, line: Int) {
        self.time = time
        self.line = line
    }
}

/// Takes what a reader makes of its input, with its place there (of a problem, the problem's own).
public typealias MarkedSink = (PositionOutput, SourceMark) -> Void

/// A receiver's word that it has no position. It is an event of its own: silence would mean that the
/// receiver is gone.
public struct NoFix: Sendable, Hashable {
    /// Why there is none.
    public enum Reason: Sendable, Hashable {
        /// The receiver marks its data as void: RMC status V or mode N, GGA quality 0, TPV mode 0
        /// or 1.
        case void
        /// It claims a fix and leaves the place empty.
        case noPlace
    }

    /// The moment it was said of, as the receiver dates it, `nil` where it does not. A receiver
    /// without a fix often does not know the time either.
    public var time: UTCTime?
    /// Why there is no position.
    public var reason: Reason

    /// Makes the event.
    public init(time: UTCTime?, reason: Reason) {
        self.time = time
        self.reason = reason
    }
}
