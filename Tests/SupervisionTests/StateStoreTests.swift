import Engine
import Horizon
import Quantities
import Recording
import RoadMap
import Routing
import Supervision
import Testing

/// Keeps what it is given.
private final class Kept<Value>: StateKeeper {
    private(set) var values: [Value] = []
    func store(_ value: Value, at now: MonotonicTime) -> Bool {
        values.append(value)
        return true
    }
    func finish(_ value: Value?, at now: MonotonicTime) {
        if let value { values.append(value) }
    }
}

private struct Run: StateSource {
    var speed: MetresPerSecond?
    var lastPlace: LastPlace?
    var learnedTurns: LearnedTurns?
    var mapIdentity: MapIdentity
}

@Suite struct StateStoreTests {
    private let first = MapIdentity(length: 1000, checksum: 1)
    private let second = MapIdentity(length: 1000, checksum: 2)
    private let place = LastPlace.onRoad(
        LinkPlace(DirectedLink(LinkReference(block: 3, index: 7), .forward), offset: Metres(120)),
        accuracy: Metres(4), probability: 0.9)

    private func at(_ seconds: Double) -> MonotonicTime { .zero + .seconds(seconds) }

    /// A map was changed while the place was not known: the links of the former map are none of the new one.
    @Test func aPlaceIsStoredWithItsMap() throws {
        let (places, turns) = (Kept<LocatedPlace>(), Kept<LearnedTurns>())
        var store = try #require(StateStore(places: places, turns: turns, start: at(0)))
        var run = Run(speed: .zero, lastPlace: place, mapIdentity: first)
        store.note(run, at: at(1))
        run.lastPlace = nil
        run.mapIdentity = second
        store.note(run, at: at(2))
        store.note(run, at: at(3))
        store.finish(run, at: at(4))
        #expect(!places.values.isEmpty)
        #expect(places.values.allSatisfy { $0.map == first })
        // It does not learn.
        #expect(turns.values.isEmpty)
    }

    /// A fix came after the last tick.
    @Test func thePlaceAtTheEndIsStored() throws {
        let (places, turns) = (Kept<LocatedPlace>(), Kept<LearnedTurns>())
        var store = try #require(StateStore(places: places, turns: turns, start: at(0)))
        var run = Run(speed: .zero, lastPlace: .offRoad, mapIdentity: first)
        store.note(run, at: at(1))
        run.lastPlace = place
        store.finish(run, at: at(1.05))
        #expect(places.values.last == LocatedPlace(place, on: first))
    }

    @Test func withoutAFolderNothingIsStored() {
        #expect(
            StateStore<Kept<LocatedPlace>, Kept<LearnedTurns>>(
                places: nil, turns: nil, start: at(0)) == nil)
    }
}

@Suite struct ChunkQueueTests {
    private func encoder() -> RecordingEncoder {
        var encoder = RecordingEncoder(start: .zero)
        encoder.note(.tick, at: .zero)
        return encoder
    }

    @Test func chunksComeInOrderAndThenTheEnd() {
        var queue = ChunkQueue()
        var (first, second) = (encoder(), encoder())
        second.note(.clientsLost, at: .zero)
        #expect(queue.next() == .wait)
        #expect(queue.take(from: &first) == .taken)
        #expect(queue.take(from: &second) == .taken)
        #expect(!first.hasRecords)
        queue.close()
        guard case .write(let one) = queue.next(), case .write(let two) = queue.next() else {
            Issue.record("no chunk")
            return
        }
        #expect(one.count < two.count)
        #expect(queue.next() == .finish)
    }

    @Test func aSlowDiskAndAnEndTakeNothing() {
        var queue = ChunkQueue()
        var encoder = encoder()
        for _ in 0..<ChunkQueue.chunkCount { #expect(queue.take(from: &encoder) == .taken) }
        #expect(queue.take(from: &encoder) == .later)
        guard case .write(let chunk) = queue.next() else {
            Issue.record("no chunk")
            return
        }
        #expect(queue.take(from: &encoder) == .later)
        queue.noteWritten(chunk)
        #expect(queue.take(from: &encoder) == .taken)
        queue.end()
        #expect(queue.take(from: &encoder) == .ended)
    }

    /// The last seconds are those for which people look at a recording.
    @Test func theLastChunkNeedsNoEmptyOne() {
        var queue = ChunkQueue()
        var encoder = encoder()
        for _ in 0..<ChunkQueue.chunkCount { #expect(queue.take(from: &encoder) == .taken) }
        encoder.note(.clientsLost, at: .zero)
        queue.close(with: &encoder)
        #expect(!encoder.hasRecords)
        var chunks = 0
        while case .write = queue.next() { chunks += 1 }
        #expect(chunks == ChunkQueue.chunkCount + 1)
        #expect(queue.next() == .finish)
    }
}
