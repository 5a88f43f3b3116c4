public import JSONWriting

/// Something that happened at a moment: a mark on the time line.
public struct SceneEvent: Sendable, Hashable {
    /// What it is about.
    public enum Kind: String, Sendable {
        /// The most probable path has changed.
        case mainPath = "main-path"
        /// A rule of the protocol is broken.
        case rule
        /// The state of the bus.
        case bus
        /// A line of the daemon.
        case warning
        /// The receiver.
        case receiver
        /// The map.
        case map
    }

    /// The kind.
    public var kind: Kind
    /// The cause or the rule.
    public var name: String
    /// The words for people.
    public var text: String
    /// The path that it is about.
    public var path: Int?
    /// Its place on the path, m.
    public var offset: Double?
    /// Its place.
    public var place: ShapePoint?

    /// An event without words and place.
    public init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
        text = ""
    }

    /// Writes the line.
    public func write(to json: inout JSONWriter, source: Int, time: Double) {
        json.beginObject()
        json.text("r", "event")
        json.integer("s", source)
        json.number("t", time, places: 3)
        json.text("kind", kind.rawValue)
        json.text("name", name)
        json.text("text", text)
        json.integer("path", path)
        json.number("offset", offset, places: 1)
        SceneStep.write(place, as: "at", to: &json)
        json.endObject()
        json.endLine()
    }
}
