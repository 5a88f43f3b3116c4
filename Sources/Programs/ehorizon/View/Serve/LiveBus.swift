import CANFrames
import Console
import ADASISv2
import JSONWriting
import LinuxLoop
import Quantities
import Scene
import SocketCAN

/// What a control unit on a CAN interface knows, while the page is open.
final class LiveBus: LiveSource {
    private var track: ClientTrack
    private var source: SceneHead.Source
    private var connection: CANConnection
    private var items: [CANSocket.Received] = []
    private var nextReopening: MonotonicTime?
    private var hasFrames = false
    /// The most portions of frames that are taken at once.
    private static let mostReads = 16

    /// Opens an interface. It may be absent: then the source waits for it.
    init(_ interface: String, number: Int, bus: ViewBus) throws {
        source = bus.source(named: interface)
        track = bus.track(number)
        var options = CANSocket.Options()
        options.filter = .only(bus.layout.identifiers)
        options.receivesErrors = false
        options.isFlexible = bus.layout.messages.contains { $0.isFD }
        connection = try CANConnection.open(
            interface: interface, options: options, mustExist: false)
        if !connection.isOpen {
            Program.say("ehorizon: waiting for \(interface)")
            nextReopening = monotonicNow()
        }
    }

    var description: SceneHead.Source { source.following(track, hasFrames: hasFrames) }

    var watch: Watch? { connection.watch() }

    func collect(since start: MonotonicTime, into json: inout JSONWriter) throws {
        let (now, clock) = (monotonicNow(), systemNow())
        reopen(at: now)
        // Others have their turn too: vcan has no bit rate, and may be filled faster than it is read.
        for _ in 0..<Self.mostReads {
            items.removeAll(keepingCapacity: true)
            try connection.receive(into: &items)
            for item in items { take(item, now, clock, since: start, into: &json) }
            if items.count < CANConnection.mostItems { break }
        }
        // The page shows frames as they come, not a second later.
        track.flush(to: &json)
    }

    func writeAll(at seconds: Double, into json: inout JSONWriter) {
        track.writeAll(at: seconds, to: &json)
    }

    private func take(
        _ item: CANSocket.Received, _ now: MonotonicTime, _ clock: UTCTime,
        since start: MonotonicTime, into json: inout JSONWriter
    ) {
        switch item {
        case .data(let frame, let receipt):
            // The kernel's time of the frame, by the clock that never steps.
            let age = receipt.time.map { clock.nanoseconds - $0.nanoseconds } ?? 0
            let time = now - Nanoseconds(min(max(age, 0), 1_000_000_000))
            track.note(frame, at: time, max(0, (time - start).seconds), to: &json)
            hasFrames = true
        case .gone, .linkDown:
            if case .gone = item { nextReopening = now }
            var event = SceneEvent(.bus, "down")
            event.text = "\(connection.interface) is down"
            event.write(to: &json, source: track.source, time: (now - start).seconds)
        case .nothing, .remote, .error: break
        }
    }

    private func reopen(at now: MonotonicTime) {
        guard let time = nextReopening, now >= time else { return }
        connection.close()
        try? connection.reopen()
        nextReopening = connection.isOpen ? nil : now + .seconds(1)
    }
}
