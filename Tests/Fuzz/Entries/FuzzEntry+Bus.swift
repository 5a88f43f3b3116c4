import ADASISv2
import CANFrames
import HorizonReconstructor
import ProtocolChecker
import Quantities

extension FuzzEntry {
    /// A client takes anything and holds a tree that hangs together, of bounded size.
    static func reconstructor(_ bytes: [UInt8]) -> String? {
        var client = HorizonReconstructor()
        var count = 0
        for (frame, time) in traffic(bytes) {
            guard let message = try? layouts[0].decode(frame) else { continue }
            client.ingest(message, at: time)
            count += 1
            if let problem = problem(with: client) { return problem }
        }
        let report = client.report
        let sum =
            report.applied + report.known + report.pending
            + DropReason.allCases.reduce(0) { $0 + report.dropped($1) }
        guard report.received == count, sum == count else {
            return "\(report.received) of \(count) messages received, \(sum) accounted for"
        }
        return nil
    }

    private static func problem(with client: HorizonReconstructor) -> String? {
        let most = client.parameters.itemsPerTrack
        for path in client.tree.paths {
            let lengths = path.profiles.map(\.spots.count) + [path.stubs.items.count]
            if (lengths + [path.segments.items.count]).contains(where: { $0 > most }) {
                return "path \(path.index.raw) holds more than \(most) things of a kind"
            }
            let places = [path.stubs.items.map(\.metres), path.segments.items.map(\.metres)]
            for places in places + path.profiles.map({ $0.spots.map(\.metres) })
            where !zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 }) {
                return "path \(path.index.raw) holds things out of order: \(places)"
            }
            // Up by the parents one comes to an end.
            var next = path.parent
            var steps = 0
            while let index = next {
                steps += 1
                guard steps < 64 else { return "path \(path.index.raw) is its own ancestor" }
                next = client.tree[index]?.parent
            }
        }
        return nil
    }

    /// A watcher takes anything too, and says what is wrong in single lines.
    static func checker(_ bytes: [UInt8]) -> String? {
        var parameters = CheckerParameters()
        parameters.keptViolations = 100
        parameters.framesPerSecond = 50
        parameters.bitsPerSecond = 10_000
        var checker = ProtocolChecker(parameters: parameters)
        var last = MonotonicTime.zero
        for (frame, time) in traffic(bytes) {
            last = max(last, time)
            checker.check(frame, at: time, layout: layouts[0])
        }
        checker.finish(at: last)
        guard checker.violations.count <= 100 else { return "too many violations are kept" }
        for violation in checker.violations
        where violation.explanation.isEmpty || violation.explanation.contains("\n") {
            return "\(violation.rule.rawValue) is not one line: \(violation.explanation)"
        }
        return nil
    }

    /// Ten bytes are a frame: the time since the one before, the message, the payload.
    private static func traffic(_ bytes: [UInt8]) -> [(CANFrame, MonotonicTime)] {
        var frames: [(CANFrame, MonotonicTime)] = []
        var time = MonotonicTime.zero
        for start in stride(from: 0, to: bytes.count - 9, by: 10) {
            switch bytes[start] {
            // Clocks jump, and logs may be of any time.
            case 0xFF: time = time + Nanoseconds.seconds(3600)
            case 0xFE: time = time - Nanoseconds.milliseconds(100)
            case 0xFD: time = MonotonicTime(nanoseconds: .max)
            case 0xFC: time = MonotonicTime(nanoseconds: .min)
            case let step: time = time + Nanoseconds.milliseconds(Int64(step))
            }
            var frame = CANFrame(
                identifier: CANIdentifier(truncatingBase: 0x300 + UInt16(bytes[start + 1] & 7)),
                clampedLength: 8)
            for index in 0..<8 { frame.bytes[index] = bytes[start + 2 + index] }
            frames.append((frame, time))
        }
        return frames
    }
}
