import Positioning
import Quantities

/// The last fix that was matched to a road.
struct LastMatch {
    /// The moment at which the fix was true.
    var time = MonotonicTime.zero
    /// The receiver's time, seconds since 1970.
    var moment: Int64?
    /// The place of the fix on the line of dead reckoning.
    var along = Metres.zero
    /// The probability of that place.
    var probability = 0.0
}

extension Fix {
    /// Its time in seconds since 1970; `nil` where it has none.
    var moment: Int64? { time.map { $0.nanoseconds / 1_000_000_000 } }
}
