/// A span of time in whole nanoseconds.
@frozen
public struct Nanoseconds: Sendable, Hashable, Comparable {
    /// The number of nanoseconds.
    public var value: Int64

    /// Makes a span of a whole number of nanoseconds.
    @inlinable
    public init(_ value: Int64) { self.value = value }

    /// A span of whole milliseconds.
    @inlinable
    public static func milliseconds(_ value: Int64) -> Nanoseconds {
        Nanoseconds(value * 1_000_000)
    }

    /// A span of seconds, rounded to the nearest nanosecond. Beyond ±292 years it saturates; what is
    /// not a number is no time at all.
    @inlinable
    public static func seconds(_ value: Double) -> Nanoseconds {
        let scaled = (value * 1e9).rounded()
        if scaled.isNaN { return Nanoseconds(0) }
        if scaled >= 9.2e18 { return Nanoseconds(.max) }
        if scaled <= -9.2e18 { return Nanoseconds(.min) }
        return Nanoseconds(Int64(scaled))
    }

    /// No time.
    @inlinable
    public static var zero: Nanoseconds { Nanoseconds(0) }

    /// The span in seconds.
    @inlinable
    public var seconds: Double { Double(value) / 1e9 }

    /// Whether the left one is smaller or earlier.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
    /// The sum; it saturates.
    @inlinable
    public static func + (left: Self, right: Self) -> Self {
        Self(left.value.adding(saturating: right.value))
    }
    /// The difference; it saturates.
    @inlinable
    public static func - (left: Self, right: Self) -> Self {
        Self(left.value.subtracting(saturating: right.value))
    }
    /// The multiple.
    @inlinable
    public static func * (left: Self, factor: Int64) -> Self { Self(left.value * factor) }
}

/// A moment on the clock that never steps: nanoseconds since an origin that the host chooses (boot on
/// the ECU, the first fix in a replay). Only differences mean anything.
@frozen
public struct MonotonicTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since the origin.
    public var nanoseconds: Int64

    /// The moment that many nanoseconds after the origin.
    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The origin.
    @inlinable
    public static var zero: MonotonicTime { MonotonicTime(nanoseconds: 0) }

    /// Whether the left one is smaller or earlier.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The sum; it saturates.
    @inlinable
    public static func + (left: Self, right: Nanoseconds) -> Self {
        Self(nanoseconds: left.nanoseconds.adding(saturating: right.value))
    }
    /// The difference; it saturates.
    @inlinable
    public static func - (left: Self, right: Nanoseconds) -> Self {
        Self(nanoseconds: left.nanoseconds.subtracting(saturating: right.value))
    }
    /// The difference; it saturates.
    @inlinable
    public static func - (left: Self, right: Self) -> Nanoseconds {
        Nanoseconds(left.nanoseconds.subtracting(saturating: right.nanoseconds))
    }
}

/// A moment in coordinated universal time: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not
/// counted (as Unix time does). It dates a fix and says nothing about when it arrived.
@frozen
public struct UTCTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    public var nanoseconds: Int64

    /// The moment that many nanoseconds after the epoch.
    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Seconds since the epoch.
    @inlinable
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Whether the left one is smaller or earlier.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The difference; it saturates.
    @inlinable
    public static func - (left: Self, right: Self) -> Nanoseconds {
        Nanoseconds(left.nanoseconds.subtracting(saturating: right.nanoseconds))
    }
}

// Times in logs and recordings are what somebody wrote there: 292 years apart, they end nothing.
extension Int64 {
    @inlinable
    func adding(saturating other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }

    @inlinable
    func subtracting(saturating other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other < 0 ? .max : .min) : difference
    }
}
