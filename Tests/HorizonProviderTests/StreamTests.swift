import ADASISv2
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import HorizonProvider

@Suite("Reach, repetition and what is sent at all, by level and kind") struct StreamTests {
    /// A main road of 1,000 m with a side road every 200 m, and on each road another class and another
    /// kind of route number every 50 m.
    private static func sketch() throws -> MapSketch {
        func every50Metres(_ kind: AttributeKind) -> [Attribute] {
            (0..<20).map { number in
                Attribute(
                    kind, UInt64(number % 2 + 1), provenance: .tagged,
                    from: Centimetres(number * 5000), to: Centimetres((number + 1) * 5000))
            }
        }
        let attributes = every50Metres(.functionalRoadClass) + every50Metres(.routeNumberClass)
        return try MapSketch(
            """
            A-B-C-D-E-F
              | | | |
              G H I J
            """, gridMetres: 100,
            roads: [.init("ABCDEF", form: .controlledAccess, also: attributes)]
                + ["BG", "CH", "DI", "EJ"].map { .init($0, form: .ramp, also: attributes) })
    }

    private static func bench(_ change: (inout [LevelParameters]) -> Void) throws -> Bench {
        Bench(
            try sketch(),
            {
                $0.mask = MessagePreset.default.mask
                $0.mask.set(ShortProfileType.routeNumberType, to: true)
                $0.mask.set(LongProfileType.linkIdentifier, to: true)
                $0.levels[1] = LevelParameters(reach: Metres(1500))
                change(&$0.levels)
            }, horizon: { $0.lookAhead[1] = Centimetres(150_000) })
    }

    /// The offsets of the messages of a kind, on the main path or on all others, in their order.
    private func offsets(
        _ messages: [Message], _ kind: MessageKind, isMain: Bool
    ) -> [Int] {
        messages.compactMap { message -> Int? in
            let place: (PathIndex, OffsetCode)
            switch message {
            case .stub(let message): place = (message.pathIndex, message.offset)
            case .segment(let message): place = (message.pathIndex, message.offset)
            case .profileShort(let message): place = (message.pathIndex, message.offset)
            case .profileLong(let message): place = (message.pathIndex, message.offset)
            default: return nil
            }
            return message.kind == kind && (place.0 == .first) == isMain ? Int(place.1.raw) : nil
        }
    }

    private func every(_ metres: Int, to last: Int) -> [Int] {
        Array(stride(from: 0, through: last, by: metres))
    }

    @Test("Each kind of message has the reach of its level")
    func reach() throws {
        var bench = try Self.bench {
            $0[0].segment.reach = Metres(300)
            $0[0].profileShort.reach = Metres(149)
            $0[0].profileLong.reach = Metres(500)
            $0[0].stub.reach = Metres(410)
            $0[1].segment.reach = Metres(250)
            $0[1].profileShort.reach = Metres(310)
            $0[1].profileLong.reach = Metres(200)
            $0[1].stub.reach = Metres(10)
        }
        let sent = try bench.drive("A", "B", 0)
        #expect(offsets(sent, .segment, isMain: true) == every(50, to: 300))
        #expect(offsets(sent, .profileShort, isMain: true) == [0, 50, 100])
        #expect(offsets(sent, .profileLong, isMain: true) == [0, 200, 400])
        #expect(offsets(sent, .stub, isMain: true) == [200, 400])
        // The first side road begins 200 m ahead, the second one 400 m.
        #expect(offsets(sent, .segment, isMain: false) == [0, 50])
        #expect(offsets(sent, .profileShort, isMain: false) == [0, 50, 100])
        #expect(offsets(sent, .profileLong, isMain: false) == [0])
        #expect(bench.provider.isComplete)
    }

