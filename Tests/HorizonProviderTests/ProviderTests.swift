import ADASISv2
import CANFrames
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

/// A car in a sketch, its provider, and a bus that takes a frame whenever it is asked to.
struct Bench {
    let sketch: MapSketch
    let layout: Layout
    var tree: PathTree
    var provider: HorizonProvider
    var time = MonotonicTime.zero

    init(
        _ sketch: MapSketch, _ change: (inout ProviderParameters) -> Void = { _ in },
        horizon: (inout HorizonParameters) -> Void = { _ in }
    ) {
        self.sketch = sketch
        var parameters = ProviderParameters()
        parameters.mask = MessagePreset.all.mask
        parameters.pace.busLoadPercent = 100
        parameters.pace.cyclicInterval = .zero
        change(&parameters)
        var reach = HorizonParameters()
        horizon(&reach)
        layout = parameters.layout
        tree = PathTree(map: sketch.map, parameters: reach)
        provider = HorizonProvider(
            map: sketch.map, parameters: parameters, trailing: reach.trailing)
    }

    /// Puts the car somewhere and returns what is sent then, for so long.
    mutating func drive(
        _ from: Character, _ to: Character, _ metres: Double, seconds: Double = 1
    ) throws -> [Message] {
        try tree.advance(to: LinkPlace(try sketch.link(from, to), offset: Metres(metres)))
        var vehicle = VehicleState(.onPath, time: time)
        vehicle.speed = MetresPerSecond(10)
        try provider.update(tree: tree, vehicle: vehicle, at: time)
        return try send(for: seconds)
    }

    /// What is sent in the next seconds, with a POSITION every 100 ms and a frame each 0.2 ms.
    mutating func send(for seconds: Double) throws -> [Message] {
        var sent: [Message] = []
        for step in 0..<Int(seconds * 5000) {
            if step % 500 == 0 { provider.tick(at: time) }
            if let frame = provider.nextFrame(at: time) {
                sent.append(try #require(try layout.decode(frame)))
                provider.frameWasSent(at: time)
            }
            time = time + .milliseconds(0) + Nanoseconds(200_000)
        }
        return sent
    }
}

@Suite struct ProviderTests {
    static func sketch() throws -> MapSketch {
        try MapSketch(
            """
                  D
                  |
            A-----B-----C-----F
                  |     |
                  E     G
            """, gridMetres: 20,
            roads: [
                .init("ABCF", class: 2, limit: .limited(50, .kilometresPerHour)),
                .init("DBE", class: 4), .init("CG", class: 6),
            ])
    }

    @Test func metaDataThenPositionThenNearBeforeFar() throws {
        var bench = Bench(try Self.sketch())
        let sent = try bench.drive("A", "B", 10)
        #expect(sent.prefix(2).map(\.kind) == [.metaData, .position])
        var opened: [PathIndex] = [.first]
        var offsets: [Int] = []
        for message in sent {
            switch message {
            case .stub(let stub):
                #expect(opened.contains(stub.pathIndex))
                if stub.subPathIndex.isNormal { opened.append(stub.subPathIndex) }
            case .segment(let segment):
                #expect(opened.contains(segment.pathIndex))
                if segment.pathIndex == .first { offsets.append(Int(segment.offset.raw)) }
            case .profileShort(let spot): #expect(opened.contains(spot.pathIndex))
            case .profileLong(let spot): #expect(opened.contains(spot.pathIndex))
            default: break
            }
        }
        #expect(opened.count == 4)
        #expect(offsets == offsets.sorted())
    }

    @Test func whatTheMapSaysAndNothingElse() throws {
        var bench = Bench(try Self.sketch())
        let sent = try bench.drive("A", "B", 10)
        let segment = try #require(
            sent.lazy.compactMap { message -> SegmentMessage? in
                if case .segment(let segment) = message { return segment }
                return nil
            }.first)
        #expect(segment.functionalRoadClass == FunctionalRoadClassCode(2))
        #expect(segment.effectiveSpeedLimit == EffectiveSpeedLimitCode(upTo: 50))
        #expect(segment.formOfWay == .unknown)
        #expect(segment.tunnel == .unknown)
        #expect(segment.lanesDrivingDirection == .notAvailable)
        #expect(segment.builtUpArea == .unknown)
    }

