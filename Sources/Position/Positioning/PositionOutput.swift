import Geodesy
public import Quantities

/// The output of a reader.
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
    /// A report of the receiver.
    case event(PositionEvent)
    /// A part of the input is wrong. The reader skips it and continues.
    case problem(InputProblem)
}

/// A report of a receiver: a fix, or none.
public enum PositionEvent: Sendable, Hashable {
    /// The receiver has a fix.
    case fix(Fix)
    /// The receiver has no fix.
    case noFix(NoFix)

    /// The moment of the report, as the receiver dates it.
    public var time: UTCTime? {
        switch self {
        case .fix(let fix): return fix.time
        case .noFix(let noFix): return noFix.time
        }
    }
}

/// The place of an event in its input.
public struct SourceMark: Sendable, Hashable {
    /// The moment on the source's own scale: nanoseconds from 1970 where the date is known,
    /// otherwise from the first midnight of the input; `nil` where the event has no time.
    public let time: Nanoseconds?
    /// The line it was read from, counted from 1.
    public let line: Int

    init(time: Nanoseconds? = nil, line: Int) {
        self.time = time
        self.line = line
    }
}

/// Takes the output of a reader, with its place in the input (of a problem, the problem's own).
public typealias MarkedSink = (PositionOutput, SourceMark) -> Void

/// The report of a receiver that it has no fix. It is an event of its own: no data would mean that
/// the receiver is disconnected.
public struct NoFix: Sendable, Hashable {
    /// The reason.
    public enum Reason: Sendable, Hashable {
        /// The receiver marks its data as void: RMC status V or mode N, GGA quality 0, TPV mode 0
        /// or 1.
        case void
        /// It claims a fix without a place, or one at exactly 0° N 0° E: receivers and loggers write that for
        /// a place that they do not know. There is no road.
        case noPlace
    }

    /// The moment of the report, as the receiver dates it; `nil` where it does not. A receiver
    /// without a fix often does not know the time either.
    public var time: UTCTime?
    /// The reason why there is no position.
    public var reason: Reason

    /// Makes the event.
    public init(time: UTCTime?, reason: Reason) {
        self.time = time
        self.reason = reason
    }
}

extension Coordinate {
    /// Whether this is 0° N 0° E, which stands for an unknown place (``NoFix/Reason/noPlace``).
    var standsForNone: Bool { latitudeE7 == 0 && longitudeE7 == 0 }
}
