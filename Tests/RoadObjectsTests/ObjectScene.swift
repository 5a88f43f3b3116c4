import Geodesy
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadObjects
import Routing
import Testing

/// A sketch with objects on it and a car that drives through it; what happens is told in words, with
/// where the car was.
struct ObjectScene {
    let sketch: MapSketch
    var tree: PathTree
    var objects: RoadObjects
    private(set) var words: [String] = []

    init(
        _ sketch: MapSketch, ofMap kinds: Set<MapObject.Kind> = [],
        _ change: (inout HorizonParameters) -> Void = { _ in }
    ) {
        self.sketch = sketch
        var parameters = HorizonParameters()
        change(&parameters)
        tree = PathTree(map: sketch.map, parameters: parameters)
        objects = RoadObjects(map: sketch.map, ofMap: kinds)
    }

    /// A place of the drawing's grid, in metres east and south of its first character.
    func place(_ east: Double, _ south: Double) throws -> Coordinate {
        let frame = LocalFrame(around: try #require(Coordinate(latitude: 48, longitude: 9)))
        return try #require(frame.unproject(PlanarVector(x: east, y: -south)))
    }

    /// Drives along a road from one of its nodes to the next, in steps.
    mutating func drive(
        _ from: Character, _ to: Character, _ stretch: ClosedRange<Double>, step: Double = 5
    ) throws {
        for offset in stride(from: stretch.lowerBound, through: stretch.upperBound, by: step) {
            try tree.advance(to: LinkPlace(try sketch.link(from, to), offset: Metres(offset)))
            try note("\(from)\(to) \(Int(offset))")
        }
    }

    /// Where the car is on no road.
    mutating func leaveRoads() throws {
        tree.clear()
        try note("off road")
    }

    private mutating func note(_ place: String) throws {
        try objects.update(tree)
        for event in objects.events {
            let word =
                switch event {
                case .entered(let id, let atStart): "\(id) entered\(atStart ? "" : " along")"
                case .exited(let id, let atEnd): "\(id) exited\(atEnd ? "" : " along")"
                case .passed(let id): "\(id) passed"
                case .expired(let id): "\(id) expired"
                }
            words.append("\(place): \(word)")
        }
    }

    /// What happened since the last time.
    mutating func said() -> [String] {
        defer { words.removeAll() }
        return words
    }
}
