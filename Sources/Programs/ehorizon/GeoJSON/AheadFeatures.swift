import Geodesy
import Horizon
import JSONWriting
import Quantities
import RoadMap
import TextFiles

/// Answers of `ehorizon ahead` as GeoJSON: a point for the car, and a point or a line for each entry.
struct AheadFeatures {
    private var output: FeatureOutput

    init() throws(Failure) { output = try FeatureOutput("-") }

    /// Writes an answer. An entry beyond the tree has no geometry.
    mutating func add(
        _ answer: AheadAnswer, of tree: PathTree, at fix: Coordinate
    ) throws {
        let geometry = TreeLines(tree: tree)
        let car = try geometry.vehicle() ?? fix
        try output.add([[car]]) { json in
            Self.begin("car", answer, to: &json)
            json.text("state", answer.state)
            json.integer("path", answer.path.map(Int64.init))
            json.integer("path_index", answer.pathIndex.map(Int64.init))
            json.number("offset_m", answer.offset, places: 2)
        }
        let main = Set(tree.line().map(\.path))
        for item in answer.ahead {
            let path = tree.paths.first { $0.id.number == item.path }?.id
            let side = path.flatMap { main.contains($0) ? nil : $0 }
            let line = try geometry.line(
                along: side, from: Metres(item.distance), to: Metres(item.end))
            try output.add(line.isEmpty ? [] : [line]) { json in
                Self.begin(item.kind, answer, to: &json)
                item.writeProperties(to: &json)
            }
        }
    }

    /// Writes the end.
    func finish() throws(Failure) { try output.finish() }

    private static func begin(_ kind: String, _ answer: AheadAnswer, to json: inout JSONWriter) {
        json.text("kind", kind)
        json.number("time", answer.time, places: 3)
        if let text = answer.timeText { json.text("time_text", text) }
    }
}

extension AheadAnswer.Item {
    /// Writes all properties; those that its kind does not have are null.
    fileprivate func writeProperties(to json: inout JSONWriter) {
        json.integer("path", Int64(path))
        json.integer("path_index", pathIndex.map(Int64.init))
        json.number("offset_m", offset, places: 2)
        json.number("distance_m", distance, places: 2)
        json.number("end_m", end, places: 2)
        json.integer("limit", limit)
        json.text("limit_unit", limitUnit)
        json.text("limit_word", limitWord)
        json.number(
            "limit_km_h", limit.map { Double($0) * (limitUnit == "mph" ? 1.609344 : 1) },
            places: 1)
        json.text("source", source)
        json.text("provenance", provenance)
        json.text("doubt", doubt)
        json.text("last_edit", lastEdit)
        json.text("condition", condition)
        json.number("average_speed_m_s", averageSpeed, places: 2)
        json.number("curvature_per_m", curvature, places: 6)
        json.number("curvature_error_per_m", curvatureError, places: 6)
        json.number("radius_m", curvature.flatMap { $0 == 0 ? nil : 1 / $0 }, places: 1)
        json.number("apex_m", apex, places: 2)
        json.number("safe_speed_m_s", safeSpeed, places: 2)
        json.truth("turn", isTurn)
        json.number("slope_start_percent", slope?.first, places: 2)
        json.number("slope_end_percent", slope?.last, places: 2)
        json.text("onward_name", onward?.name)
        json.number("onward_probability", onward?.probability, places: 4)
        json.integer("exits", exits?.count)
        json.text("object", object)
        json.text("text", text)
        json.text("country", country)
        json.text("id", id)
        json.text("severity", severity)
    }
}
