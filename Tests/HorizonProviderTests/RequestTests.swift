import ADASISv2
import MapSketch
import Quantities
import RoadMap
import Testing

@testable import HorizonProvider

@Suite("A message that is asked for again") struct RequestTests {
    /// A road of 600 m with another class, and so a SEGMENT, every 100 m.
    static func sketch() throws -> MapSketch {
        let classes = (0..<6).map { number in
            Attribute(
                .functionalRoadClass, UInt64(number + 1), provenance: .tagged,
                from: Centimetres(number * 10_000), to: Centimetres((number + 1) * 10_000))
        }
        return try MapSketch("A------B", gridMetres: 100, roads: [.init("AB", also: classes)])
    }

    private func bench() throws -> (Bench, [SegmentMessage]) {
        var bench = Bench(try Self.sketch()) {
            $0.mask = MessagePreset.default.mask
            $0.mask.set(LongProfileType.linkIdentifier, to: true)
        }
        let first = segments(try bench.drive("A", "B", 0))
        return (bench, first)
    }

    private func segments(_ messages: [Message]) -> [SegmentMessage] {
        messages.compactMap { if case .segment(let segment) = $0 { segment } else { nil } }
    }

    /// The frames of the tree.
    private func tree(_ messages: [Message]) -> [Message] {
        messages.filter { $0.kind != .position && $0.kind != .metaData }
    }

    /// A SEGMENT as it is said again.
    private func again(_ segment: SegmentMessage, _ counter: UInt8) -> Message {
        var segment = segment
        segment.retransmission = true
        segment.cyclicCounter = CyclicCounter(raw: counter)
        return .segment(segment)
    }

    @Test("comes once, the last one of its type and counter, flagged")
    func byCounter() throws {
        var (bench, first) = try bench()
        #expect(first.map(\.offset.raw) == [0, 100, 200, 300, 400, 500, 600])
        #expect(first.map(\.cyclicCounter.raw) == [0, 1, 2, 3, 0, 1, 2])
        bench.provider.repeatMessage(
            .segment, counter: CyclicCounter(raw: 1), at: bench.time)
        #expect(tree(try bench.send(for: 0.5)) == [again(first[5], 3)])
        bench.provider.repeatMessage(
            .segment, counter: CyclicCounter(raw: 0), at: bench.time)
        #expect(tree(try bench.send(for: 0.5)) == [again(first[4], 0)])
        // Now that counter is the one of the message that was said again.
        bench.provider.repeatMessage(
            .segment, counter: CyclicCounter(raw: 0), at: bench.time)
        #expect(tree(try bench.send(for: 0.5)) == [again(first[4], 1)])
    }

    @Test("is every one of its type, near before far, where no counter is named")
    func allOfAType() throws {
        var (bench, first) = try bench()
        bench.provider.repeatMessage(.segment, counter: nil, at: bench.time)
        let expected = first.enumerated().map { again($1, UInt8((3 + $0) % 4)) }
        #expect(tree(try bench.send(for: 0.5)) == expected)
    }

    @Test("is none where no such message was sent")
    func nothing() throws {
        var (bench, _) = try bench()
        bench.provider.repeatMessage(
            .profileLong, counter: CyclicCounter(raw: 2), at: bench.time)
        bench.provider.repeatMessage(.profileShort, counter: nil, at: bench.time)
        bench.provider.repeatMessage(.stub, counter: CyclicCounter(raw: 0), at: bench.time)
        #expect(tree(try bench.send(for: 0.5)).isEmpty)
        bench.provider.repeatMessage(
            .profileLong, counter: CyclicCounter(raw: 0), at: bench.time)
        #expect(tree(try bench.send(for: 0.5)).map(\.kind) == [.profileLong])
    }

    @Test("comes by itself, cyclically, where the car stands, and nothing counts as missing then")
    func cyclic() throws {
        var bench = Bench(try Self.sketch()) {
            $0.mask = MessagePreset.default.mask
            $0.pace.cyclicInterval = .milliseconds(3000)
        }
        let first = segments(try bench.drive("A", "B", 0))
        #expect(tree(try bench.send(for: 1.9)).isEmpty)
        let repeated = tree(try bench.send(for: 0.5))
        #expect(repeated == first.enumerated().map { again($1, UInt8((3 + $0) % 4)) })
        #expect(tree(try bench.send(for: 2)).isEmpty)
        #expect(tree(try bench.send(for: 1)).count == first.count)
        #expect(bench.provider.isComplete)
    }
}
