import ADASISv2
import CANFrames
import Engine
import Geodesy
import HorizonProvider
import LinuxLoop
import MapSketch
import Positioning
import Quantities
import SocketCAN
import Supervision
import Testing

/// The ignition is off, and on again: the sender with an engine.
@Suite struct BusSleepTests {
    /// A bus that takes each frame at once.
    private final class Line {
        var frames: [(frame: CANFrame, time: MonotonicTime)] = []
        var confirmed = 0
        var now = MonotonicTime.zero
        var isSilent = false
        var isFull = false
    }

    private struct Port: BusPort, ~Copyable {
        let line: Line
        var interface: String { "can0" }
        var isOpen: Bool { true }
        var isUp: Bool { true }
        var holdsFrames: Bool { false }
        var isChanging: Bool { false }
        func send(_ frame: CANFrame) -> SendResult {
            if line.isFull { return .queueFull }
            line.frames.append((frame, line.now))
            return .sent
        }
        func receive(into items: inout [CANSocket.Received]) {
            guard !line.isSilent else { return }
            let receipt = CANSocket.Receipt(time: nil, isOwn: true, isLocal: true)
            for sent in line.frames[line.confirmed...] { items.append(.data(sent.frame, receipt)) }
            line.confirmed = line.frames.count
        }
        func receiveRequests(into items: inout [CANSocket.Received]) {}
        mutating func close() {}
        mutating func reopen() {}
        mutating func readLink(into events: inout [LinkEvent]) {}
        func ask() {}
        func setUp(_ settings: LinkSettings, restarts: Bool) {}
        func recover() {}
    }

    private func at(_ milliseconds: Int64) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

    @Test func nothingIsSentWhileTheIgnitionIsOff() throws {
        let sketch = try MapSketch(
            """
            A--1--2--3--B--4--5--C
                        |        |
                        D--------E
            """,
            gridMetres: 40, roads: [.init("A123B45C", class: 2), .init("BDEC", class: 4)])
        let line = Line()
        var lines: [String] = []
        var engine = Engine(map: sketch.map, parameters: EngineParameters())
        let (start, end) = (try sketch.place("A"), try sketch.place("C"))
        let sent = try drive(&engine, line, from: start, to: end) { lines.append($0) }
        #expect(
            lines == [
                "can0: the ignition is off; nothing is sent until it is on",
                "can0: the ignition is on; the horizon is sent again",
            ])
        #expect(sent.prefix { $0.time < at(10_000) }.count > 100)
        // Neither POSITION nor anything else, and no line about a blocked bus.
        #expect(!sent.contains { $0.time > at(10_000) && $0.time < at(25_000) })
        let layout = ProviderParameters().layout
        let again = try sent.filter { $0.time >= at(25_000) }.map {
            (message: try #require(try layout.decode($0.frame)), time: $0.time)
        }
        #expect(again.first?.message.kind == .metaData)
        for kind in [MessageKind.metaData, .position] {
            let first = try #require(again.first { $0.message.kind == kind })
            #expect(first.time - at(25_000) <= .milliseconds(100), "\(kind)")
        }
        // All that is sent at the start is sent again.
        let soon = again.filter { $0.time < at(28_000) }.map(\.message.kind)
        let atStart = try sent.filter { $0.time < at(3000) }.map {
            try #require(try layout.decode($0.frame)).kind
        }
        #expect(Set(soon) == Set(atStart))
        #expect(soon.count { $0 == .stub } >= 2)
    }

    /// The queue was full as the bus fell asleep: the loop has nothing to do all the same.
    @Test func aFullQueueKeepsNobodyBusy() throws {
        let line = Line()
        line.isFull = true
        var bus = BusSender(
            Port(line: line), bitRate: BitRateWatch(ProviderParameters()), own: nil, say: { _ in })
        let identifier = try #require(CANIdentifier(base: 0x300))
        _ = bus.send(CANFrame(identifier: identifier, clampedLength: 8), at: at(0))
        bus.setIgnition(false, at: at(0))
        for step in Int64(1)...1000 {
            bus.recover(at: at(step * 20))
            let deadline = bus.deadline
            #expect(deadline.map { $0 > at(step * 20) } ?? true)
        }
    }

    private func drive(
        _ engine: inout Engine, _ line: Line, from start: Coordinate, to end: Coordinate,
        _ say: @escaping (String) -> Void
    ) throws -> [(frame: CANFrame, time: MonotonicTime)] {
        var bus = BusSender(
            Port(line: line), bitRate: BitRateWatch(ProviderParameters()), own: nil, say: say)
        for step in Int64(0)..<1500 {
            let now = at(step * 20)
            line.now = now
            bus.receive(at: now)
            bus.recover(at: now)
            // Off again and again is one change.
            if step == 499 { line.isSilent = true }
            if (500..<600).contains(step) {
                bus.setIgnition(false, at: now)
                #expect(bus.condition == .asleep)
            }
            if step == 1250 {
                line.isSilent = false
                bus.setIgnition(true, at: now)
                #expect(bus.condition == .open)
            }
            if bus.takeClientsLost() { try engine.ingest(.clientsLost, at: now) }
            if step % 50 == 0 {
                let share = Double(step) / 2000
                let place = Coordinate(
                    latitude: start.latitude + (end.latitude - start.latitude) * share,
                    longitude: start.longitude + (end.longitude - start.longitude) * share)
                var fix = Fix(
                    time: UTCTime(nanoseconds: now.nanoseconds), place: try #require(place))
                fix.speed = MetresPerSecond(9)
                fix.course = Degrees(90)
                try engine.ingest(.position(.fix(fix)), at: now)
            }
            if step % 5 == 0 { try engine.ingest(.tick, at: now) }
            while bus.isOpen(isPositionDue: engine.isPositionDue, at: now),
                let frame = engine.nextFrame(at: now), bus.send(frame, at: now)
            {
                engine.frameWasSent(at: now)
                bus.receive(at: now)
            }
        }
        return line.frames
    }
}
