import Quantities

/// A bound on frames per second: the generic cell rate algorithm (ITU-T I.371, annex A), a bucket
/// without a timer.
struct Pacing {
    private let interval: Nanoseconds
    private let tolerance: Nanoseconds
    /// The moment at which a bus that carried nothing but evenly spaced frames would be free again.
    private var theoretical = MonotonicTime(nanoseconds: .min / 2)

    init(framesPerSecond: Int, burst: Int) {
        interval = Nanoseconds(1_000_000_000 / Int64(max(1, framesPerSecond)))
        tolerance = interval * Int64(max(1, burst) - 1)
    }

    /// The earliest moment for the next frame.
    var nextFrameTime: MonotonicTime { theoretical - tolerance }

    func allowsFrame(at time: MonotonicTime) -> Bool { time >= nextFrameTime }

    mutating func frameWasSent(at time: MonotonicTime) {
        theoretical = max(theoretical, time) + interval
    }
}
