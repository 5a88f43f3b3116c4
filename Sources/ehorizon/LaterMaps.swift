import Console
import RoadMap

/// The maps that a recorded daemon may have gone over to on its way: those of its files, of which some
/// were replaced.
struct LaterMaps {
    /// The sources that each place of the map may have, and what they say of themselves.
    private let choices: [[Choice]]

    private struct Choice {
        let source: FileBlockSource
        let header: MapHeader
    }

    /// How many maps are looked through for one that was recorded.
    private static let limit = 4096

    /// Opens everything; what cannot be opened is one line.
    init(files: [String], later: [String]) throws(Failure) {
        func open(_ path: String) throws(Failure) -> Choice {
            do throws(MapError) {
                let source = try FileBlockSource(path: path)
                return Choice(source: source, header: try MapHeader(decoding: source))
            } catch { throw Failure("\(NamedMapError(path, error))") }
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

    /// The map with an identity, `nil` where none of them has it.
    func map(_ identity: MapIdentity) -> RoadMap? {
        var picked = [Int](repeating: 0, count: choices.count)
        while true {
            let files = zip(choices, picked).map { $0[$1] }
            if MapIdentity(MapHeader(of: files.map(\.header))) == identity {
                return try? RoadMap(sources: files.map(\.source), cacheBytes: 64 << 20)
            }
            guard let place = picked.indices.first(where: { picked[$0] + 1 < choices[$0].count })
            else { return nil }
            picked[place] += 1
            for earlier in 0..<place { picked[earlier] = 0 }
        }
    }
}
