import Engine
import Geodesy
import Horizon
import JSONWriting
import MapMatching
import PageExchange
import Positioning
import Quantities
import RoadMap
import RoadTiles
import Routing
import Scene

/// Answers what a page asks of the map: the roads of a tile, and the tree that a car would have at a place.
struct MapClerk {
    private let map: ViewMap
    private let parameters: EngineParameters
    private var tiles: RoadTiles

    init(_ map: ViewMap, _ parameters: EngineParameters) {
        self.map = map
        self.parameters = parameters
        tiles = RoadTiles(map: map.roads)
    }

    mutating func answer(_ request: PageRequest) -> PageAnswer {
        do throws(MapError) {
            return request.path == "tree" ? try tree(request) : try tile(request)
        } catch {
            return PageAnswer(500, body: Array("\(map.name): \(error)".utf8))
        }
    }

    /// `tiles/ZOOM/COLUMN/ROW`.
    private mutating func tile(_ request: PageRequest) throws(MapError) -> PageAnswer {
        let numbers = request.path.split(separator: "/").dropFirst().map { Int($0) }
        guard numbers.count == 3, let zoom = numbers[0], let column = numbers[1],
            let row = numbers[2], let place = TilePlace(zoom: zoom, column: column, row: row)
        else { return PageAnswer(404) }
        let bytes = try tiles.tile(place)
        return bytes.isEmpty
            ? PageAnswer(204)
            : PageAnswer(type: "application/vnd.mapbox-vector-tile", body: bytes)
    }

    /// `tree?at=LATITUDE,LONGITUDE[,HEADING]`: a step that shows the tree of a car that drives there, by a receiver
    /// without an error.
    private func tree(_ request: PageRequest) throws(MapError) -> PageAnswer {
        guard let text = request["at"], let at = PlaceArgument(argument: text) else {
            return PageAnswer(400, body: Array("at: LATITUDE,LONGITUDE[,HEADING]".utf8))
        }
        let mode = parameters.treeParameters.vehicle
        let places = try map.roads.nearestPlaces(to: at.coordinate, within: Metres(100)) {
            (link, direction) throws(MapError) in
            try mode.mayDrive(link, direction, on: map.roads)
        }
        guard let place = try map.roads.bestPlace(of: places, heading: at.heading) else {
            return PageAnswer(404, body: Array("no road within 100 m".utf8))
        }
        let link = try map.roads.link(place.link.link)
        var shape = Shape()
        try map.roads.appendShape(of: link, to: &shape)
        let offset = link.offset(place.offset, in: place.link.direction)
        let bearing = shape.bearing(at: offset)
        var fix = Fix(time: nil, place: shape.place(at: offset))
        fix.course = place.link.direction == .forward ? bearing : bearing.reversed
        fix.speed = MetresPerSecond(10)
        fix.accuracy = Metres(3)
        var engine = Engine(map: map.roads, parameters: parameters)
        var track = EngineTrack(source: 0, map: map.roads)
        var json = JSONWriter()
        for event in [EngineEvent.position(.fix(fix)), .tick] {
            try engine.ingest(event, at: .zero)
            try track.note(engine, after: event, at: 0, to: &json)
        }
        json.removeAll()
        track.writeAll(at: 0, to: &json)
        return PageAnswer(type: "application/json", body: json.bytes)
    }
}
