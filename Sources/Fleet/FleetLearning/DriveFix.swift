public import Geodesy
public import Positioning
public import Quantities

/// A fix of a recorded drive.
public struct DriveFix: Sendable {
    /// The fix.
    public var fix: Fix
    /// The time since the start of the drive.
    public var time: MonotonicTime

    /// Where it is.
    public var place: Coordinate { fix.place }

    /// A fix that was taken so long after the start of the drive.
    public init(_ fix: Fix, at time: MonotonicTime) {
        self.fix = fix
        self.time = time
    }
}
