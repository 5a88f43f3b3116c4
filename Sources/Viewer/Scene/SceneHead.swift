public import ADASISv2
public import Geodesy
public import JSONWriting

/// The first record of a scene: what the others are about.
public struct SceneHead: Sendable {
    /// Something that the scene shows.
    public struct Source: Sendable {
        /// What kind of knowledge it is.
        public enum Kind: String, Sendable {
            /// The tree of the provider itself.
            case engine
            /// What a control unit knows from the bus.
            case client
            /// What the daemon reports on its control socket.
            case daemon
        }

        /// Where the lines of the paths come from.
        public enum Geometry: String, Sendable {
            /// From the map.
            case map
            /// From transmitted longitudes and latitudes.
            case transmitted
            /// From turn angles and curvature: the picture has the right shape and no true place.
            case turnAngles = "turn-angles"
        }

        /// The name for people.
        public var name: String
        /// The kind.
        public var kind: Kind
        /// Where the lines come from.
        public var geometry: Geometry
        /// The bit rate of its bus, bit/s; `nil` if unknown, and without frames.
        public var bitRate: Int?
        /// The bus load limit, 0...1; `nil` without one.
        public var loadLimit: Double?
        /// Whether the scene has its frames.
        public var hasFrames: Bool

        /// A source without frames.
        public init(_ name: String, _ kind: Kind, _ geometry: Geometry) {
            self.name = name
            self.kind = kind
            self.geometry = geometry
            hasFrames = false
        }
    }

    /// The map under the scene.
    public struct Map: Sendable {
        /// The names of its files.
        public var name: String
        /// The identity of its content.
        public var identity: String
        /// What it covers.
        public var bounds: BoundingBox
        /// The day of its data, such as `2026-01-31`; `nil` if unknown.
        public var dataDate: String?
        /// Whether speeds are in miles per hour.
        public var showsMiles: Bool
        /// Whether cars drive on the left.
        public var drivesOnLeft: Bool

        /// A map of its values.
        public init(
            name: String, identity: String, bounds: BoundingBox, dataDate: String?,
            showsMiles: Bool, drivesOnLeft: Bool
        ) {
            self.name = name
            self.identity = identity
            self.bounds = bounds
            self.dataDate = dataDate
            self.showsMiles = showsMiles
            self.drivesOnLeft = drivesOnLeft
        }
    }

    /// The version of the program.
    public var program: String
    /// The title of the page.
    public var title: String
    /// The time of the scene's start, seconds since 1970; `nil` if unknown.
    public var start: Double?
    /// The length of the scene, s; `nil` while it is not known.
    public var duration: Double?
    /// Whether more records follow while the scene is shown.
    public var isLive: Bool
    /// What it shows, by their numbers from 0.
    public var sources: [Source]
    /// The map; `nil` without one.
    public var map: Map?
    /// The layout of the frames; `nil` without frames.
    public var layout: Layout?

    /// A scene without sources.
    public init(program: String, title: String) {
        self.program = program
        self.title = title
        isLive = false
        sources = []
    }

    /// Writes the line.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.text("r", "head")
        json.integer("version", 1)
        json.text("program", program)
        json.text("title", title)
        json.number("start", start, places: 3)
        json.number("duration", duration, places: 3)
        json.truth("live", isLive)
        json.beginArray("sources")
        for (id, source) in sources.enumerated() { source.write(to: &json, id: id) }
        json.endArray()
        if let map { map.write(to: &json) } else { json.null("map") }
        if let layout { layout.write(to: &json) } else { json.null("layout") }
        json.beginArray("attributes")
        for attribute in SceneAttribute.allCases {
            json.beginObject()
            json.text("name", attribute.rawValue)
            json.text("title", attribute.title)
            json.text(
                "unit",
                attribute == .speedLimit
                    ? (map?.showsMiles == true ? "mph" : "km/h") : attribute.unit)
            json.text("course", attribute.course.rawValue)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.endLine()
    }
}

extension SceneHead.Source {
    fileprivate func write(to json: inout JSONWriter, id: Int) {
        json.beginObject()
        json.integer("id", id)
        json.text("name", name)
        json.text("kind", kind.rawValue)
        json.text("geometry", geometry.rawValue)
        json.truth("frames", hasFrames)
        json.beginObject("bus")
        json.integer("bit_rate", bitRate)
        json.number("limit", loadLimit, places: 4)
        json.endObject()
        json.endObject()
    }
}

extension SceneHead.Map {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject("map")
        json.text("name", name)
        json.text("identity", identity)
        json.beginArray("bounds")
        json.number(nil, Double(bounds.westE7) / 1e7, places: 7)
        json.number(nil, Double(bounds.southE7) / 1e7, places: 7)
        json.number(nil, Double(bounds.eastE7) / 1e7, places: 7)
        json.number(nil, Double(bounds.northE7) / 1e7, places: 7)
        json.endArray()
        json.text("data_date", dataDate)
        json.text("limit_unit", showsMiles ? "mph" : "km/h")
        json.text("drives_on", drivesOnLeft ? "left" : "right")
        json.endObject()
    }
}
