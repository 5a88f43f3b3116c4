import CLibrary
public import Quantities

/// The moment now, by the clock that never steps (`CLOCK_MONOTONIC`, from boot). The engine never
/// asks: the loop does and passes it on.
public func monotonicNow() -> MonotonicTime {
    var time = timespec()
    // It cannot fail: the clock exists and the address is good.
    _ = clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
}

/// The moment now by the system's clock, which steps when it is set. For the records of people only.
public func systemNow() -> UTCTime {
    var time = timespec()
    _ = clock_gettime(CLOCK_REALTIME, &time)
    return UTCTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
}
