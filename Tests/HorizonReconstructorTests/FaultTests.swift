import ADASISv2
import HorizonReconstructor
import Quantities
import RandomNumbers
import Testing

/// A drive through a ``World`` over a bad line: 10 % of the frames get lost, 10 % come twice, and they
/// overtake each other inside 50 ms.
private struct FaultyDrive {
    let world: World
    var client = HorizonReconstructor()
    var random: SplitMix64
    var hasFaults = true
    /// Before this the client is not there.
    let joins: Int

    private var counters = [CyclicCounter](repeating: .zero, count: 7)
    private var sent: Set<[Int]> = []
    private var queue: [Message] = []
    private var tick = 0
    private(set) var path = 8
    private(set) var metres = 0
    private(set) var sentFrames = 0

    init(seed: UInt64) {
        world = World(seed: seed)
        random = SplitMix64(seed: seed &+ 1)
        joins = Int.random(in: 0...300, using: &random)
    }

    /// 100 ms and two metres: a POSITION and up to twelve frames more.
    mutating func step() {
        tick += 1
        metres += 2
        if path == 8, metres >= world.turnOff.metres {
            path = world.turnOff.path
            metres -= world.turnOff.metres
        }
        fillQueue()
        var frames = [counted(.position(path, metres, speed: 20))]
        for message in queue.prefix(12) { frames.append(counted(message)) }
        queue.removeFirst(min(12, queue.count))
        deliver(frames)
    }

    /// What is new goes first; where nothing is, all is repeated.
    private mutating func fillQueue() {
        let window = world.window(on: path, at: metres)
        var fresh: [Message] = []
        for item in window {
            var key = [item.path, Int(item.message.kind.rawValue), item.metres]
            let isKnown = !sent.insert(key).inserted
            guard case .stub(var stub) = item.message else {
                if !isKnown { fresh.append(item.message) }
                continue
            }
            key.append(Int(stub.subPathIndex.raw))
            guard sent.insert(key).inserted else { continue }
            stub.update = isKnown
            fresh.append(.stub(stub))
        }
        queue = fresh + queue
        guard queue.isEmpty else { return }
        queue = window.map {
            var message = $0.message
            message.retransmission = true
            return message
        }
    }

    private mutating func counted(_ message: Message) -> Message {
        var message = message
        message.cyclicCounter = counters[Int(message.kind.rawValue)]
        counters[Int(message.kind.rawValue)].advance()
        sentFrames += 1
        return message
    }

    /// A step's frames are 3.5 ms apart and late by up to 50 ms, so all arrive before the next step.
    private mutating func deliver(_ frames: [Message]) {
        guard tick >= joins else { return }
        var arrivals: [(time: Int64, message: Message)] = []
        for (place, message) in frames.enumerated() {
            let time = Int64(tick) * 100_000 + Int64(place) * 3_500
            guard hasFaults else {
                arrivals.append((time, message))
                continue
            }
            let copies = Int.random(in: 0..<10, using: &random) == 0 ? 2 : 1
            for _ in 0..<copies where Int.random(in: 0..<10, using: &random) != 0 {
                arrivals.append((time + .random(in: 0...50_000, using: &random), message))
            }
        }
        arrivals.sort { $0.time < $1.time }
        for arrival in arrivals {
            client.ingest(
                arrival.message, at: MonotonicTime(nanoseconds: arrival.time * 1_000))
        }
    }

    /// What the client holds and was never sent.
    func contradictions() -> [String] {
        var found: [String] = []
        for held in client.tree.paths {
            let index = Int(held.index.raw)
            guard let truth = world.paths[index] else { return ["path \(index)"] }
            if let parent = held.parent,
                Int(parent.raw) != truth.parent || held.stubMetres != truth.stubMetres
            {
                found.append("path \(index) at \(held.stubMetres) m of \(parent.raw)")
            }
            for segment in held.segments.items {
                let isTrue = truth.items.contains {
                    guard case .segment(let other) = $0.message else { return false }
                    return $0.metres == segment.metres && other == segment.content
                }
                if !isTrue { found.append("segment at \(segment.metres) m of path \(index)") }
            }
            for spot in held.spots(of: .short(.curvature)) {
                let isTrue = truth.items.contains {
                    guard case .profileShort(let other) = $0.message else { return false }
                    return $0.metres == spot.metres && UInt32(other.value0.raw) == spot.content.raw
                }
                if !isTrue { found.append("curvature at \(spot.metres) m of path \(index)") }
            }
            for stub in held.stubs.items {
                let isTrue = truth.items.contains {
                    guard case .stub(let other) = $0.message else { return false }
                    var withoutPath = other
                    withoutPath.subPathIndex = .noFurtherData
                    return $0.metres == stub.metres
                        && (other == stub.content || withoutPath == stub.content)
                }
                if !isTrue { found.append("stub at \(stub.metres) m of path \(index)") }
            }
        }
        return found
    }

