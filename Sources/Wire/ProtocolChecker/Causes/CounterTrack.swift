import ADASISv2
import Quantities

/// The last frames of each message type.
struct CounterTrack {
    /// A frame of a message type.
    struct Frame {
        let message: Message
        let time: MonotonicTime
        /// The violation of the counter rule by this frame.
        let finding: Int?
        /// The counter that it should have had.
        let expected: CyclicCounter?
    }

    private var firstTime: MonotonicTime?
    private var frames = 0
    private var last = [Frame?](repeating: nil, count: 8)
    /// When any frame of the sender came last.
    private(set) var lastTime: MonotonicTime?
    /// The last silence of the sender.
    private(set) var silence: (start: MonotonicTime, end: MonotonicTime)?

    subscript(kind: MessageKind) -> Frame? { last[Int(kind.rawValue)] }

    /// A frame comes. A silence is longer than POSITION may be away.
    mutating func begin(at time: MonotonicTime, _ parameters: CheckerParameters) {
        if let lastTime, time - lastTime > parameters.longestPositionInterval {
            silence = (lastTime, time)
        }
        firstTime = firstTime ?? time
        lastTime = time
        frames += 1
    }

    /// The most frames that the sender can be assumed to have sent in a silence: twice as many as on average.
    func frames(within silence: Nanoseconds) -> Int {
        guard let firstTime, let lastTime, lastTime > firstTime else { return 1 }
        let rate = Double(frames) / (lastTime - firstTime).seconds
        return Int(min(2 * rate * silence.seconds, 1e6).rounded(.up)) + 1
    }

    mutating func note(_ message: Message, at time: MonotonicTime, finding: Int?) {
        let slot = Int(message.kind.rawValue)
        last[slot] = Frame(
            message: message, time: time, finding: finding,
            expected: last[slot]?.message.cyclicCounter.next)
    }
}
