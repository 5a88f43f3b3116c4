import Positioning
import Quantities

/// Dates fixes on a scale that never goes back: by the receiver's own time, whose differences are
/// exact, as long as it runs like the clock that saw the fixes arrive, and by that clock elsewhere.
struct MatchClock {
    private var last: (receiver: UTCTime?, arrival: MonotonicTime)?
    private var now = MonotonicTime.zero

    /// How far the receiver's time between two fixes may be from the time between their arrivals:
    /// what buffers of serial lines and sockets hold back at most.
    private let tolerance = Nanoseconds.seconds(5)

    /// The moment of the next fix.
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
