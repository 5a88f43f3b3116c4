import MapCompiler
import RoadMap
import RoadMapWriter

extension SmallMap {
    /// What the compiled map says of each link, read back through the map file.
    func lines(
        _ read: (RoadMap, Link) throws(MapError) -> [String]
    ) throws -> [String] {
        let content = try compiled().content
        let roads = try RoadMap(source: MemoryBlockSource(content.encoded()))
        var found: [String] = []
        try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
            let name = try roads.stableID(of: link)
            found += try read(roads, link).map { "\(name.startNode)-\(name.endNode) \($0)" }
        }
        return found.sorted()
    }
}
