import ADASISv2
import CANFrames
import Foundation
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import Routing
import Testing

/// A drive and all that is said on the way, each message with its time and every field that is known,
/// beside a committed text that says the same.
struct Transcript {
    var bench: Bench
    private(set) var text = ""
    private var nextTick = MonotonicTime.zero
    private let tickInterval: Nanoseconds

    init(
        _ sketch: MapSketch, _ change: (inout ProviderParameters) -> Void = { _ in },
        horizon: (inout HorizonParameters) -> Void = { _ in }
    ) {
        var interval = Nanoseconds.milliseconds(1000)
        bench = Bench(
            sketch,
            {
                $0.pace = PaceParameters()
                // Fewer of them leave more to read of what else is said.
                $0.timing.positionInterval = .milliseconds(1000)
                for type in ShortProfileType.named { $0.mask.set(type, to: true) }
                for type in LongProfileType.named { $0.mask.set(type, to: true) }
                change(&$0)
                interval = $0.timing.positionInterval
            }, horizon: horizon)
        tickInterval = interval
    }

    mutating func say(_ words: String) { text += "== \(words)\n" }

    /// Puts the car somewhere, `metres` along a link, and lets time go by.
    mutating func drive(
        _ from: Character, _ to: Character, _ metres: Double, seconds: Double = 1,
        _ change: (inout VehicleState, PathTree) throws -> Void = { _, _ in }
    ) throws {
        say("\(from) to \(to), \(metres) m")
        try bench.tree.advance(
            to: LinkPlace(try bench.sketch.link(from, to), offset: Metres(metres)))
        var vehicle = VehicleState(.onPath, time: bench.time)
        vehicle.speed = MetresPerSecond(10)
        try change(&vehicle, bench.tree)
        try bench.provider.update(tree: bench.tree, vehicle: vehicle, at: bench.time)
        run(for: seconds)
    }

    /// Lets time go by, as the provider asks for it.
    mutating func run(for seconds: Double) {
        let end = bench.time + .milliseconds(Int64(seconds * 1000))
        while bench.time < end {
            if bench.time >= nextTick {
                bench.provider.tick(at: bench.time)
                nextTick = nextTick + tickInterval
            }
            let until = min(end, nextTick)
            if let frame = bench.provider.nextFrame(at: bench.time) {
                write(frame)
                bench.provider.frameWasSent(at: bench.time)
                let bits = Int64(frame.worstCaseBits)
                bench.time = min(until, bench.time + Nanoseconds(bits * 2000))
            } else if let later = bench.provider.nextFrameTime(after: bench.time),
                later > bench.time
            {
                bench.time = min(until, later)
            } else {
                bench.time = until
            }
        }
        text += bench.provider.isComplete ? "-- complete\n" : "-- more is to come\n"
    }

    private mutating func write(_ frame: CANFrame) {
        guard let (kind, raw) = try? bench.layout.fields(of: frame) else {
            text += "no message: \(frame)\n"
            return
        }
        let profile = ProfileType(kind: kind, raw: raw)
        let micros = bench.time.nanoseconds / 1000
        text += "\(micros / 1000).\(String(micros % 1000 + 1000).dropFirst()) \(kind.name)"
        for (index, field) in kind.fields.enumerated() {
            guard field != .messageType, field != .reserved, !field.isMakersOwn else { continue }
            let value = field.value(of: raw[index], in: kind, profile: profile)
            switch value {
            case .word("unknown"), .word("n/a"), .flag(false): continue
            case .flag(true): text += " \(field.rawValue)"
            default: text += " \(field.rawValue)=\(value.text)"
            }
        }
        text += "\n"
    }

    func expect(_ name: String) throws { try Self.expect(text, name) }

    /// Compares with what is committed. `UPDATE_GOLDEN=1` writes it; the review reads the difference.
    static func expect(_ text: String, _ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Transcripts/\(name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let wanted = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let said = text.split(separator: "\n")
        for (number, (said, wanted)) in zip(said, wanted).enumerated() where said != wanted {
            Issue.record("\(name).txt:\(number + 1): \(said)\ninstead of \(wanted)")
            return
        }
        #expect(said.count == wanted.count, "\(name).txt")
    }
}
