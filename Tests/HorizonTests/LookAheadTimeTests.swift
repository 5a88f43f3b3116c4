import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon

/// Trees that reach by time at the speeds that are expected.
@Suite("Look-ahead by time") struct LookAheadTimeTests {
    /// 2 km of road with a junction at every 100 m.
    private static func road(limit: UInt16) throws -> MapSketch {
        let nodes = "ABCDEFGHIJKLMNOPQRSTU"
        let line = nodes.map(String.init).joined(separator: "-")
        let ends = "abcdefghijklmnopqrstu".map(String.init).joined(separator: " ")
        var roads: [MapSketch.Road] = []
        roads.append(
            .init(nodes, class: 2, limit: .limited(limit, .kilometresPerHour)))
        for (node, end) in zip(nodes, "abcdefghijklmnopqrstu").dropFirst().dropLast() {
            roads.append(.init("\(node)\(end)", class: 6))
        }
        return try MapSketch("\(line)\n\(ends)", gridMetres: 50, roads: roads)
    }

    private func reach(limit: UInt16, _ change: (inout HorizonParameters) -> Void) throws -> Double
    {
        var scene = Scene(try Self.road(limit: limit)) {
            $0.lookAhead = [Centimetres(30_000)]
            $0.step = Centimetres(1)
            change(&$0)
        }
        try scene.drive("A", "B", 50)
        try scene.checkInvariants()
        return try #require(scene.tree.mainPath).endDistance.metres.value
    }

    @Test func theFartherOfBothCounts() throws {
        #expect(abs(try reach(limit: 72) { _ in } - 350) < 1)
        // 20 m/s for 30 s and what is followed beyond.
        let byTime = try reach(limit: 72) { $0.lookAheadTime = [.seconds(30)] }
        #expect(byTime >= 600 && byTime <= 800 + 100)
        let slow = try reach(limit: 18) { $0.lookAheadTime = [.seconds(30)] }
        #expect(abs(slow - 350) < 1)
        #expect(abs(try reach(limit: 72) { $0.lookAheadTime = [.zero] } - 350) < 1)
    }

    /// Whatever the car does, each path reaches as far as its level is to.
    @Test(arguments: 1...UInt64(5))
    func itHoldsOnRandomDrives(_ seed: UInt64) throws {
        var roads = try RandomRoads(seed: seed)
        var parameters = HorizonParameters()
        parameters.lookAhead = [Centimetres(30_000)]
        parameters.lookAheadTime = [.seconds(60), .seconds(15)]
        var tree = PathTree(map: roads.map, parameters: parameters)
        var changes: Set<PathTree.Change> = []
        for _ in 0..<300 {
            changes.insert(try tree.advance(to: try roads.drive(roads.number(in: 2...40))))
            for path in tree.paths where path.end == .open && path.level < 2 {
                // One that leaves behind the vehicle is not ahead of it.
                guard path.branch == nil || path.startDistance > .zero else { continue }
                var seconds = 0.0
                for stretch in tree.line(along: path.id) {
                    for link in try #require(tree.path(stretch.path)).links
                    where link.start < stretch.to && stretch.distance(to: link.end) > .zero {
                        let length = link.record.length.metres.value
                        let passed = max(-stretch.distance(to: link.start).value, 0)
                        seconds += (length - passed) / link.traits.expectedSpeed.value
                    }
                }
                // Distances along side paths are in centimetres.
                #expect(abs(seconds - path.endSeconds) < 0.01)
                #expect(seconds >= (path.level == 0 ? 60 : 15) - 0.01)
            }
        }
        #expect(changes.contains(.turnedOff) && changes.contains(.moved))
    }
}