    @Test("What a level switches off is not sent on its paths, and on others it is")
    func enabled() throws {
        var bench = try Self.bench {
            $0[0].profileShort.isEnabled = false
            $0[1].segment.isEnabled = false
            $0[1].profileLong.isEnabled = false
        }
        let sent = try bench.drive("A", "B", 0)
        #expect(offsets(sent, .profileShort, isMain: true).isEmpty)
        #expect(!offsets(sent, .profileShort, isMain: false).isEmpty)
        #expect(!offsets(sent, .segment, isMain: true).isEmpty)
        #expect(offsets(sent, .segment, isMain: false).isEmpty)
        #expect(!offsets(sent, .profileLong, isMain: true).isEmpty)
        #expect(offsets(sent, .profileLong, isMain: false).isEmpty)
        var closed = try Self.bench { $0[0].stub.isEnabled = false }
        let alone = try closed.drive("A", "B", 0)
        #expect(offsets(alone, .stub, isMain: true).isEmpty)
        #expect(offsets(alone, .segment, isMain: false).isEmpty)
        #expect(closed.provider.isComplete)
    }

    @Test("Each kind is repeated after its distance on its level")
    func repetition() throws {
        var bench = try Self.bench {
            for level in 0..<2 {
                $0[level].stub.repetitionDistance = Metres(1000)
                $0[level].segment.repetitionDistance = Metres(1000)
                $0[level].profileShort.repetitionDistance = Metres(1000)
                $0[level].profileLong.repetitionDistance = Metres(1000)
            }
            $0[0].segment.repetitionDistance = Metres(40)
            $0[0].stub.repetitionDistance = Metres(70)
            $0[1].profileShort.repetitionDistance = Metres(100)
        }
        func tree(_ metres: Double) throws -> [Message] {
            try bench.drive("A", "B", metres)
                .filter { $0.kind != .position && $0.kind != .metaData }
        }
        _ = try tree(0)
        #expect(try tree(39).isEmpty)
        let segments = try tree(45)
        #expect(segments.allSatisfy { $0.kind == .segment && $0.retransmission })
        // The one at 0 m still holds where the car is.
        #expect(offsets(segments, .segment, isMain: true) == every(50, to: 950))
        #expect(segments.count == 20)
        let stubs = try tree(75)
        #expect(stubs.allSatisfy { $0.kind == .stub && $0.retransmission })
        #expect(offsets(stubs, .stub, isMain: true) == [200, 400, 600, 800])
        let both = try tree(105)
        #expect(offsets(both, .segment, isMain: true) == every(50, to: 950).filter { $0 >= 100 })
        #expect(!offsets(both, .profileShort, isMain: false).isEmpty)
        #expect(offsets(both, .profileShort, isMain: true).isEmpty)
        #expect(offsets(both, .segment, isMain: false).isEmpty)
        #expect(both.allSatisfy { $0.kind == .segment || $0.kind == .profileShort })
    }

    @Test("A start burst lets so many frames more follow each other at the start, and not again")
    func startBurst() throws {
        func atOnce(_ provider: inout HorizonProvider, at time: MonotonicTime) -> Int {
            provider.tick(at: time)
            var count = 0
            while let _ = provider.nextFrame(at: time) {
                provider.frameWasSent(at: time)
                count += 1
            }
            return count
        }
        func counts(_ burst: Int) throws -> (Int, Int) {
            var bench = try Self.bench { _ in }
            var parameters = bench.provider.parameters
            parameters.pace.busLoadPercent = 2
            parameters.pace.startBurst = burst
            bench.provider = HorizonProvider(
                map: bench.sketch.map, parameters: parameters, trailing: Centimetres(10_000))
            try bench.tree.advance(
                to: .init(try bench.sketch.link("A", "B"), offset: .zero))
            try bench.provider.update(
                tree: bench.tree, vehicle: VehicleState(.onPath, time: .zero), at: .zero)
            let first = atOnce(&bench.provider, at: .zero)
            let later = MonotonicTime(nanoseconds: 20_000_000_000)
            bench.provider.repeatEverything(at: later)
            return (first, atOnce(&bench.provider, at: later))
        }
        let usual = try counts(0)
        #expect(usual.0 == 2 + PaceParameters.usualPackage)
        let burst = try counts(30)
        #expect(burst.0 == usual.0 + 30)
        #expect(burst.1 == usual.1)
    }
}
