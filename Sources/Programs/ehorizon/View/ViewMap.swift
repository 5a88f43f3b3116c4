import Geodesy
import RoadMap
import RoadTiles
import Scene
import TextFiles

/// The map under a page.
struct ViewMap {
    /// The roads.
    let roads: RoadMap
    /// The names of the files.
    let files: [String]

    /// The names of the files as they are named together.
    var name: String { RoadMap.name(of: files) }

    /// Opens the files of a map.
    init(files: [String]) throws(Failure) {
        roads = try RoadMap(files: files, isMapped: false)
        self.files = files
    }

    /// What the first record of a scene says of the map.
    var head: SceneHead.Map {
        let header = roads.header
        return SceneHead.Map(
            name: files.map { String($0.split(separator: "/").last ?? "") }.joined(separator: ", "),
            identity: "\(roads.identity)", bounds: header.bounds,
            dataDate: header.dataTime.map { String(utcText($0).prefix(10)) },
            showsMiles: header.country.speedUnit == .milesPerHour,
            drivesOnLeft: header.country.drivingSide == .left)
    }

    /// The tiles around the tiles of places, by their names in a page: `zoom/column/row`.
    func tiles(around places: Set<TilePlace>) throws -> [(name: String, bytes: [UInt8])] {
        var wanted: Set<TilePlace> = []
        for place in places {
            for east in -1...1 {
                for south in -1...1 {
                    let near = TilePlace(
                        zoom: place.zoom, column: place.column + east, row: place.row + south)
                    if let near { wanted.insert(near) }
                }
            }
        }
        var tiles = RoadTiles(map: roads)
        let ordered = wanted.sorted { ($0.zoom, $0.column, $0.row) < ($1.zoom, $1.column, $1.row) }
        return try reading(files) {
            try ordered.compactMap { place in
                let bytes = try tiles.tile(place)
                return bytes.isEmpty
                    ? nil : ("\(place.zoom)/\(place.column)/\(place.row)", bytes)
            }
        }
    }
}
