import ADASISv2
import CANFrames
import Engine
import Foundation
import Geodesy
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Positioning
import Quantities
import Recording
import RoadMap
import Supervision
import Testing

/// The memory of a ring buffer without a thread: a file is made at once.
private final class Ring: RingOutput {
    var store: RingStore
    private(set) var files: [(reason: RingReason, bytes: [UInt8])] = []
    private(set) var now = MonotonicTime.zero
    /// Whether the thread has the memory.
    var isBusy = false
    /// Whether the disk takes no file.
    var isFull = false
    /// Whether there is no memory for a file.
    var lacksMemory = false
    /// For how long the machine was suspended.
    var suspended = Nanoseconds.zero
    /// When files were tried that the disk did not take.
    private(set) var failures: [MonotonicTime] = []

    init(_ store: RingStore) { self.store = store }

    func wantsState(at now: MonotonicTime) -> Bool? {
        self.now = now
        return isBusy ? nil : store.wantsState(at: now)
    }
    func begin(with state: RecordingEncoder, map: MapIdentity, isNew: Bool) -> Bool {
        if !isBusy { store.begin(with: state, map: map, isNew: isNew) }
        return !isBusy
    }
    func take(from encoder: inout RecordingEncoder) -> MonotonicTime? {
        isBusy ? nil : store.take(from: &encoder, awake: encoder.lastTime - suspended)
    }
    func write(_ reason: RingReason, learnedTurns: [UInt8]) -> Bool {
        guard !isBusy else { return false }
        store.write(reason, learnedTurns: learnedTurns)
        look(at: now)
        return true
    }
    func takeOutcome() -> RingOutcome? { store.takeOutcome() }
    func close() {}
    func waitUntilWritten(until end: MonotonicTime) {}

    func look(at now: MonotonicTime) {
        if store.wantsFile(awake: now - suspended), lacksMemory { store.refuseFile() }
        let step = store.next(at: now, utc: UTCTime(nanoseconds: 1_000_000_000_000))
        guard case .write(let reason, let bytes) = step else { return }
        if isFull { failures.append(now) } else { files.append((reason, bytes)) }
        store.note(RingOutcome(reason: reason, isWritten: !isFull))
    }
}

@Suite struct RingRecorderTests {
    private static func sketch() throws -> MapSketch {
        try MapSketch(
            """
            A--1--2--3--B--4--5--C--6--7--8--9--D--X--Y--Z
                        |        |              |
                        E        F              G
            """,
            gridMetres: 60,
            roads: [
                .init("A123B45C6789DXYZ", class: 2), .init("BE", class: 4), .init("CF", class: 5),
                .init("DG", class: 4),
            ])
    }

    private struct Sent {
        let frame: CANFrame
        let time: MonotonicTime
    }

    private func at(_ milliseconds: Int64) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

    private static func header(_ map: RoadMap) -> RecordingHeader {
        RecordingHeader(
            start: .zero, startUTC: UTCTime(nanoseconds: 0), map: map.identity, configuration: [])
    }

    private static func store(
        _ map: RoadMap, length: Nanoseconds, watchdog: Nanoseconds? = nil
    ) -> RingStore {
        RingStore(
            RecordRing(length: length, capacity: 1 << 20), header: header(map), watchdog: watchdog)
    }

