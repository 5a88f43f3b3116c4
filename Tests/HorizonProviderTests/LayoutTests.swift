import ADASISv2
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@Suite struct LayoutTests {
    @Test func whatTheLayoutDoesNotHaveIsNotSent() throws {
        let messages = Layout(.adasis).messages.filter { [.position, .segment].contains($0.kind) }
        let layout = try Layout(messages: messages)
        var bench = Bench(try ProviderTests.sketch()) { $0.layout = layout }
        let sent = try bench.drive("A", "B", 10)
        #expect(Set(sent.map(\.kind)) == [.position, .segment])
        // Without STUBs clients know no side paths.
        for case .segment(let segment) in sent { #expect(segment.pathIndex == .first) }
        // Nor when it is asked for later.
        try bench.provider.setMask(
            MessagePreset.all.mask, extent: .fullTree, tree: bench.tree, at: bench.time)
        #expect(!bench.provider.mask.allows(.stub) && bench.provider.mask.allows(.segment))
        bench.provider.repeatEverything(at: bench.time)
        #expect(Set(try bench.send(for: 1).map(\.kind)) == [.position, .segment])
    }
}
