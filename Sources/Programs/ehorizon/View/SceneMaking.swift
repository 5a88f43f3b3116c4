import Console
import Geodesy
import JSONWriting
import RoadTiles
import Scene
import TextFiles

/// A scene while it is made: its sources and records, and the roads that it needs.
struct SceneMaking {
    /// The map; `nil` without one.
    let map: ViewMap?
    /// The first record.
    var head: SceneHead
    /// The records so far, in the order of their sources.
    var records = JSONWriter()
    /// Whether input was rejected or the map could not be read; each was reported.
    var hasProblems = false
    /// The places of the vehicle, as tiles of each zoom level.
    private var places: Set<TilePlace> = []
    private var lastPlace: Coordinate?

    init(_ map: ViewMap?, title: String) {
        self.map = map
        head = SceneHead(program: Program.version, title: title)
        head.map = map?.head
    }

    /// Adds a source. Returns its number.
    mutating func add(_ source: SceneHead.Source) -> Int {
        head.sources.append(source)
        return head.sources.count - 1
    }

    /// Takes note of a place that the page shows.
    mutating func note(_ place: Coordinate?) {
        guard let place, place != lastPlace else { return }
        lastPlace = place
        for zoom in RoadTiles.lowestZoom...RoadTiles.highestZoom {
            places.insert(TilePlace(holding: place, zoom: zoom))
        }
    }

    /// The scene for a server.
    var scene: PageScene { .whole(head: first, records: records.bytes) }

    private var first: [UInt8] {
        var json = JSONWriter()
        head.write(to: &json)
        return json.bytes
    }

    /// Writes the scene: the records alone, or a page.
    func write(to path: String) throws {
        if path.hasSuffix(".ndjson") {
            let output = try TextOutput(path)
            try output.write(first)
            try output.write(records.bytes)
            return try output.finish()
        }
        let tiles = try map?.tiles(around: places) ?? []
        let content = PageFile.Content(scene: first + records.bytes, tiles: tiles)
        let page = try PageFile(content: content).bytes()
        let output = try TextOutput(path)
        try output.write(page)
        try output.finish()
    }
}
