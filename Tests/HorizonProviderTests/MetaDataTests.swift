import ADASISv2
import CANFrames
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RoadMap
import Testing

/// META-DATA in time: fast where it is new or clients are, every five seconds else.
@Suite struct MetaDataTests {
    private func count(_ messages: [Message]) -> Int { messages.count { $0.kind == .metaData } }

    @Test func itIsFastAtTheStart() throws {
        var bench = Bench(try ProviderTests.sketch())
        // At 0, 0.5, … 4.5 s, and at 5 s.
        let start = try bench.drive("A", "B", 10, seconds: 4.9)
        #expect(count(start) == 10)
        #expect(count(try bench.send(for: 0.6)) == 1)
        #expect(count(try bench.send(for: 4.4)) == 0)
        #expect(count(try bench.send(for: 5)) == 1)
    }

    @Test func whoSuppliedTheMapAndTheHardwaresVersionAreSettings() throws {
        for (provider, version) in [(MapProviderCode.other, 0), (.here, 511)] {
            var bench = Bench(try ProviderTests.sketch()) {
                $0.mapProvider = provider
                $0.hardwareVersion = version
            }
            let start = try bench.drive("A", "B", 10, seconds: 0.1)
            guard case .metaData(let metaData)? = start.first else {
                Issue.record("no META-DATA")
                continue
            }
            #expect(metaData.mapProvider == provider)
            #expect(Int(metaData.hardwareVersion.raw) == version)
        }
    }

    /// The page's table of signs is what is sent: the map's objects that drivers read, but for the
    /// variable ones, which have a profile of their own.
    @Test func theNumbersOfSigns() {
        let sent = RoadObjectKind.allCases.filter { $0.isSign && $0 != .variableSpeedSign }
        #expect(TrafficSign.sentSigns.map(\.number) == sent.map { UInt32($0.rawValue) })
    }

    @Test func andAgainAfterClientsLostWhatTheyHeld() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 10, seconds: 12)
        bench.provider.repeatEverything(at: bench.time)
        let again = try bench.send(for: 4.9)
        #expect(again.first?.kind == .metaData)
        #expect(count(again) == 10)
        #expect(count(try bench.send(for: 0.6)) == 1)
        #expect(count(try bench.send(for: 4.4)) == 0)
    }

    @Test func andOnAnotherMap() throws {
        let sketch = try ProviderTests.sketch()
        var bench = Bench(sketch)
        _ = try bench.drive("A", "B", 10, seconds: 12)
        let other = try ProviderTests.sketch()
        bench.tree.clear()
        try bench.provider.changeMap(to: other.map, emptied: bench.tree, at: bench.time)
        let again = try bench.send(for: 4.9)
        #expect(again.first?.kind == .metaData)
        #expect(count(again) == 10)
    }

    @Test func aRequestGetsOne() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 10, seconds: 12)
        bench.provider.repeatMessage(.metaData, counter: nil, at: bench.time)
        #expect(count(try bench.send(for: 4.9)) == 1)
        // One that comes while everything is said again takes nothing from it.
        bench.provider.repeatEverything(at: bench.time)
        bench.provider.repeatMessage(.metaData, counter: nil, at: bench.time)
        #expect(count(try bench.send(for: 4.9)) == 10)
    }

    /// What comes fast once more is not set aside for, and so keeps to the budget.
    @Test func thePaceOfTheStartKeepsToTheBudget() throws {
        var bench = Bench(try ProviderTests.sketch()) { $0.pace.busLoadPercent = 1 }
        _ = try bench.drive("A", "B", 10, seconds: 12)
        var bits: [(time: MonotonicTime, bits: Int)] = []
        var metaData = 0
        for step in 0..<30_000 {
            if step % 500 == 0 { bench.provider.tick(at: bench.time) }
            if step % 7000 == 0 { bench.provider.repeatEverything(at: bench.time) }
            if let frame = bench.provider.nextFrame(at: bench.time) {
                bits.append((bench.time, frame.worstCaseBits))
                if try bench.layout.decode(frame)?.kind == .metaData { metaData += 1 }
                bench.provider.frameWasSent(at: bench.time)
            }
            bench.time = bench.time + Nanoseconds(200_000)
        }
        #expect(metaData >= 12)
        for (index, last) in bits.enumerated() {
            let second = bits[...index].reversed().prefix {
                last.time - $0.time < .milliseconds(1000)
            }
            #expect(second.reduce(0) { $0 + $1.bits } <= 5000)
        }
    }
}
