import Quantities
import RandomNumbers
import SocketCAN
import Testing

@testable import FaultTrials

@Suite struct SimulatedInterfaceTests {
    /// A controller that the daemon sets up, with 500,000 bit/s in the settings.
    private static func owned(seed: UInt64) throws -> SimulatedInterface {
        var random = SplitMix64(seed: seed)
        let traits = try #require(
            (0..<100).lazy.map { _ in InterfaceTraits(from: &random) }
                .first { $0.isOwned && $0.hasController })
        return SimulatedInterface(traits, bitRate: 500_000, seed: seed)
    }

    /// The last bit rate that the daemon reads.
    private static func lastBitRate(_ interface: SimulatedInterface) -> Int? {
        let rates = interface.link.takeEvents(interface.message).compactMap { event in
            if case .state(let state) = event { state.controller?.bitRate } else { nil }
        }
        return rates.last
    }

    /// A bit rate that somebody else has set while the daemon was away is that of the settings once it has started, and it
    /// reads that one (simulated years, seed 430012028 in Monaco: it read the other one).
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func aStartSetsTheBitRate(seed: UInt64) throws {
        let interface = try Self.owned(seed: seed)
        #expect(Self.lastBitRate(interface) == 500_000)
        interface.disappear()
        interface.appear(bitRate: 1_000_000)
        interface.beginDaemon(isDown: false)
        #expect(interface.isUp && interface.wire.bitRate == 500_000)
        #expect(Self.lastBitRate(interface) == 500_000)
    }

    /// An interface that is up with another bit rate goes down for its own, and tells so.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func aSetUpTellsTheBitRate(seed: UInt64) throws {
        let interface = try Self.owned(seed: seed)
        interface.disappear()
        interface.appear(bitRate: 1_000_000)
        interface.bringUp()
        #expect(Self.lastBitRate(interface) == 1_000_000)
        interface.setUp(500_000, restarts: false)
        interface.advance(to: MonotonicTime.zero + .seconds(1))
        #expect(interface.isUp && interface.wire.bitRate == 500_000)
        #expect(Self.lastBitRate(interface) == 500_000)
    }
}
