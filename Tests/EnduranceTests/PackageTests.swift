import ADASISv2
import CANFrames
import Engine
import HorizonProvider
import MapSketch
import Positioning
import ProtocolTrials
import Quantities
import Testing

/// Packages of a few frames at each interval, within the budget.
@Suite struct PackageTests {
    /// What one case is about: the budget, the frames of a package, and the time between packages.
    struct Pace: Sendable, CustomTestStringConvertible {
        let percent: Double
        let frames: Int
        let milliseconds: Int64
        var testDescription: String { "\(percent) %, \(frames) every \(milliseconds) ms" }
    }

    private struct Sent {
        let kind: MessageKind
        let time: MonotonicTime
        let bits: Int
    }

    /// The first seconds of a car that stands: the whole horizon waits.
    private func drive(_ pace: Pace) throws -> (sent: [Sent], parameters: ProviderParameters) {
        let roads = try RandomRoads(seed: 3)
        let parameters = EnduranceTests.parameters {
            $0.pace.busLoadPercent = pace.percent
            $0.pace.packageSize = pace.frames
            $0.pace.packageInterval = .milliseconds(pace.milliseconds)
            $0.pace.cyclicInterval = .zero
        }
        var source = RandomDrives(map: roads.map, seed: 3)
        let (_, fixes) = try #require(try source.next(atLeast: Metres(1500)))
        // The matcher needs some fixes to know the way.
        var engine = Engine(map: roads.map, parameters: parameters)
        var sent: [Sent] = []
        let layout = parameters.provider.layout
        var free = MonotonicTime.zero
        for tick in 0..<100 {
            let start = MonotonicTime.zero + .milliseconds(Int64(tick) * 100)
            if tick % 10 == 0 {
                try engine.ingest(.position(.fix(fixes[tick / 10])), at: start)
            }
            try engine.ingest(.tick, at: start)
            free = max(free, start)
            // A bus of 500 kbit/s takes one frame after the other.
            while free < start + .milliseconds(100) {
                if let frame = engine.nextFrame(at: free) {
                    let message = try #require(try layout.decode(frame))
                    sent.append(Sent(kind: message.kind, time: free, bits: frame.worstCaseBits))
                    engine.frameWasSent(at: free)
                    free = free + Nanoseconds(Int64(frame.worstCaseBits) * 2000)
                } else if let next = engine.nextFrameTime(after: free), next > free,
                    next < start + .milliseconds(100)
                {
                    free = next
                } else {
                    break
                }
            }
        }
        return (sent, parameters.provider)
    }

    private static let paces = [
        Pace(percent: 5, frames: 4, milliseconds: 20),
        Pace(percent: 5, frames: 18, milliseconds: 100),
        Pace(percent: 2, frames: 4, milliseconds: 50),
        Pace(percent: 10, frames: 16, milliseconds: 40),
        Pace(percent: 5, frames: 40, milliseconds: 20),
    ]

    @Test(arguments: paces)
    func framesOfTheTreeComeInPackages(_ pace: Pace) throws {
        let (sent, _) = try drive(pace)
        let tree = sent.filter { $0.kind != .metaData && $0.kind != .position }
        #expect(tree.count > 200)
        let first = try #require(tree.first).time
        var packages: [Int64: [Sent]] = [:]
        for frame in tree {
            let interval = (frame.time - first).value / (pace.milliseconds * 1_000_000)
            packages[interval, default: []].append(frame)
        }
        #expect(packages.values.allSatisfy { $0.count <= pace.frames })
        #expect(packages.values.contains { $0.count == pace.frames })
        // In a package one frame follows the other, but for POSITION and META-DATA between them, and
        // where the second that one looks at is full: there it waits for frames to leave it, which
        // came as closely.
        let frame = Nanoseconds(270_000)
        var apart = 0
        for package in packages.values {
            for (before, after) in zip(package, package.dropFirst())
            where after.time - before.time > frame * 3 { apart += 1 }
        }
        #expect(apart * 50 <= tree.count, "\(apart) of \(tree.count)")
        // What the budget has room for at an interval goes out at it.
        #expect(packages.count * min(pace.frames, 4) <= tree.count * 2)
    }

    @Test(arguments: paces)
    func positionWaitsForNoPackage(_ pace: Pace) throws {
        let (sent, _) = try drive(pace)
        let positions = sent.filter { $0.kind == .position }
        #expect(positions.count > 90)
        for position in positions {
            let late = position.time.nanoseconds % 100_000_000
            // No more than the frame that is on the bus, or META-DATA.
            #expect(late <= 2 * 270_000, "\(position.time)")
        }
    }

    @Test(arguments: paces)
    func noSecondHasMoreThanTheBudget(_ pace: Pace) throws {
        let (sent, parameters) = try drive(pace)
        var load = LoadMeter()
        for frame in sent { load.note(frame.bits, at: frame.time) }
        #expect(Double(load.mostBits) <= 5000 * pace.percent)
        // And most of it is used as long as something waits.
        let used = Int(5000 * pace.percent) - parameters.bitsSetAside - 2 * 135 * pace.frames
        #expect(load.mostBits > used)
    }

    /// Fewer frames in an interval than the budget has room for: no more are sent.
    @Test func aPackageIsNoLargerThanItIsSet() throws {
        let (sent, parameters) = try drive(Pace(percent: 5, frames: 2, milliseconds: 50))
        #expect(parameters.leastPackage == 9)
        let tree = sent.filter { $0.kind != .metaData && $0.kind != .position }
        let first = try #require(tree.first).time
        var packages: [Int64: Int] = [:]
        for frame in tree {
            packages[(frame.time - first).value / 50_000_000, default: 0] += 1
        }
        #expect(packages.values.allSatisfy { $0 <= 2 })
        #expect(packages.values.count { $0 == 2 } > 100)
    }
}
