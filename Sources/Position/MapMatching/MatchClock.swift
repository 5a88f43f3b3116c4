import Positioning
import Quantities

/// Assigns times to fixes on a scale that never runs backwards.
///
/// The receiver's own time counts while it agrees with the arrivals, since its differences are
/// exact. Otherwise the arrivals count.
struct MatchClock {
    private var last: (receiver: UTCTime?, arrival: MonotonicTime)?
    private var now = MonotonicTime.zero

    /// The largest difference between the receiver's time step and the step of the arrivals: the longest
    /// delay in buffers of serial lines and sockets.
    private let tolerance = Nanoseconds.seconds(5)

    /// The time of the next fix.
    mutating func advance(to receiver: UTCTime?, _ arrival: MonotonicTime) -> MonotonicTime {
        defer { last = (receiver, arrival) }
        guard let last else {
            now = arrival
            return now
        }
        var step = max(arrival - last.arrival, .zero)
        if let receiver, let before = last.receiver {
            let own = receiver - before
            let apart = own - step
            if own > .zero, max(apart, .zero - apart) < tolerance { step = own }
        }
        now = now + step
        return now
    }
}
