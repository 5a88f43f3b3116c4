import Geodesy
import JSONWriting
import TextFiles

/// A feature collection of GeoJSON (RFC 7946), one feature a line. Properties are flat, so that a geographic
/// information system has a column for each.
struct FeatureOutput {
    private let output: TextOutput
    private var isFirst = true

    /// Opens a file; `-` is standard output.
    init(_ path: String) throws(Failure) {
        output = try TextOutput(path)
        try output.line(#"{"type":"FeatureCollection","features":["#)
    }

    /// Writes a feature. It has no geometry without a line, and is a point on a line of one point.
    mutating func add(
        _ lines: [[Coordinate]], _ properties: (inout JSONWriter) -> Void
    ) throws(Failure) {
        if !isFirst { try output.line(",") }
        isFirst = false
        var json = JSONWriter()
        json.beginObject()
        json.text("type", "Feature")
        Self.write(lines, to: &json)
        json.beginObject("properties")
        properties(&json)
        json.endObject()
        json.endObject()
        try output.write(String(decoding: json.bytes, as: UTF8.self))
    }

    /// Writes the end.
    func finish() throws(Failure) {
        try output.line(isFirst ? "]}" : "\n]}")
        try output.finish()
    }

    private static func write(_ lines: [[Coordinate]], to json: inout JSONWriter) {
        guard let first = lines.first, let point = first.first else {
            return json.null("geometry")
        }
        json.beginObject("geometry")
        if lines.count > 1 {
            json.text("type", "MultiLineString")
            json.beginArray("coordinates")
            for line in lines { write(line, nil, to: &json) }
            json.endArray()
        } else if first.count > 1 {
            json.text("type", "LineString")
            write(first, "coordinates", to: &json)
        } else {
            json.text("type", "Point")
            write(point, "coordinates", to: &json)
        }
        json.endObject()
    }

    private static func write(_ line: [Coordinate], _ key: String?, to json: inout JSONWriter) {
        json.beginArray(key)
        for point in line { write(point, nil, to: &json) }
        json.endArray()
    }

    private static func write(_ point: Coordinate, _ key: String?, to json: inout JSONWriter) {
        json.beginArray(key)
        json.number(nil, point.longitude, places: 7)
        json.number(nil, point.latitude, places: 7)
        json.endArray()
    }
}
