import Geodesy
import Quantities
public import RoadMap

extension NewLink {
    /// A link of a map as it was before it was written: to write it again gives the same bytes.
    public init(_ link: Link, on map: RoadMap) throws(MapError) {
        let (start, end) = (try map.node(link.startNode), try map.node(link.endNode))
        var points: [Coordinate] = []
        try map.forEachPoint(of: link) { point in
            points.append(point)
            return true
        }
        self.init(
            way: link.way, startNode: NewNode(id: start.id, place: start.place),
            endNode: NewNode(id: end.id, place: end.place), points: points,
            directions: link.directions)
        var attributes: [Attribute] = []
        var texts: [NewText] = []
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.kind.isText else { return attributes.append(attribute) }
            let isWhole = attribute.from == .zero && attribute.to == link.length
            texts.append(
                NewText(
                    attribute.kind, try map.text(attribute, of: link),
                    directions: attribute.directions, at: isWhole ? nil : attribute.from))
        }
        self.attributes = attributes
        self.texts = texts
        profiles = try map.profilePieces(of: link).map { piece in
            NewProfile(piece.kind, provenance: piece.provenance, spots: piece.spots)
        }
    }
}