    @Test func countersRunWithoutHolesWhenTheBusRefuses() throws {
        let gravel = Attribute(
            .surface, UInt64(RoadSurface.gravel.rawValue), provenance: .tagged, from: .zero,
            to: Centimetres(8000))
        var bench = Bench(
            try MapSketch(
                """
                A---B---C
                    |
                    D
                """, gridMetres: 20, roads: [.init("ABC", also: [gravel]), .init("BD")]))
        _ = try bench.drive("A", "B", 10, seconds: 0)
        bench.provider.tick(at: bench.time)
        // The bus does not take the first tries; nothing may be lost or counted.
        for _ in 0..<5 { _ = bench.provider.nextFrame(at: bench.time) }
        var counters: [MessageKind: CyclicCounter] = [:]
        for message in try bench.send(for: 2) {
            if let last = counters[message.kind] { #expect(message.cyclicCounter == last.next) }
            counters[message.kind] = message.cyclicCounter
        }
        #expect(counters.count == 6)
    }

    @Test func theLastStubOfAnOffsetSaysSo() throws {
        var bench = Bench(try Self.sketch())
        var last: [UInt16: Bool] = [:]
        for message in try bench.drive("A", "B", 10) {
            guard case .stub(let stub) = message, stub.pathIndex == .first else { continue }
            #expect(last[stub.offset.raw] != true)
            last[stub.offset.raw] = stub.lastStubAtOffset
        }
        #expect(last.count == 2)
        #expect(last.values.allSatisfy { $0 })
    }

    @Test func whatLiesAheadIsRepeatedByDistance() throws {
        var bench = Bench(try Self.sketch()) {
            $0.levels = [
                LevelParameters(reach: Metres(2000), repetitionDistance: Metres(50)),
                LevelParameters(reach: Metres(500), repetitionDistance: Metres(50)),
            ]
        }
        _ = try bench.drive("A", "B", 10)
        let none = try bench.drive("A", "B", 40)
        #expect(none.allSatisfy { $0.kind == .position || $0.kind == .metaData })
        let again = try bench.drive("A", "B", 70).filter {
            $0.kind != .position && $0.kind != .metaData
        }
        #expect(!again.isEmpty)
        #expect(again.allSatisfy { $0.retransmission })
        // The SEGMENT that began behind the car still holds, so it is repeated too.
        #expect(
            again.contains {
                if case .segment(let segment) = $0 { return segment.offset.raw == 0 }
                return false
            })
    }