    /// Drives for 90 s along the sketch; the ring keeps the last 20 s. What was sent, and the ring as a file.
    private func drive() throws -> (sent: [Sent], file: [UInt8]) {
        let sketch = try Self.sketch()
        let ring = Ring(Self.store(sketch.map, length: .seconds(20)))
        var recorder = RingRecorder(ring, start: .zero)
        var engine = Engine(map: sketch.map, parameters: EngineParameters())
        var sent: [Sent] = []
        func ingest(_ event: EngineEvent, _ time: MonotonicTime) throws {
            if recorder.wantsState(at: time) {
                recorder.begin(
                    place: engine.lastPlace, hasRoute: engine.hasRoute, map: sketch.map.identity)
            }
            recorder.note(event, at: time)
            try engine.ingest(event, at: time)
        }
        let (start, end) = (try sketch.place("A"), try sketch.place("Z"))
        for step in 0..<900 {
            let time = at(Int64(step) * 100)
            if step == 5 { try ingest(.mask(MessagePreset.all.mask), time) }
            if step % 10 == 0 {
                let share = Double(step) / 1000
                let place = Coordinate(
                    latitude: start.latitude + (end.latitude - start.latitude) * share,
                    longitude: start.longitude + (end.longitude - start.longitude) * share)
                var fix = Fix(
                    time: UTCTime(nanoseconds: time.nanoseconds), place: try #require(place))
                fix.speed = MetresPerSecond(27)
                fix.course = Degrees(90)
                try ingest(.position(.fix(fix)), time)
            }
            try ingest(.tick, time)
            for part in 0..<5 {
                let time = time + .milliseconds(Int64(part) * 20)
                while let frame = engine.nextFrame(at: time) {
                    recorder.noteAsked(at: time, sent: frame)
                    engine.frameWasSent(at: time)
                    sent.append(Sent(frame: frame, time: time))
                }
                recorder.noteAsked(at: time, sent: nil)
            }
        }
        #expect(ring.files.isEmpty)
        recorder.request(.command)
        recorder.writeIfDue { [] }
        try #require(ring.files.count == 1)
        return (sent, ring.files[0].bytes)
    }

    private struct Horizon {
        var branch: Int?
        var roadClass: FunctionalRoadClassCode?
        var limit: EffectiveSpeedLimitCode?

        /// Whether another one is the same; both places are rounded to metres.
        func isSame(as other: Horizon?) -> Bool {
            guard let other, roadClass == other.roadClass, limit == other.limit else {
                return false
            }
            guard let branch, let there = other.branch else { return branch == other.branch }
            return abs(branch - there) <= 2
        }
    }

    /// What a client holds at each POSITION on a path: the distance to the next branch point, and what its segment says.
    private func horizon(_ frames: [Sent]) throws -> [Int64: Horizon] {
        let layout = ProviderParameters().layout
        var reconstructor = HorizonReconstructor()
        var found: [Int64: Horizon] = [:]
        for sent in frames {
            let message = try #require(try layout.decode(sent.frame))
            reconstructor.ingest(message, at: sent.time)
            guard case .position = message, let vehicle = reconstructor.tree.vehicle,
                let root = reconstructor.tree.root
            else { continue }
            let place = Metres(Double(vehicle.metres))
            let segment = root.segment(at: place)
            found[sent.time.nanoseconds / 100_000_000] = Horizon(
                branch: root.nextStub(after: place).map { $0.metres - vehicle.metres },
                roadClass: segment?.functionalRoadClass, limit: segment?.effectiveSpeedLimit)
        }
        return found
    }

    /// The file has the frames that were sent, and all events: a replay has the same horizon at the same places,
    /// after a while of the time that a client needs too.
    @Test func aFileReplaysTheLastSeconds() throws {
        let (sent, file) = try drive()
        let reader = try RecordingReader(MemoryBlockSource(file))
        #expect(reader.header.beginsInside)
        #expect((66...70).contains((reader.header.start - .zero).seconds), "\(reader.header.start)")
        var transmitted: [CANFrame] = []
        var drive = RecordedDrive(reader)
        let reason = drive.runTransmitted { (frame, _) throws(Never) in transmitted.append(frame) }
        #expect(reason == nil)
        #expect(transmitted.count > 200)
        #expect(transmitted == sent.suffix(transmitted.count).map(\.frame))

        var engine = Engine(map: try Self.sketch().map, parameters: EngineParameters())
        drive = RecordedDrive(reader)
        var again: [Sent] = []
        let problem = drive.run(through: &engine) { problem, _ in
            Issue.record("\(problem)")
        } send: { frame, time in
            again.append(Sent(frame: frame, time: time))
        }
        #expect(problem == nil)
        // The mask was set long before.
        let layout = ProviderParameters().layout
        let names = Set(try again.map { try #require(try layout.decode($0.frame)).kind })
        #expect(names.contains(.profileLong))
        let (then, now) = (try horizon(sent), try horizon(again))
        let start = reader.header.start.nanoseconds / 100_000_000
        let same = now.filter { $1.isSame(as: then[$0]) }.keys.map { $0 - start }
        let other = now.filter { !$1.isSame(as: then[$0]) }.keys.map { $0 - start }.sorted()
        print("\(now.count) POSITIONs of the replay; other horizons at \(other)")
        #expect(same.count > 150)
        #expect(other.allSatisfy { $0 < 40 }, "\(other)")
        // The first POSITION is on the road.
        #expect((now.keys.min() ?? .max) - start <= 2)
    }

    private func ring(
        _ length: Nanoseconds = .seconds(16), watchdog: Nanoseconds? = nil
    ) throws -> Ring {
        Ring(Self.store(try Self.sketch().map, length: length, watchdog: watchdog))
    }

    private func ticks(
        _ recorder: inout RingRecorder<Ring>, _ range: Range<Int>,
        _ faults: RingFaults = RingFaults()
    ) {
        for step in range {
            let time = at(Int64(step) * 100)
            if recorder.wantsState(at: time) {
                recorder.begin(
                    place: nil, hasRoute: false, map: MapIdentity(length: 1, checksum: 1))
            }
            recorder.note(.tick, at: time)
            recorder.note(faults)
            recorder.writeIfDue { [] }
        }
    }

    private func times(_ file: [UInt8]) throws -> [MonotonicTime] {
        var reader = try RecordingReader(MemoryBlockSource(file))
        var times: [MonotonicTime] = []
        while let event = try reader.next() {
            if case .engine(.tick, let time) = event { times.append(time) }
        }
        return times
    }

    /// A fault that comes again and again: all is in the files, each second once or twice, and no more.
    @Test func faultsAreWrittenWithoutAGap() throws {
        let ring = try ring()
        var recorder = RingRecorder(ring, start: .zero)
        for round in 0..<60 {
            let begin = round * 20
            ticks(&recorder, begin..<begin + 10, RingFaults(isBusOff: true))
            ticks(&recorder, begin + 10..<begin + 20)
        }
        recorder.close { [] }
        #expect(ring.files.allSatisfy { $0.reason == .busOff })
        #expect((8...10).contains(ring.files.count), "\(ring.files.count)")
        let parts = try ring.files.map { try times($0.bytes) }
        // The first one at once.
        #expect(parts.first?.last == at(0))
        for (former, later) in zip(parts, parts.dropFirst()) {
            let end = try #require(former.last)
            let begin = try #require(later.first)
            #expect(begin - end <= .milliseconds(100), "\(end) \(begin)")
        }
        #expect(parts.last?.last == at(119_900))
    }

    @Test func aCommandAndTheFirstFaultOfAKindAreWrittenAtOnce() throws {
        let ring = try ring()
        var recorder = RingRecorder(ring, start: .zero)
        ticks(&recorder, 0..<50, RingFaults(isOffRoad: true))
        #expect(ring.files.map(\.reason) == [.offRoad])
        for step in 50..<53 {
            ticks(&recorder, step..<step + 1, RingFaults(isOffRoad: true, isBusOff: true))
            recorder.request(.command)
            recorder.writeIfDue { [] }
        }
        #expect(ring.files.map(\.reason) == [.offRoad, .busOff, .command, .command, .command])
        #expect(try times(ring.files[4].bytes).last == at(5200))
        // Another bus-off waits, and is part of the file of the event.
        ticks(&recorder, 53..<54)
        ticks(&recorder, 54..<55, RingFaults(isBusOff: true))
        #expect(ring.files.count == 5)
        recorder.request(.signal)
        recorder.writeIfDue { [] }
        recorder.close { [] }
        #expect(ring.files.count == 6)
        #expect(ring.files[5].reason == .signal)
    }

    /// The memory is being written: records wait, and if they are too many, the ring begins anew.
    @Test func aSlowDiskCostsNothingButTheOldest() throws {
        let ring = try ring()
        var recorder = RingRecorder(ring, start: .zero)
        ticks(&recorder, 0..<20)
        ring.isBusy = true
        ticks(&recorder, 20..<30)
        recorder.request(.command)
        recorder.writeIfDue { [] }
        #expect(ring.files.isEmpty)
        ring.isBusy = false
        ticks(&recorder, 30..<40)
        #expect(ring.files.count == 1)
        #expect(try times(ring.files[0].bytes).count == 31)
        ring.isBusy = true
        ticks(&recorder, 40..<30_000)
        ring.isBusy = false
        ticks(&recorder, 30_000..<30_010)
        recorder.request(.command)
        recorder.writeIfDue { [] }
        #expect(try times(ring.files[1].bytes).first == at(3_000_000))
    }

    /// The disk is full for a while: the file is tried again after pauses, and has what it would have had.
    @Test func aFileThatTheDiskDidNotTakeIsTriedAgain() throws {
        let ring = try ring(.seconds(60))
        var recorder = RingRecorder(ring, start: .zero)
        ticks(&recorder, 0..<50)
        ring.isFull = true
        ticks(&recorder, 50..<400, RingFaults(isBusOff: true))
        // At once, after 10 s, and after 20 s more.
        #expect(ring.failures.map { ($0 - at(5000)).seconds.rounded() } == [0, 10, 30])
        ring.isFull = false
        // Who asks for it has it at once.
        recorder.request(.command)
        recorder.writeIfDue { [] }
        #expect(ring.files.map(\.reason) == [.command])
        ticks(&recorder, 400..<900, RingFaults(isBusOff: true))
        #expect(ring.files.count == 1)

        // Once more, with room again before the next try.
        ticks(&recorder, 900..<1800)
        ring.isFull = true
        ticks(&recorder, 1800..<1850, RingFaults(isOffRoad: true))
        ring.isFull = false
        ticks(&recorder, 1850..<1950, RingFaults(isOffRoad: true))
        try #require(ring.files.map(\.reason) == [.command, .offRoad])
        #expect(try times(ring.files[1].bytes).contains(at(180_000)))
    }

    /// A disk that stays full: the tries end when the ring has the moment no longer, and at the end there is one more.
    @Test func aDiskThatStaysFullIsNotTriedForEver() throws {
        let ring = try ring(.seconds(60))
        var recorder = RingRecorder(ring, start: .zero)
        ring.isFull = true
        ticks(&recorder, 0..<6000, RingFaults(isBusOff: true))
        #expect((2...4).contains(ring.failures.count), "\(ring.failures)")
        ticks(&recorder, 6000..<6001, RingFaults(isOffRoad: true))
        ring.isFull = false
        recorder.close { [] }
        #expect(ring.files.map(\.reason) == [.offRoad])
    }

    /// The waits at the end are within the time after which the service manager kills the daemon.
    @Test func theEndOfTheDaemonIsWithinTheTimeOfTheUnit() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "tools/packaging/debian/ehorizon.ehorizond.service")
        let unit = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let line = try #require(unit.first { $0.hasPrefix("TimeoutStopSec=") })
        let limit = try #require(Double(line.dropFirst("TimeoutStopSec=".count)))
        #expect(ClosingTime.longest.seconds <= limit - 1)
    }

    /// The loop does not come back from an event: the thread writes the ring, with that event.
    @Test func aStoppedLoopIsWritten() throws {
        let ring = try ring(watchdog: .seconds(3))
        var recorder = RingRecorder(ring, start: .zero)
        ticks(&recorder, 0..<50)
        ring.look(at: at(4900 + 1999))
        #expect(ring.files.isEmpty)
        // A machine that was suspended for an hour has not stopped.
        ring.suspended = .seconds(3600)
        ring.look(at: at(4900 + 3_600_000 + 1999))
        #expect(ring.files.isEmpty)
        ring.look(at: at(4900 + 3_600_000 + 2000))
        #expect(ring.files.map(\.reason) == [.watchdog])
        #expect(try times(ring.files[0].bytes).last == at(4900))
        ring.look(at: at(3_610_000))
        #expect(ring.files.count == 1)
        #expect(ring.store.interval == .milliseconds(250))
        #expect(try self.ring().store.interval == nil)
    }

    /// A file that there is no memory for is tried again as one that the disk did not take.
    @Test func withoutMemoryTheFileComesLater() throws {
        let ring = try ring()
        var recorder = RingRecorder(ring, start: .zero)
        ring.lacksMemory = true
        recorder.request(.busOff)
        ticks(&recorder, 0..<90)
        #expect(ring.files.isEmpty)
        ring.lacksMemory = false
        ticks(&recorder, 90..<120)
        #expect(ring.files.map(\.reason) == [.busOff])
        // Nor does it hold up the end.
        var store = ring.store
        store.write(.command, learnedTurns: [])
        store.close()
        let isWanted = store.wantsFile(awake: at(12_000))
        #expect(isWanted)
        store.refuseFile()
        guard case .finish = store.next(at: at(12_000), utc: UTCTime(nanoseconds: 0)) else {
            Issue.record("the thread does not end")
            return
        }
        #expect(store.takeOutcome()?.isWritten == false)
    }

    @Test func namesHaveAnOrderAndALimit() {
        let noon = UTCTime(nanoseconds: 1_700_000_000_000_000_000)
        let first = RingNames(among: ["last-place"], most: 2, .busOff, at: noon)
        #expect(first.next == "000001-20231114T221320Z-bus-off.rec")
        #expect(first.surplus.isEmpty)
        let own = [
            "000009-19700101T000000Z-command.rec", "000011-20231114T221320Z-off-road.rec",
            "000010-20231114T221320Z-signal.rec", "000012-x.rec", "000013-20231114T221320Z-me.rec",
            "12-20231114T221320Z-signal.rec",
        ]
        let next = RingNames(among: own, most: 2, .command, at: noon)
        #expect(next.next == "000012-20231114T221320Z-command.rec")
        #expect(next.surplus == [own[0], own[2]])
    }
}
