import Geodesy

extension Borders {
    /// The borders that relations state, of the ways and nodes of the same files. Their lines are held
    /// in memory: they are few beside roads.
    init(
        _ stated: [StatedBorder],
        own: String?,
        in files: [String],
        progress: (_ task: String, _ fraction: Double) -> Void
    ) throws(MapCompileError) {
        guard !stated.isEmpty else {
            self.init()
            return
        }
        let wanted = Set(stated.flatMap(\.ways))
        var ways: [Int64: [Int64]] = [:]
        for (number, file) in files.enumerated() {
            var pass = try OpenStreetMapPass(file, .allWays)
            while try pass.nextWays({ (id, _, nodes, _) in
                if wanted.contains(id), ways[id] == nil { ways[id] = Array(nodes) }
            }) {
                progress("reading borders", (Double(number) + pass.progress) / Double(files.count))
            }
        }
        let nodes = Set(ways.values.joined())
        var places: [Int64: Coordinate] = [:]
        places.reserveCapacity(nodes.count)
        for (number, file) in files.enumerated() where !nodes.isEmpty {
            var pass = try OpenStreetMapPass(file, .nodes)
            while try pass.nextNodes(
                where: { nodes.contains($0) },
                { (id, place, _) in if places[id] == nil { places[id] = place } })
            {
                progress("placing borders", (Double(number) + pass.progress) / Double(files.count))
            }
        }
        self.init(stated, own: own, ways: ways, places: places)
    }
}
