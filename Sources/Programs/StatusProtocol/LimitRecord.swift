import JSONWriting

/// A line of the log of speed limits: the transmitted limit, its position on the road, and its source.
///
/// The page `docs/guide/speed-limits.md` describes it.
public struct LimitRecord: Sendable {
    /// `here`, `ahead`, `driven` or `start`.
    public var event: String
    /// The receiver's time, seconds since 1970; `nil` if unknown.
    public var time: Double?
    /// The system's time, seconds since 1970.
    public var systemTime: Double
    /// The place; `nil` while the vehicle is on no path.
    public var place: Place?
    /// The distance driven since the start, m.
    public var driven: Double?
    /// The limit as it was sent; `nil` if none was sent.
    public var limit: Limit?
    /// The source of the limit; `nil` for an unknown one.
    public var source: Source?
    /// The map.
    public var map: Map?

    /// A line without values.
    public init(_ event: String, systemTime: Double) {
        self.event = event
        self.systemTime = systemTime
    }

    /// A place on a path.
    public struct Place: Sendable {
        /// Degrees.
        public var latitude, longitude: Double
        /// The direction of the road in driving direction, degrees clockwise from north.
        public var bearing: Double
        /// The index of the path on the bus; `nil` without one.
        public var pathIndex: Int?
        /// The place on the path, and its distance from the vehicle, m.
        public var offset, distance: Double

        /// A place of its values.
        public init(
            latitude: Double, longitude: Double, bearing: Double, pathIndex: Int?, offset: Double,
            distance: Double
        ) {
            self.latitude = latitude
            self.longitude = longitude
            self.bearing = bearing
            self.pathIndex = pathIndex
            self.offset = offset
            self.distance = distance
        }
    }

    /// A limit as a client reads it.
    public struct Limit: Sendable {
        /// The value.
        public var value: Value
        /// `km/h` or `mph`.
        public var unit: String
        /// The name of the type on the wire.
        public var type: String

        /// The value of a limit.
        public enum Value: Sendable, Hashable {
            /// Up to and including a number.
            case number(Int)
            /// More than a number.
            case above(Int)
            /// A word in the place of a number: `none` or `unknown`.
            case word(String)
        }

        /// A limit of its values.
        public init(value: Value, unit: String, type: String) {
            self.value = value
            self.unit = unit
            self.type = type
        }
    }

    /// Why the limit is what it is.
    public struct Source: Sendable {
        /// `map` or `host`.
        public var origin: String
        /// `sign`, `zone`, `law`, `marking` or `unstated`.
        public var basis: String
        /// `tagged`, `derived`, `legal-default` or `overlay`.
        public var provenance: String
        /// The name of the host's object.
        public var object: String?
        /// The condition under which it holds, and the surface that decided on it.
        public var condition, surface: String?
        /// The way of OpenStreetMap.
        public var way: Int64
        /// The day of its last edit.
        public var lastEdit: String?
        /// Whether the map gives the limit that was sent.
        public var agrees: Bool

        /// A source of its values.
        public init(
            origin: String, basis: String, provenance: String, way: Int64, agrees: Bool
        ) {
            self.origin = origin
            self.basis = basis
            self.provenance = provenance
            self.way = way
            self.agrees = agrees
        }
    }

    /// The map that the limit comes from.
    public struct Map: Sendable {
        /// As `ehorizon map info` prints it.
        public var identity: String
        /// The time of its data, seconds since 1970.
        public var dataTime: Double?

        /// A map of its values.
        public init(identity: String, dataTime: Double?) {
            self.identity = identity
            self.dataTime = dataTime
        }
    }

    /// The line, with its line feed.
    public var line: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.text("event", event)
        json.number("time", time, places: 3)
        json.number("system_time", systemTime, places: 3)
        json.number("driven_m", driven, places: 1)
        if let place {
            json.number("latitude", place.latitude, places: 7)
            json.number("longitude", place.longitude, places: 7)
            json.number("bearing_deg", place.bearing, places: 1)
            json.integer("path_index", place.pathIndex)
            json.number("offset_m", place.offset, places: 1)
            json.number("distance_m", place.distance, places: 1)
        }
        if event != "start" {
            switch limit?.value ?? .word("unknown") {
            case .number(let number): json.integer("limit", number)
            case .above(let number):
                json.integer("limit", number)
                json.text("limit_saturated", "above")
            case .word(let word):
                json.null("limit")
                json.text("limit_word", word)
            }
            json.text("unit", limit?.unit)
            json.text("type", limit?.type)
        }
        if let source {
            json.text("source", source.origin)
            json.text("basis", source.basis)
            json.text("provenance", source.provenance)
            json.text("object", source.object)
            json.text("condition", source.condition)
            json.text("surface", source.surface)
            json.integer("way", source.way)
            json.text("last_edit", source.lastEdit)
            json.truth("map_agrees", source.agrees)
        }
        if let map {
            json.text("map", map.identity)
            json.number("map_time", map.dataTime, places: 0)
            json.number(
                "map_age_days", time.flatMap { now in map.dataTime.map { (now - $0) / 86_400 } },
                places: 1)
        }
        json.endObject()
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
