import RegionSet
import RoadMap
import TextFiles

/// The maps that a recorded daemon may have changed to: combinations of its files and of later ones.
struct LaterMaps {
    /// The possible files of each position in the map, with their headers.
    private let choices: [[Choice]]

    /// The files that a name stands for.
    private struct Choice {
        var sources: [FileBlockSource] = []
        var headers: [MapHeader] = []
    }

    /// The largest number of combinations to search.
    private static let limit = 4096

    /// Opens all files; throws for one that cannot be opened.
    init(files: [String], later: [String]) throws(Failure) {
        func open(_ name: String) throws(Failure) -> Choice {
            var choice = Choice()
            for part in try MapName(name).parts {
                do throws(MapError) {
                    let source = try FileBlockSource(path: part.path)
                    choice.headers.append(try MapHeader(decoding: source))
                    choice.sources.append(source)
                } catch { throw Failure("\(NamedMapError(part.path, error))") }
            }
            return choice
        }
        var replacements: [Choice] = []
        for path in later { replacements.append(try open(path)) }
        var choices: [[Choice]] = []
        for path in files { choices.append([try open(path)] + replacements) }
        self.choices = choices
        let count = choices.reduce(1) { min($0 * $1.count, LaterMaps.limit + 1) }
        guard count <= LaterMaps.limit else {
            throw Failure(
                "--later-map: \(later.count) files in the place of any of \(files.count) are more"
                    + " than \(LaterMaps.limit) maps")
        }
    }

    /// The map with this identity, or `nil`.
    func map(_ identity: MapIdentity) -> RoadMap? {
        // A map that was refused while it was in use leaves none.
        if let country = choices.first?.first?.headers.first?.country,
            MapIdentity(.withoutRoads(of: country)) == identity
        {
            return try? RoadMap.withoutRoads(of: country)
        }
        var picked = [Int](repeating: 0, count: choices.count)
        while true {
            let files = zip(choices, picked).map { $0[$1] }
            if MapIdentity(MapHeader(of: files.flatMap(\.headers))) == identity {
                return try? RoadMap(sources: files.flatMap(\.sources), cacheBytes: 64 << 20)
            }
            guard let place = picked.indices.first(where: { picked[$0] + 1 < choices[$0].count })
            else { return nil }
            picked[place] += 1
            for earlier in 0..<place { picked[earlier] = 0 }
        }
    }
}
