import HorizonProvider
import RoadMap
import TextFiles

/// The links of a map by the link-identifiers that they have on the wire.
struct LinkNames {
    /// A link in driving direction.
    struct Name {
        let way: Int64
        let link: String
        let blockIndex: String
        let direction: String
        let name: String?

        /// `way 12 Ringstraße backward`.
        var words: String {
            "way \(way)" + (name.map { " \($0)" } ?? "")
                + (direction == "backward" ? " backward" : "")
        }

        /// The members of a JSON object.
        var json: String {
            "{\"way\":\(way),\"link\":\(jsonText(link)),\"blockIndex\":\(jsonText(blockIndex)),"
                + "\"direction\":\(jsonText(direction)),\"name\":\(name.map(jsonText) ?? "null")}"
        }
    }

    private let map: RoadMap
    private let files: String
    private var links: [UInt32: DirectedLink] = [:]

    /// The links of the files of a map; `nil` without files.
    init?(files: [String]) throws {
        guard !files.isEmpty else { return nil }
        map = try RoadMap(files: files)
        self.files = RoadMap.name(of: files)
        var links: [UInt32: DirectedLink] = [:]
        try reading(files) {
            try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
                let id = try map.stableID(of: link)
                for direction in Direction.allCases {
                    links[id.wireIdentifier(direction)] = DirectedLink(link.reference, direction)
                }
            }
        }
        self.links = links
    }

    /// The link of an identifier, `nil` where the map has none.
    subscript(identifier: UInt32) -> Name? {
        get throws(Failure) {
            guard let found = links[identifier] else { return nil }
            do throws(MapError) {
                let link = try map.link(found.link)
                return Name(
                    way: link.way, link: try map.stableID(of: link).text,
                    blockIndex: link.reference.text,
                    direction: PlaceDescription.name(of: found.direction),
                    name: try map.roadName(of: link))
            } catch {
                throw Failure("\(files): \(error)")
            }
        }
    }
}
