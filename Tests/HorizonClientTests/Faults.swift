import CANFrames
import Foundation
import RandomNumbers

/// A frame and its time.
struct TimedFrame {
    let frame: CANFrame
    var milliseconds: UInt64
}

/// What a bus and a busy unit do to frames, the same for the same seed.
struct Faults {
    /// The share of frames that are lost, repeated, exchanged with the next one, and delayed.
    var loss = 0.0
    var duplicate = 0.0
    var exchange = 0.0
    var delay = 0.0

    func applied(to frames: [TimedFrame], seed: UInt64) -> [TimedFrame] {
        var random = SplitMix64(seed: seed)
        func happens(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        var result: [TimedFrame] = []
        for frame in frames {
            if happens(loss) { continue }
            var late = frame
            if happens(delay) { late.milliseconds += UInt64.random(in: 1...120, using: &random) }
            result.append(late)
            if happens(duplicate) { result.append(late) }
        }
        // A delayed frame comes after those that were sent meanwhile.
        let order = result.indices.sorted {
            (result[$0].milliseconds, $0) < (result[$1].milliseconds, $1)
        }
        result = order.map { result[$0] }
        for place in result.indices.dropLast() where happens(exchange) {
            let earlier = result[place].milliseconds
            let later = result[place + 1].milliseconds
            result.swapAt(place, place + 1)
            result[place].milliseconds = earlier
            result[place + 1].milliseconds = later
        }
        return result
    }
}

enum GoldenLogs {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "can-fixtures")

    /// The names of the committed logs, and of those in the folder that HORIZON_CLIENT_LOGS names.
    static var files: [URL] {
        let other = ProcessInfo.processInfo.environment["HORIZON_CLIENT_LOGS"]
        return ([folder] + (other.map { [URL(filePath: $0)] } ?? [])).flatMap { folder in
            let files = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            return (files ?? []).filter { $0.pathExtension == "log" }
        }.sorted { $0.path() < $1.path() }
    }

    static func frames(_ file: URL) throws -> [TimedFrame] {
        var frames: [TimedFrame] = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let logged = try LoggedFrame(parsing: String(line))
            guard case .data(let frame) = logged.content else { continue }
            frames.append(
                TimedFrame(frame: frame, milliseconds: UInt64(logged.nanoseconds / 1_000_000)))
        }
        return frames
    }
}
