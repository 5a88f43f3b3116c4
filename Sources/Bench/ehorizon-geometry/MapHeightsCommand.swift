import ArgumentParser
import Quantities
import RoadMap
import TextFiles

/// What a real map says of its heights.
struct MapHeightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Looks whether the heights of a map meet at its nodes, and how much is unknown.")

    @Argument(help: "The map.") var map: String

    func run() throws {
        let roads = try RoadMap(source: FileBlockSource(path: map))
        var nodes: [NodeReference: (low: Int32, high: Int32)] = [:]
        var steps = NodeSteps()
        var total = 0.0
        var known = 0.0
        var structures = 0
        var bent = 0
        var steepest: Int32 = 0
        try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
            total += link.length.metres.value
            var heights: [ProfileSpot] = []
            try roads.forEachSpot(of: .altitude, along: link) { heights.append($0) }
            try roads.forEachSpot(of: .slope, along: link) {
                steepest = max(steepest, abs($0.value))
            }
            if let first = heights.first, let last = heights.last {
                known += (last.offset - first.offset).metres.value
                for (spot, node, place) in [
                    (first, link.startNode, Centimetres.zero), (last, link.endNode, link.length),
                ] where abs((spot.offset - place).value) <= 1 {
                    let found = nodes[node] ?? (spot.value, spot.value)
                    nodes[node] = (min(found.low, spot.value), max(found.high, spot.value))
                }
            }
            var isStructure = false
            try roads.forEachAttribute(of: link) { attribute in
                let isKind = attribute.kind == .tunnel || attribute.kind == .bridge
                if isKind, attribute.value == 1 { isStructure = true }
            }
            if isStructure, heights.count > 1 {
                structures += 1
                if heights.count > 2 { bent += 1 }
            }
            try steps.add(link, in: roads)
        }
        let gaps = nodes.values.filter { $0.low != $0.high }.count
        print(
            "length \(decimalText(total / 1000, places: 1)) km, height unknown on "
                + "\(decimalText((1 - known / max(total, 1)) * 100, places: 1)) %")
        print("nodes with heights \(nodes.count), of those with two heights \(gaps)")
        print("links in tunnels and on bridges \(structures), of those not straight \(bent)")
        print("steepest \(decimalText(Double(steepest) / 100, places: 1)) %")
        for (name, kind) in [("curvature", ProfileKind.curvature), ("slope", .slope)] {
            let count = steps.counted(kind)
            print(
                "\(name): nodes of two links \(count.pairs.nodes), with a step "
                    + "\(count.pairs.steps); straight on at junctions \(count.through.nodes), "
                    + "with a step \(count.through.steps)")
        }
    }
}
