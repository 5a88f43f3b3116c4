public import Horizon
import Quantities
public import RoadMap

/// What lies ahead of the vehicle, as a flat list instead of a tree to walk.
///
/// ```swift
/// var ahead = RoadAhead(map: map)
/// for item in try ahead.items(of: engine.tree) {
///     if case .curve(let curve) = item.content { … item.distance, curve.safeSpeed … }
/// }
/// ```
/// It asks the map about the links of a way through the tree: the most probable one, or that of any
/// path by way of its parents. What the map does not know is not there, and where a value ceases to be
/// known an item says so.
public struct RoadAhead {
    /// What is asked for.
    public var parameters: AheadParameters
    let map: RoadMap
    var items: [AheadItem] = []
    // Memory that is kept from link to link.
    var limits = LinkLimits()
    var curvature = LinkSpots()
    var curvatureErrors = LinkSpots()
    var slopes = LinkSpots()

    /// Answers over a map.
    public init(map: RoadMap, parameters: AheadParameters = AheadParameters()) {
        self.map = map
        self.parameters = parameters
    }

    /// What lies ahead on the most probable way, or along a path: all that begins within reach and does
    /// not end behind the vehicle, by distance, and at one distance by kind. What holds where the
    /// vehicle is comes first, with a distance of 0 or less. Empty off road, and where the tree has no
    /// such path.
    ///
    /// Speed limits at times count as they are at the tree's moment (``/Horizon/PathTree/moment``),
    /// those in rain or snow on its surface (``/Horizon/PathTree/surface``).
    public mutating func items(
        of tree: PathTree, along path: PathID? = nil
    ) throws(MapError) -> [AheadItem] {
        items.removeAll(keepingCapacity: true)
        let line = AheadLine(tree, along: path, reach: parameters.reach)
        let kinds = parameters.kinds
        if kinds.contains(.speedLimit) || kinds.contains(.advisorySpeed) {
            try findLimits(on: line, of: tree)
        }
        if kinds.contains(.curve) { try findCurves(on: line) }
        if kinds.contains(.slope) { try findSlopes(on: line) }
        if kinds.contains(.junction) { try findJunctions(on: line, of: tree) }
        if kinds.contains(.sign) || kinds.contains(.object) { try findObjects(on: line) }
        if kinds.contains(.tunnel) { try findStretches(.tunnel, .tunnel, on: line) }
        if kinds.contains(.bridge) { try findStretches(.bridge, .bridge, on: line) }
        if kinds.contains(.country) { try findCountries(on: line) }
        let reach = parameters.reach
        let order = AheadKind.allCases
        func rank(_ item: AheadItem) -> Int { order.firstIndex(of: item.kind) ?? 0 }
        return items.filter { $0.end >= .zero && $0.distance <= reach }
            .sorted { left, right in
                if left.distance != right.distance { return left.distance < right.distance }
                return (rank(left), left.end) < (rank(right), right.end)
            }
    }

    /// Adds something at one place.
    mutating func add(_ content: AheadItem.Content, at place: AheadLine.Place) {
        items.append(
            AheadItem(
                path: place.path, offset: place.offset, distance: place.distance,
                end: place.distance, content: content))
    }
}

/// The links of a way through the tree, as far as is asked.
struct AheadLine {
    /// A link on its path.
    struct Element {
        let link: PathLink
        let path: PathID
        /// From the vehicle to where one enters it.
        let distance: Metres
    }

    /// A place on a path.
    struct Place {
        let path: PathID
        let offset: Centimetres
        let distance: Metres
    }

    private(set) var links: [Element] = []

    init(_ tree: PathTree, along path: PathID?, reach: Metres) {
        for stretch in tree.line(along: path) {
            guard let path = tree.path(stretch.path) else { continue }
            for link in path.links where link.start < stretch.to {
                let distance = stretch.distance(to: link.start)
                guard distance <= reach else { return }
                links.append(Element(link: link, path: stretch.path, distance: distance))
            }
        }
    }
}

extension AheadLine.Element {
    /// A place of the link, from where one enters it.
    func place(_ offset: Centimetres) -> AheadLine.Place {
        AheadLine.Place(
            path: path, offset: link.start + offset, distance: distance + offset.metres)
    }

    /// From the vehicle to where one leaves it.
    var end: Metres { distance + link.record.length.metres }

    /// A place from the link's start node as one from where one enters it.
    func driven(_ offset: Centimetres) -> Centimetres {
        link.link.direction == .forward ? offset : link.record.length - offset
    }
}
