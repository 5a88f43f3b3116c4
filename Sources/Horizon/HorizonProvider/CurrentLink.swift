import ADASISv2
import Quantities

/// The SEGMENT with path index 4, of the link that the vehicle is on.
struct CurrentLink {
    private var message: SegmentMessage?
    /// When it is due; `nil` if there is none.
    private(set) var nextTime: MonotonicTime?

    /// Stores the SEGMENT of the vehicle's position; `nil` off road.
    mutating func update(_ message: SegmentMessage?, at time: MonotonicTime) {
        guard message != self.message else { return }
        self.message = message
        nextTime = message == nil ? nil : time
    }

    /// The message, if it is due.
    func due(at time: MonotonicTime) -> SegmentMessage? {
        guard let nextTime, time >= nextTime else { return nil }
        return message
    }

    mutating func wasSent(at time: MonotonicTime, again interval: Nanoseconds) {
        nextTime = time + interval
    }

    /// Makes it due now.
    mutating func repeatNow(at time: MonotonicTime) {
        if message != nil { nextTime = time }
    }
}
