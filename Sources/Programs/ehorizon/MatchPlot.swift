import Geodesy
import MapMatching
import Pictures
import RoadMap
import TextFiles

/// The picture of `ehorizon match`.
struct MatchPlot {
    private static let width = 1200.0
    private let file: PictureFile
    private var spots: [MatchPicture.Spot] = []

    /// A picture of a name that says its format.
    init(_ path: String) throws { file = try PictureFile(path, option: "--plot") }

    /// Takes a decision, and the place of its fix.
    mutating func note(_ decision: MatchDecision, _ fix: Coordinate) {
        var matched: Coordinate?
        if case .onRoad(let place) = decision.result { matched = place.coordinate }
        spots.append(MatchPicture.Spot(fix: fix, matched: matched))
    }

    /// Writes the picture; a drive without a fix has none.
    func write(_ driven: DrivenRoute, on map: RoadMap, title: String) throws {
        var route: [[Coordinate]] = []
        for stretch in driven.stretches where stretch.contains(where: { $0.to > $0.from }) {
            route.append(try driven.line(of: stretch))
        }
        let footer = try map.notes().first { $0.key == "licence" }?.value
        let picture = try MatchPicture(spots: spots, route: route).drawn(
            on: map, width: Self.width, title: String(title.split(separator: "/").last ?? ""),
            footer: footer ?? "map \(map.identity)")
        guard let picture else { throw Failure("--plot: there is no fix to draw") }
        try file.write(picture)
    }
}
