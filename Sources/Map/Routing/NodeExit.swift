import Quantities
import RoadMap

/// A link that leaves a node, with the properties that a search needs.
struct NodeExit {
    /// The link, in the direction that leads away from the node.
    let link: DirectedLink
    /// The node that the link leaves.
    let start: NodeReference
    /// The node that the link leads to.
    let end: NodeReference
    /// The OpenStreetMap way of the link.
    let way: Int64
    /// The length in metres.
    let length: Double
    /// The directions in which cars may drive.
    let directions: DirectionSet
    /// The directions with turn restrictions at their ends.
    let restrictedExits: DirectionSet

    /// A link in a driving direction.
    init(_ link: Link, _ direction: Direction) {
        self.init(
            link: DirectedLink(link.reference, direction), start: link.entry(direction),
            end: link.exit(direction), way: link.way, length: link.length.metres.value,
            directions: link.directions, restrictedExits: link.restrictedExits)
    }

    private init(
        link: DirectedLink, start: NodeReference, end: NodeReference, way: Int64, length: Double,
        directions: DirectionSet, restrictedExits: DirectionSet
    ) {
        self.link = link
        self.start = start
        self.end = end
        self.way = way
        self.length = length
        self.directions = directions
        self.restrictedExits = restrictedExits
    }

    /// The same link in the other direction.
    var reversed: NodeExit {
        NodeExit(
            link: link.reversed, start: end, end: start, way: way, length: length,
            directions: directions, restrictedExits: restrictedExits)
    }

    /// No link.
    static var none: NodeExit {
        let nowhere = NodeReference(block: 0, index: 0)
        return NodeExit(
            link: DirectedLink(nowhere, .forward), start: nowhere, end: nowhere, way: 0, length: 0,
            directions: [], restrictedExits: [])
    }
}
