import ADASISv2
import CAllocations
import CANFrames
import CGenerated
import Glibc

/// Times our codec beside the C that cantools makes from our DBC, in one run.
@main
enum CodecBenchmark {
    /// So many different messages of a kind that no branch is learnt by heart.
    static let variety = 256
    /// How often they are gone through in one measurement.
    static let rounds = 2_000
    /// The fastest of so many measurements counts: the others were disturbed.
    static let measurements = 7
    /// The most nanoseconds for a message.
    static let bound = 50.0

    static func main() {
        let layout = Layout(.adasis)
        var isWithin = true
        print("message        encode ns    C ratio   decode ns    C ratio  allocations")
        for kind in MessageKind.standard {
            let frames = randomFrames(kind, layout)
            let messages = frames.compactMap { try? layout.decode($0) }
            guard messages.count == variety else {
                print("\(kind.name): a frame is no message")
                exit(1)
            }
            let words = frames.map { frame in
                (0..<8).reduce(UInt64(0)) { $0 | UInt64(frame.bytes[$1]) << UInt64(8 * $1) }
            }
            let before = allocation_count()
            let encode = best { encodeAll(messages, layout) }
            let decode = best { decodeAll(frames, layout) }
            let allocations = allocation_count() - before
            let theirEncode = best { c_encode(kind.rawValue, words, Int32(rounds)) }
            let theirDecode = best { c_decode(kind.rawValue, words, Int32(rounds)) }
            isWithin = isWithin && encode <= bound && decode <= bound && allocations == 0
            print(
                padded(kind.name, 13), number(encode), number(theirEncode),
                number(encode / theirEncode), " ", number(decode), number(theirDecode),
                number(decode / theirDecode), padded("\(allocations)", 12, toTheRight: true)
            )
        }
        print(
            isWithin
                ? "at most \(Int(bound)) ns a message each way, without allocation"
                : "more than \(Int(bound)) ns a message, or allocations"
        )
        exit(isWithin ? 0 : 1)
    }

    @inline(never)
    static func encodeAll(_ messages: [Message], _ layout: Layout) -> UInt64 {
        var sink: UInt64 = 0
        for _ in 0..<rounds {
            for message in messages {
                let frame = layout.encode(message)
                sink &+= UInt64(frame.bytes[0]) &+ UInt64(frame.bytes[7])
            }
        }
        return sink
    }

    @inline(never)
    static func decodeAll(_ frames: [CANFrame], _ layout: Layout) -> UInt64 {
        var sink: UInt64 = 0
        for _ in 0..<rounds {
            for frame in frames {
                guard let message = try? layout.decode(frame) else { continue }
                sink &+= UInt64(message.cyclicCounter.raw)
            }
        }
        return sink
    }

    /// Nanoseconds a message.
    static func best(_ work: () -> UInt64) -> Double {
        var best = Double.infinity
        for _ in 0..<measurements {
            let start = nanoseconds()
            sink &+= work()
            best = min(best, Double(nanoseconds() - start) / Double(rounds * variety))
        }
        return best
    }

    /// Keeps results, so that nothing is left out as useless.
    nonisolated(unsafe) static var sink: UInt64 = 0

    static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    static func randomFrames(_ kind: MessageKind, _ layout: Layout) -> [CANFrame] {
        var state: UInt64 = 2026
        return (0..<variety).map { _ in
            var frame = CANFrame(identifier: layout.identifier(of: kind), clampedLength: 8)
            for index in 0..<8 {
                // Knuth's multiplier; the low bits are not random enough.
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                frame.bytes[index] = UInt8(truncatingIfNeeded: state >> 56)
            }
            frame.bytes[0] = frame.bytes[0] & 0x1F | kind.rawValue << 5
            return frame
        }
    }

    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return padded("\(tenths / 10).\(tenths % 10)", 7, toTheRight: true)
    }

    static func padded(_ text: String, _ width: Int, toTheRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return toTheRight ? blanks + text : text + blanks
    }
}
