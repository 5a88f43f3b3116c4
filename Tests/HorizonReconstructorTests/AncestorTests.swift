import ADASISv2
import HorizonReconstructor
import Quantities
import Testing

@Suite("Indexes used again within their own tree")
struct AncestorTests {
    /// While POSITION is away, the index of the path that the tree began on may be given to a branch.
    @Test func thePathThatTheTreeBeganOnBecomesABranch() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.stub(8, 100, to: 9))
        line.wait(2_500)
        #expect(line.send(.stub(9, 50, to: 8)) != .dropped(.loop))
        #expect(line.client.tree[PathIndex(raw: 9)]?.parent == nil)
        #expect(line.client.tree[PathIndex(raw: 8)]?.parent == PathIndex(raw: 9))
        line.send(.position(9, 0))
        #expect(line.tree.reachable == [8, 9])
    }
}
