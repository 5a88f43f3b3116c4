import Elevation
import Testing

@Suite("Tunnels and bridges go straight from end to end")
struct StructureTests {
    @Test func `Nodes inside lie on the line from portal to portal`() throws {
        var structures = StructureHeights()
        structures.add(from: 1, to: 2, length: 100)
        structures.add(from: 3, to: 2, length: 300)
        structures.put(1, onGround: NodeHeight(height: 1000, error: 2))
        structures.put(3, onGround: NodeHeight(height: 1040, error: 2))
        let height = try #require(structures.solved()[2])
        #expect(abs(height.height - 1010) < 1e-3)
    }

    @Test func `Many nodes, and a portal that is not known`() throws {
        var structures = StructureHeights()
        for node in 0..<30 as Range<Int64> { structures.add(from: node, to: node + 1, length: 50) }
        structures.put(0, onGround: NodeHeight(height: 500, error: 1))
        structures.put(30, onGround: NodeHeight(height: 530, error: 1))
        let heights = structures.solved()
        for node in 0...30 as ClosedRange<Int64> {
            let height = try #require(heights[node]).height
            #expect(abs(height - 500 - Double(node)) < 0.01)
        }
        var unknown = StructureHeights()
        unknown.add(from: 1, to: 2, length: 10)
        unknown.put(1, onGround: nil)
        unknown.put(2, onGround: nil)
        #expect(unknown.solved().isEmpty)
    }

    @Test func `What would be steeper than a road is unknown`() {
        let low = NodeHeight(height: 0, error: 1)
        let high = NodeHeight(height: 30, error: 1)
        #expect(HeightProfile(from: low, to: high, length: 100).stretches.isEmpty)
        #expect(HeightProfile(from: low, to: high, length: 1000).stretches.count == 1)
    }
}
