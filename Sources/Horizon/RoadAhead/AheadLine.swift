import Horizon
import Quantities
import RoadMap

/// The links of a route through the tree, up to the reach of the question.
struct AheadLine {
    /// A link on its path.
    struct Element {
        let link: PathLink
        let path: PathID
        /// The distance from the vehicle to the start of the link, in driving direction.
        let distance: Metres
    }

    /// A place on a path.
    struct Place {
        let path: PathID
        let offset: Centimetres
        let distance: Metres
    }

    let links: [Element]

    init(_ tree: PathTree, along path: PathID?, reach: Metres) {
        links = Self.links(of: tree, along: path, reach: reach)
    }

    private static func links(
        of tree: PathTree, along path: PathID?, reach: Metres
    ) -> [Element] {
        var links: [Element] = []
        for stretch in tree.line(along: path) {
            guard let path = tree.path(stretch.path) else { continue }
            for link in path.links where link.start < stretch.to {
                let distance = stretch.distance(to: link.start)
                guard distance <= reach else { return links }
                links.append(Element(link: link, path: stretch.path, distance: distance))
            }
        }
        return links
    }
}

extension AheadLine.Element {
    /// A place of the link, by its offset in driving direction.
    func place(_ offset: Centimetres) -> AheadLine.Place {
        AheadLine.Place(
            path: path, offset: link.start + offset, distance: distance + offset.metres)
    }

    /// The distance from the vehicle to the end of the link, in driving direction.
    var end: Metres { distance + link.record.length.metres }
}
