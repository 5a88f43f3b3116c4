import RoadMap

/// The files of a map that may be used.
struct CheckedMap: Sendable {
    /// What its names stand for; nothing for a map without roads.
    let parts: [MapPart]

    /// The files.
    var sources: [MapSource] { parts.flatMap(\.sources) }
    /// Whether there are none.
    var isEmpty: Bool { parts.isEmpty }

    /// The files that the map is read from: without corrections of another map than those behind them, because a road
    /// that they correct may be another one by now.
    var used: [MapSource] { split().used }

    /// The map of these files.
    func map(cacheBytes: Int) throws(MapError) -> DrivenMap {
        DrivenMap(
            roads: try RoadMap(sources: used.map(\.blocks), cacheBytes: cacheBytes), files: self)
    }

    /// The corrections that are not used, as lines.
    var strayLines: [String] {
        split().stray.map { file, base in
            "\(file.path): corrections of the map \(base), which does not stand behind them; they are not used"
        }
    }

    private func split() -> (used: [MapSource], stray: [(file: MapSource, base: String)]) {
        let sources = sources
        guard sources.count > 1 || sources.first?.base != nil else { return (sources, []) }
        var used: [MapSource] = []
        var stray: [(file: MapSource, base: String)] = []
        var behind: Set<String> = []
        for source in sources.reversed() {
            if let base = source.base, !behind.contains(base) {
                stray.append((source, base))
            } else {
                used.append(source)
                behind.insert("\(source.identity)")
            }
        }
        // Corrections alone are not left out: then there would be no map.
        return used.isEmpty ? (sources, []) : (used.reversed(), stray.reversed())
    }
}
