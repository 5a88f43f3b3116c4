import CLibrary
public import Quantities

/// The moment now, by the clock that never steps and also counts the time for which the machine is suspended
/// (`CLOCK_BOOTTIME`, from boot). Clients and receivers live on meanwhile. The engine never asks: the loop does and
/// passes it on.
public func monotonicNow() -> MonotonicTime { moment(of: CLOCK_BOOTTIME) }

/// The moment now, by the clock that stands while the machine is suspended (`CLOCK_MONOTONIC`): systemd's.
public func awakeNow() -> MonotonicTime { moment(of: CLOCK_MONOTONIC) }

/// The time for which the machine was suspended since boot; `nil` if another program had the processor while the clocks
/// were read.
public func suspendedTime() -> Nanoseconds? {
    let before = awakeNow()
    let now = monotonicNow()
    return awakeNow() - before < .milliseconds(10) ? now - before : nil
}

private func moment(of clock: clockid_t) -> MonotonicTime {
    var time = timespec()
    // It cannot fail: the clock exists and the address is good.
    _ = clock_gettime(clock, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
}

/// The moment now by the system's clock, which steps when it is set. For the records of people only.
public func systemNow() -> UTCTime {
    var time = timespec()
    _ = clock_gettime(CLOCK_REALTIME, &time)
    return UTCTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
}
