import RegionSet
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
    var used: [MapSource] {
        let stray = Set(stray)
        return sources.enumerated().filter { !stray.contains($0.offset) }.map(\.element)
    }

    /// The map of these files.
    func map(cacheBytes: Int) throws(MapError) -> DrivenMap {
        DrivenMap(
            roads: try RoadMap(sources: used.map(\.blocks), cacheBytes: cacheBytes), files: self)
    }

    /// The corrections that are not used, as lines.
    var strayLines: [String] {
        let sources = sources
        return stray.compactMap { number in
            sources[number].base.map {
                "\(Corrections.line(of: sources[number].path, base: $0)); they are not used"
            }
        }
    }

    /// Corrections alone are used all the same: otherwise there would be no map.
    private var stray: [Int] {
        let stray = Corrections.stray(
            among: sources.map { Corrections.File(identity: $0.identity, base: $0.base) })
        return stray.count == sources.count ? [] : stray
    }
}
