import Geodesy
import MapMatching
import MatchingTrials
import Positioning
import Quantities
import RoadMap
import Routing
import TextFiles

/// A drive with its true route.
struct ScoredDrive {
    let map: RoadMap
    let fixes: [(fix: Fix, arrival: MonotonicTime)]
    let route: TrueRoute
    /// Which fixes the true route reaches.
    let isReached: [Bool]

    init(map: String, fixes: String, route: String) throws {
        self.map = try RoadMap(source: FileBlockSource(path: map))
        self.fixes = try RecordedFixes.read(fixes)
        guard let truth = TrueRoute(text: String(decoding: try Files.read(route), as: UTF8.self))
        else {
            throw Failure("\(route): no route")
        }
        self.route = truth
        isReached = self.fixes.map { truth.reaches($0.fix.place) }
    }

    /// The drives of a list: each line has the paths of a map, of fixes and of a true route, separated by tabs.
    static func read(listed list: String) throws -> [ScoredDrive] {
        try String(decoding: try Files.read(list), as: UTF8.self).split(separator: "\n").map {
            line in
            let parts = line.split(separator: "\t").map(String.init)
            guard parts.count == 3 else {
                throw Failure("\(list): \"\(line)\": needs a map, fixes and a route")
            }
            return try ScoredDrive(map: parts[0], fixes: parts[1], route: parts[2])
        }
    }

    /// Whether an answer is on the true route in its direction.
    func isRight(_ place: MatchedPlace) throws -> Bool {
        var shape = Shape()
        try map.appendShape(of: try map.link(place.place.link.link), to: &shape)
        let isForward = place.place.link.direction == .forward
        return route.isRight(
            place.coordinate, on: isForward ? shape.points : shape.points.reversed())
    }
}
