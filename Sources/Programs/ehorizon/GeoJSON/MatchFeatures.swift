import Geodesy
import JSONWriting
import MapMatching
import Positioning
import Quantities
import RoadMap
import Routing
import TextFiles

/// The rows of `ehorizon match` as GeoJSON: a point for each fix, on its road, or where the receiver was.
struct MatchFeatures {
    private var output: FeatureOutput

    init(_ path: String) throws(Failure) { output = try FeatureOutput(path) }

    /// What a row has besides its fix.
    struct Row {
        let number: Int
        let seconds: Double
        let timeText: String?
        let state: String
        let way: Int64?
        /// As `ehorizon match` writes it.
        let link: String?
    }

    /// Writes the fix of a row.
    mutating func add(_ row: Row, _ fix: Fix, _ result: MatchResult) throws(Failure) {
        var matched: MatchedPlace?
        if case .onRoad(let found) = result { matched = found }
        try output.add([[matched?.coordinate ?? fix.place]]) { json in
            json.integer("fix", row.number)
            json.number("time", row.seconds, places: 3)
            if let text = row.timeText { json.text("time_text", text) }
            json.text("state", row.state)
            json.integer("way", row.way)
            json.text("link", row.link)
            json.text(
                "direction",
                matched.map { $0.place.link.direction == .forward ? "forward" : "backward" })
            json.number("offset_m", matched?.place.offset.value, places: 2)
            json.number("relative_heading_deg", matched?.relativeHeading?.value, places: 1)
            json.number("probability", matched?.probability, places: 4)
            json.number("latitude", fix.place.latitude, places: 7)
            json.number("longitude", fix.place.longitude, places: 7)
            let frame = LocalFrame(around: fix.place)
            json.number(
                "distance_m", matched.map { frame.project($0.coordinate).length }, places: 2)
        }
    }

    /// Writes the end.
    func finish() throws(Failure) { try output.finish() }
}
