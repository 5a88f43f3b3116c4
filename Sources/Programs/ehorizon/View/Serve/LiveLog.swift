import CANFrames
import Console
import JSONWriting
import LinuxLoop
import Quantities
import Scene
import Synchronization
import TextFiles

/// What a control unit knows from a log that comes in on standard input, for example from `candump -L can0`.
final class LiveLog: LiveSource {
    private let input: LogThread
    private var track: ClientTrack
    private var source: SceneHead.Source
    private var hasFrames = false
    /// The time of the log at the time of the scene.
    private var origin: (log: Int64, scene: Nanoseconds)?

    /// Begins to read; with `interface` only the frames of that one.
    init(number: Int, bus: ViewBus, interface: String?) throws {
        source = bus.source(named: "standard input")
        track = bus.track(number)
        input = try LogThread(interface)
    }

    var description: SceneHead.Source { source.following(track, hasFrames: hasFrames) }

    var watch: Watch? { Watch(input.descriptor, opening: 0) }

    func collect(since start: MonotonicTime, into json: inout JSONWriter) throws {
        for (logged, arrival) in try input.take() {
            guard case .data(let frame) = logged.content else { continue }
            let first = origin ?? (logged.nanoseconds, arrival - start)
            origin = first
            let time = Nanoseconds(logged.nanoseconds) - Nanoseconds(first.log) + first.scene
            track.note(frame, at: start + time, max(0, time.seconds), to: &json)
            hasFrames = true
        }
        track.flush(to: &json)
    }

    func writeAll(at seconds: Double, into json: inout JSONWriter) {
        track.writeAll(at: seconds, to: &json)
    }
}

/// Reads the log on a thread of its own, which may wait for it.
private final class LogThread: Sendable {
    /// Frames that nobody has taken yet; the thread waits for room.
    private static let most = 100_000
    private let frames = Mutex<[(LoggedFrame, MonotonicTime)]>([])
    private let wakeup: Wakeup

    var descriptor: Int32 { wakeup.descriptor }

    init(_ interface: String?) throws {
        wakeup = try Wakeup()
        try startThread { [self] in
            do {
                let log = try BusLogFile("-", interface: interface, chosenBy: "--interface")
                try log.forEach(
                    { (logged, _) throws(Failure) in add(logged) },
                    pause: { () throws(Failure) in wakeup.wake() })
                Program.say("ehorizon: standard input ended; the page stays as it is")
            } catch {
                Program.say("ehorizon: \(error)")
            }
        }
    }

    private func add(_ logged: LoggedFrame) {
        let now = monotonicNow()
        while frames.withLock({ $0.count }) >= Self.most {
            wakeup.wake()
            _ = waitUntil(monotonicNow() + .milliseconds(20)) { false }
        }
        frames.withLock { $0.append((logged, now)) }
    }

    func take() throws -> [(LoggedFrame, MonotonicTime)] {
        _ = try wakeup.acknowledge()
        return frames.withLock { waiting in
            defer { waiting.removeAll(keepingCapacity: true) }
            return waiting
        }
    }
}
