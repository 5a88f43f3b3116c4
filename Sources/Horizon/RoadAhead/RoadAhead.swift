public import Horizon
import Quantities
public import RoadMap

/// The attributes ahead of the vehicle, as a flat list by distance.
///
/// ```swift
/// var ahead = RoadAhead(map: map)
/// for item in try ahead.items(of: engine.tree) {
///     if case .curve(let curve) = item.content { … item.distance, curve.safeSpeed … }
/// }
/// ```
/// It reads the links of a route through the tree from the map: the most probable path, or any path with its
/// parents. Unknown attributes are missing. An item marks the place from which on a value is unknown.
public struct RoadAhead {
    /// The kinds of items, and their largest distance.
    public let parameters: AheadParameters
    private let map: RoadMap
    private var shape: ShapeFinder
    private var junctions: JunctionFinder
    /// Memory for the reading of one link.
    private var reading = LinkReading()

    /// Answers over a map.
    public init(map: RoadMap, parameters: AheadParameters = AheadParameters()) {
        self.parameters = parameters
        self.map = map
        shape = ShapeFinder(map: map, parameters: parameters)
        junctions = JunctionFinder(map: map)
    }

    /// The items on the most probable path, or along another path, by distance, and at one distance by kind. An item
    /// begins within reach and does not end behind the vehicle. Items that apply at the vehicle come first, with a
    /// distance of 0 or less. Empty off-road, and if the tree has no such path.
    ///
    /// Conditional speed limits are evaluated at the tree's moment (``/Horizon/PathTree/moment``) and on its surface
    /// (``/Horizon/PathTree/surface``).
    public mutating func items(
        of tree: PathTree, along path: PathID? = nil
    ) throws(MapError) -> [AheadItem] {
        let line = AheadLine(tree, along: path, reach: parameters.reach)
        let kinds = parameters.kinds
        var items = try attributes(on: line, of: tree)
        if kinds.contains(.curve) { items += try shape.curves(on: line) }
        if kinds.contains(.slope) { items += try shape.slopes(on: line) }
        if kinds.contains(.junction) { items += try junctions.junctions(on: line, of: tree) }
        return sorted(items)
    }

    /// The kinds that are read from the attributes of the links.
    private static let ofAttributes: Set<AheadKind> = [
        .speedLimit, .advisorySpeed, .averageSpeed, .sign, .object, .tunnel, .bridge, .country,
    ]

    /// The items from attributes of the links. Each link is read once.
    private mutating func attributes(
        on line: AheadLine, of tree: PathTree
    ) throws(MapError) -> [AheadItem] {
        let kinds = parameters.kinds
        guard !kinds.isDisjoint(with: Self.ofAttributes) else { return [] }
        var limits = LimitFinder(kinds)
        var objects = ObjectFinder(kinds)
        var tunnels = StretchFinder(.tunnel) { $0.isTunnel }
        var bridges = StretchFinder(.bridge) { $0.isBridge }
        var countries = CountryFinder()
        for element in line.links {
            try reading.read(
                element.link.record, element.link.link.direction, from: map, at: tree.moment,
                on: tree.surface, host: tree.restrictions)
            limits.take(reading, of: element)
            try objects.take(reading, of: element, on: map)
            if kinds.contains(.tunnel) { tunnels.take(reading, of: element) }
            if kinds.contains(.bridge) { bridges.take(reading, of: element) }
            if kinds.contains(.country) { try countries.take(reading, of: element, on: map) }
        }
        return limits.items + objects.items + tunnels.finish() + bridges.finish() + countries.items
    }

    private func sorted(_ items: [AheadItem]) -> [AheadItem] {
        let order = AheadKind.allCases
        func rank(_ item: AheadItem) -> Int { order.firstIndex(of: item.kind) ?? 0 }
        return items.filter { $0.end >= .zero && $0.distance <= parameters.reach }
            .sorted { left, right in
                if left.distance != right.distance { return left.distance < right.distance }
                return (rank(left), left.end) < (rank(right), right.end)
            }
    }
}
