import ADASISv2
import CANFrames
import Engine
import Geodesy
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Positioning
import Quantities
import RoadMap
import Supervision
import Testing

@Suite struct LimitWatchTests {
    private static func sketch() throws -> MapSketch {
        func limit(_ number: UInt16) -> SpeedLimit { .limited(number, .kilometresPerHour) }
        return try MapSketch(
            """
            A--1--2--3--B--4--5--C--6--7--D--8--9--E
                        |
                        F
            """,
            gridMetres: 60,
            roads: [
                .init("A123B", class: 3, limit: limit(50)),
                .init("B45C", class: 3, limit: limit(70)),
                .init("C67D", class: 3), .init("D89E", class: 3, limit: limit(100)),
                .init("BF", class: 3, limit: limit(30)),
            ])
    }

    /// At each tick, the limit where the vehicle is, is the one that a client holds there, and each limit ahead is
    /// logged once, before the vehicle is there.
    @Test func theLogHasWhatAClientHolds() throws {
        let sketch = try Self.sketch()
        var engine = Engine(map: sketch.map, parameters: EngineParameters())
        var watch = LimitWatch()
        var client = HorizonReconstructor()
        let layout = ProviderParameters().layout
        var here: EffectiveSpeedLimitCode?
        var log: [LimitWatch.Finding] = []
        let (start, end) = (try sketch.place("A"), try sketch.place("E"))
        for step in 0..<900 {
            let time = MonotonicTime.zero + .milliseconds(Int64(step) * 100)
            if step % 10 == 0 {
                let share = Double(step) / 1000
                let place = Coordinate(
                    latitude: start.latitude + (end.latitude - start.latitude) * share,
                    longitude: start.longitude + (end.longitude - start.longitude) * share)
                var fix = Fix(
                    time: UTCTime(nanoseconds: time.nanoseconds), place: try #require(place))
                fix.speed = MetresPerSecond(23)
                fix.course = Degrees(90)
                try engine.ingest(.position(.fix(fix)), at: time)
            }
            try engine.ingest(.tick, at: time)
            while let frame = engine.nextFrame(at: time) {
                if let limit = engine.waitingLimit {
                    watch.note(limit, at: engine.tree.vehicleOffset)
                }
                engine.frameWasSent(at: time)
                client.ingest(try #require(try layout.decode(frame)), at: time)
            }
            for finding in watch.look(engine.tree, isOnPath: engine.vehicle.place == .onPath) {
                if finding.event == .here { here = finding.limit?.limit }
                log.append(finding)
            }
            guard let vehicle = client.tree.vehicle, let root = client.tree.root else { continue }
            let held = root.segment(at: Metres(Double(vehicle.metres)))?.effectiveSpeedLimit
            #expect(held == here, "step \(step)")
        }
        let places = log.filter { $0.event == .here && $0.path != nil }.map { $0.limit?.limit.raw }
        let ahead = log.filter { $0.event == .ahead }
        func code(_ number: Double) -> UInt8 { EffectiveSpeedLimitCode(upTo: number).raw }
        #expect(places.suffix(4) == [code(50), code(70), 0, code(100)])
        #expect(ahead.map { $0.limit?.limit.raw } == [code(70), 0, code(100)])
        #expect(ahead.allSatisfy { $0.distance > Metres(100) }, "\(ahead)")
        // A place each 50 m at least.
        let driven = log.filter { $0.event != .ahead && $0.path != nil }.map(\.metres.value)
        #expect(zip(driven, driven.dropFirst()).allSatisfy { $1 - $0 < 60 })
    }

    @Test func theEndOfThePathIsALine() throws {
        let sketch = try Self.sketch()
        let engine = Engine(map: sketch.map, parameters: EngineParameters())
        var watch = LimitWatch()
        // Without a path from the start there is nothing to tell.
        #expect(watch.look(engine.tree, isOnPath: false).isEmpty)
        #expect(watch.look(engine.tree, isOnPath: true).isEmpty)
    }

    @Test func linesWaitUpToALimit() {
        var queue = LineQueue()
        let line = [UInt8](repeating: 0x61, count: LineQueue.most / 4)
        for _ in 0..<7 { queue.add(line) }
        guard case .write(let bytes) = queue.next() else {
            Issue.record("nothing to write")
            return
        }
        #expect(bytes.count == LineQueue.most)
        #expect(queue.next() == .wait)
        queue.add([0x62])
        #expect(queue.next() == .write(Array("{\"event\":\"lost\",\"count\":3}\nb".utf8)))
        queue.close()
        #expect(queue.next() == .finish)
    }

    /// The last lines are in the file, also where the loop could not hand them over before.
    @Test func theLastLinesAreWritten() {
        var queue = LineQueue()
        queue.add(Array("a\n".utf8))
        queue.close(adding: [Array("b\n".utf8), Array("c\n".utf8)], lost: 0)
        #expect(queue.next() == .write(Array("a\nb\nc\n".utf8)))
        #expect(queue.next() == .finish)
    }

    /// The disk was full for a while.
    @Test func linesThatCouldNotBeWrittenAreCounted() {
        var queue = LineQueue()
        queue.noteLost(3)
        #expect(queue.next() == .wait)
        queue.add(Array("a\n".utf8))
        #expect(queue.next() == .write(Array("{\"event\":\"lost\",\"count\":3}\na\n".utf8)))
        queue.add(Array("b\n".utf8))
        #expect(queue.next() == .write(Array("b\n".utf8)))
    }
}
