public import ADASISv2
public import CANFrames
public import Quantities

/// Counts the frames that the kernel took, by message, and measures the bus load by them. It allocates nothing.
public struct TransmissionCount: Sendable {
    /// The load is measured in parts of a second.
    private static let slots: Int64 = 10
    private static let slotLength = Nanoseconds.milliseconds(100)

    /// The POSITIONs that are complete, with all their candidates.
    public private(set) var positions = 0
    private var counts: [8 of Int] = .init(repeating: 0)
    private var bits: [10 of Int] = .init(repeating: 0)
    /// The last part with a frame: its number since the start of the clock.
    private var slot: Int64 = 0

    /// A count of nothing.
    public init() {}

    /// Takes note of a frame that the kernel took.
    public mutating func note(_ frame: CANFrame, _ kind: MessageKind, at now: MonotonicTime) {
        counts[Int(kind.rawValue) & 7] += 1
        let present = Self.slot(of: now)
        if present > slot {
            for number in max(slot + 1, present - Self.slots + 1)...present {
                bits[Int(number % Self.slots)] = 0
            }
            slot = present
        }
        bits[Int(slot % Self.slots)] += frame.worstCaseBits
    }

    /// Takes note that a POSITION is complete.
    public mutating func notePosition() { positions += 1 }

    /// The number of frames of a message.
    public func count(of kind: MessageKind) -> Int { counts[Int(kind.rawValue) & 7] }

    /// The bits of the last second before the present part, each frame with its maximum of stuff bits.
    public func bitsPerSecond(at now: MonotonicTime) -> Int {
        let present = Self.slot(of: now)
        var sum = 0
        for number in max(present - Self.slots + 1, 0)..<max(present, 0)
        where number <= slot && number > slot - Self.slots {
            sum += bits[Int(number % Self.slots)]
        }
        return sum * Int(Self.slots) / Int(Self.slots - 1)
    }

    private static func slot(of time: MonotonicTime) -> Int64 {
        max(time.nanoseconds, 0) / slotLength.value
    }
}
