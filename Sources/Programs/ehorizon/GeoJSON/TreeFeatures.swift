import Geodesy
import Horizon
import JSONWriting
import Quantities
import RoadMap
import TextFiles

/// A path tree as GeoJSON: a line for each link of each path, and a point for the vehicle.
struct TreeFeatures {
    private let described: TreeDescription
    private let lines: [[[Coordinate]]]
    private let totals: [Double?]
    private let starts: [Double]
    private let vehicle: Coordinate?

    init(_ tree: PathTree, _ described: TreeDescription) throws(MapError) {
        let geometry = TreeLines(tree: tree)
        var lines: [[[Coordinate]]] = []
        for path in tree.paths {
            var ofPath: [[Coordinate]] = []
            for link in path.links { ofPath.append(try geometry.line(of: link)) }
            lines.append(ofPath)
        }
        self.described = described
        self.lines = lines
        totals = tree.paths.map { tree.probability(of: $0.id) }
        starts = tree.paths.map { tree.line(along: $0.id).last?.startDistance.value ?? 0 }
        vehicle = try geometry.vehicle()
    }

    /// Writes the features to standard output.
    func write() throws(Failure) {
        var output = try FeatureOutput("-")
        for (number, path) in described.paths.enumerated() {
            for (link, line) in zip(path.links, lines[number]) {
                try output.add([line]) { json in
                    json.text("kind", "link")
                    json.integer("path", Int64(path.path))
                    json.integer("path_index", path.pathIndex.map(Int64.init))
                    json.integer("level", path.level)
                    json.integer("parent", path.parent.map(Int64.init))
                    json.number("path_probability", totals[number], places: 4)
                    json.number("branch_offset_m", path.branchOffset, places: 2)
                    json.number("turn_angle_deg", path.turnAngle, places: 1)
                    json.text("illegal", path.illegal)
                    json.truth("u_turn", path.isUTurn)
                    json.text("end", path.end)
                    json.integer("way", link.way)
                    json.text("direction", link.direction)
                    json.number("offset_m", link.offset, places: 2)
                    json.number("distance_m", starts[number] + link.offset, places: 2)
                    json.number("length_m", link.length, places: 2)
                    json.number("probability", link.probability, places: 4)
                    json.text("name", link.name)
                    json.text("reference", link.reference)
                    json.integer(
                        "functional_road_class", link.functionalRoadClass.map(Int64.init))
                }
            }
        }
        if let vehicle {
            try output.add([[vehicle]]) { json in
                json.text("kind", "vehicle")
                json.integer("path", described.paths.first.map { Int64($0.path) })
                json.integer(
                    "path_index", described.paths.first?.pathIndex.map(Int64.init))
                json.number("offset_m", described.vehicleOffset, places: 2)
            }
        }
        try output.finish()
    }
}