    @Test func turningOffKeepsTheIndexAndTheOffsets() throws {
        var bench = Bench(try Self.sketch())
        let first = try bench.drive("A", "B", 10)
        let turn = try #require(
            first.lazy.compactMap { message -> StubMessage? in
                guard case .stub(let stub) = message, stub.turnAngle == AngleCode(Degrees(90)),
                    stub.offset.raw == 120
                else { return nil }
                return stub
            }.first)
        let sent = try bench.drive("B", "E", 15)
        let position = try #require(
            sent.lazy.compactMap { message -> PositionMessage? in
                if case .position(let position) = message { return position }
                return nil
            }.first)
        #expect(position.pathIndex == turn.subPathIndex)
        #expect(position.offset.raw == 15)
    }

    @Test func afterTheBusWasLostEverythingIsSentAgain() throws {
        var bench = Bench(try Self.sketch())
        let first = try bench.drive("A", "B", 10)
        bench.provider.repeatEverything(at: bench.time)
        let again = try bench.send(for: 1)
        #expect(again.first?.kind == .metaData)
        func tree(_ messages: [Message]) -> Int {
            messages.count { $0.kind != .position && $0.kind != .metaData }
        }
        #expect(tree(again) == tree(first))
    }

    @Test func theMaskHoldsBackWhatItDoesNotName() throws {
        var bench = Bench(try Self.sketch()) { $0.mask = MessagePreset.none.mask }
        #expect(try bench.drive("A", "B", 10).isEmpty)
        var steps = Bench(try Self.sketch()) {
            $0.mask = MessagePreset.none.mask
            $0.mask.set(LongProfileType.speedLimitAndRecommendedSpeed, to: true)
        }
        let sent = try steps.drive("A", "B", 10)
        #expect(!sent.isEmpty)
        // Without STUBs no client can know side paths: only the main path is sent.
        for message in sent {
            guard case .profileLong(let spot) = message else {
                Issue.record("\(message) was not asked for")
                continue
            }
            #expect(spot.pathIndex == .first)
        }
    }

    @Test func theBoundOnFramesHolds() throws {
        var bench = Bench(try Self.sketch()) { $0.pace.busLoadPercent = 1 }
        let sent = try bench.drive("A", "B", 10, seconds: 0.5)
        #expect((20...24).contains(sent.count))
    }

    /// The nodes of the road that the side roads leave.
    private static let letters = (0x100..<0x13E).compactMap {
        Unicode.Scalar($0).map { Character($0) }
    }

    private static func sixtySideRoads() throws -> MapSketch {
        let ends = (0x400..<0x43C).compactMap { Unicode.Scalar($0).map { Character($0) } }
        let main = String(letters.flatMap { [$0, " "] })
        let side = "  " + String(ends.flatMap { [$0, " "] })
        return try MapSketch(
            main + "\n\n" + side, gridMetres: 3,
            roads: [.init(String(letters), class: 1)]
                + ends.enumerated().map { .init(String([letters[$0.offset + 1], $0.element])) })
    }

    @Test func anIndexThatNoClientReceivedNeedsNoRest() throws {
        var bench = Bench(try Self.sixtySideRoads())
        let letters = Self.letters
        // No frame goes out before the car is found at the other end, on its way back.
        _ = try bench.drive(letters[0], letters[1], 0, seconds: 0)
        let sent = try bench.drive(letters[61], letters[60], 0)
        let indexes = sent.compactMap { message -> PathIndex? in
            if case .stub(let stub) = message { stub.subPathIndex } else { nil }
        }.filter(\.isNormal)
        // All but the main path's, and the one that is kept for a car that is found elsewhere.
        #expect(Set(indexes).count == 54)
    }

    @Test func aPathWithoutAnIndexIsPromotedOnceThereIsOne() throws {
        // 60 side roads, all within reach: of 56 indexes the main path has one, and one is kept for a
        // car that is found elsewhere.
        let letters = Self.letters
        var bench = Bench(
            try Self.sixtySideRoads(), { $0.indexRest = .zero },
            horizon: {
                $0.trailing = .zero
                $0.lookAhead[0] = Centimetres(100_000)
            })
        func stubs(_ messages: [Message]) -> [StubMessage] {
            messages.compactMap { if case .stub(let stub) = $0 { stub } else { nil } }
        }
        let first = stubs(try bench.drive(letters[0], letters[1], 0))
        #expect(first.count == 60)
        #expect(first.count { $0.subPathIndex == .noFurtherData } == 6)
        #expect(Set(first.map(\.subPathIndex)).count == 55)
        var promoted: [StubMessage] = []
        for step in 1..<58 {
            promoted += stubs(try bench.drive(letters[step], letters[step + 1], 1))
        }
        let updates = promoted.filter { $0.update && $0.subPathIndex.isNormal }
        #expect(updates.count >= 6)
    }

    @Test func offsetsStartAgainAt8191() throws {
        let sketch = try MapSketch(
            "A" + String(repeating: "-", count: 98) + "B", gridMetres: 100, roads: [.init("AB")])
        var bench = Bench(sketch)
        for metres in [0.0, 2000, 4000, 6000, 8000] { _ = try bench.drive("A", "B", metres) }
        let sent = try bench.drive("A", "B", 8200)
        let position = try #require(
            sent.lazy.compactMap { message -> PositionMessage? in
                if case .position(let position) = message { return position }
                return nil
            }.first)
        #expect(position.offset.raw == 8200 - 8191)
    }
}