    /// What lies ahead, was sent long ago, and is not held.
    func missing() -> [String] {
        world.window(on: path, at: metres).compactMap { item in
            let isNear = item.path != path || (metres...metres + 1_900).contains(item.metres)
            let isFresh =
                item.path != path
                && (world.paths[item.path]?.stubMetres ?? 0) > metres + 400
            guard isNear, !isFresh else { return nil }
            let held = client.tree[PathIndex(item.path)]
            let isHeld: Bool? =
                switch item.message {
                case .segment: held?.segments.items.contains { $0.metres == item.metres }
                case .stub(let stub):
                    // One that has just come within reach of a path may still wait for it.
                    held?.stubs.items.contains {
                        $0.metres == item.metres
                            && ($0.content == stub || item.metres > metres + 400)
                    }
                default:
                    held?.spots(of: .short(.curvature)).contains { $0.metres == item.metres }
                }
            return isHeld == true ? nil : "\(item.message.kind) at \(item.metres) m of \(item.path)"
        }
    }
}

@Suite("A bad line")
struct FaultTests {
    @Test(
        "The tree never contradicts what was sent, and is whole 300 m after the faults have stopped",
        arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func faults(seed: UInt64) {
        var drive = FaultyDrive(seed: seed)
        let length = drive.world.turnOff.metres + World.turnOffLength - 2_200
        var cleanSince: Int?
        var driven = 0
        while driven < length {
            driven += 2
            // Two stretches of 400 m without faults: across the wrap of the offsets, and at the end.
            let isClean = (8_000..<8_400).contains(driven) || driven > length - 400
            drive.hasFaults = !isClean
            cleanSince = isClean ? cleanSince ?? driven : nil
            drive.step()
            guard driven % 60 == 0 else { continue }
            #expect(drive.contradictions() == [], "seed \(seed), \(driven) m")
            if let cleanSince, driven - cleanSince >= 300 {
                #expect(drive.missing() == [], "seed \(seed), \(driven) m")
            }
        }
        let report = drive.client.report
        #expect(report.resets(.forwardJump) == 0)
        #expect(report.dropped(.duplicate) > 0)
        #expect(report.lost(.segment) > 0)
        #expect(drive.client.tree.root?.index == PathIndex(drive.world.turnOff.path))
    }

    @Test("The same frames at the same times give the same tree")
    func deterministic() {
        var first = FaultyDrive(seed: 42)
        var second = FaultyDrive(seed: 42)
        for _ in 0..<500 {
            first.step()
            second.step()
        }
        #expect(first.client.tree.reachable == second.client.tree.reachable)
        #expect(first.client.tree.segmentPlaces(8) == second.client.tree.segmentPlaces(8))
        #expect(first.client.report.received == second.client.report.received)
    }

    @Test("No sequence of frames makes a client fail", arguments: [1, 2, 3, 4] as [UInt64])
    func nonsense(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var client = HorizonReconstructor()
        var time: Int64 = 0
        for _ in 0..<20_000 {
            // Few paths and places, so that they meet.
            let path = Int.random(in: 0...12, using: &random)
            let metres = Int.random(in: 0...400, using: &random)
            let sub = Int.random(in: 4...12, using: &random)
            let isUpdate = Bool.random(using: &random)
            let message: Message =
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    .position(path, metres, candidate: Int.random(in: 0...3, using: &random))
                case 1, 2: .stub(path, metres, to: sub, turn: sub * 9, update: isUpdate)
                case 3: .segment(path, metres, lanes: sub % 6, update: isUpdate)
                default:
                    .short(
                        .curvature, path, metres, 500, then: 510, after: sub * 20, update: isUpdate)
                }
            time += Int64.random(in: 0...40_000_000, using: &random)
            client.ingest(message, at: MonotonicTime(nanoseconds: time))
            for held in client.tree.paths {
                #expect(held.parent != held.index)
                let places = held.segments.items.map(\.metres)
                #expect(places == places.sorted())
            }
        }
        #expect(client.report.received == 20_000)
    }
}
