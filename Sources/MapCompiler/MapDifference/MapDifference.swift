import Geodesy
import Quantities
public import RoadMap
public import RoadMapWriter

/// The links of a new map that are not in another map, or differ from it, for a file of corrections beside it.
///
/// ```swift
/// var difference = try MapDifference(from: base)
/// for link in newLinks where try difference.isNew(link, encoded) { try writer.add(encoded) }
/// for link in try difference.removed() { try writer.add(EncodedLink(link)) }
/// ```
/// Of several files that are one map, the first one that has a link counts. So the file of corrections and the map behind it
/// are the new map. A link that the new map does not have stands in the corrections as ``RoadMap/AttributeKind/removed``.
public struct MapDifference {
    private let map: RoadMap
    /// The links of the map that the new one has not shown yet.
    private var waiting: [StableLinkID: LinkReference] = [:]
    /// Names of several links: a way that leads from one junction to another twice. These count as different.
    private var ambiguous: Set<StableLinkID> = []
    /// The places of its junctions.
    private var places: [Int64: Coordinate] = [:]
    /// The number of links that differ, and of those that are the same.
    public private(set) var newLinks = 0, sameLinks = 0

    /// The links of a map of one file.
    public init(from map: RoadMap) throws(MapError) {
        self.map = map
        for block in 0..<map.header.blockCount {
            try map.forEachLink(inBlock: block) { (link) throws(MapError) in
                let id = try map.stableID(of: link)
                if self.waiting.updateValue(link.reference, forKey: id) != nil {
                    self.ambiguous.insert(id)
                }
            }
            try map.forEachNode(inBlock: block) { node in self.places[node.id] = node.place }
        }
    }

    /// Whether the map does not have a link of the new map, or has it otherwise.
    public mutating func isNew(
        _ link: NewLink, _ encoded: EncodedLink
    ) throws(MapDifferenceError) -> Bool {
        for node in [link.startNode, link.endNode] {
            if let place = places[node.id], place != node.place {
                throw .movedJunction(node: node.id, way: link.way)
            }
        }
        let id = StableLinkID(
            way: link.way, startNode: link.startNode.id, endNode: link.endNode.id)
        if let reference = waiting.removeValue(forKey: id), !ambiguous.contains(id),
            try self.encoded(reference)?.isSame(as: encoded) == true
        {
            sameLinks += 1
            return false
        }
        newLinks += 1
        return true
    }

    /// A link of the map as it was before it was written; `nil` if it cannot be written any more.
    private func encoded(_ reference: LinkReference) throws(MapDifferenceError) -> EncodedLink? {
        let link: NewLink
        do throws(MapError) {
            link = try NewLink(try map.link(reference), on: map)
        } catch { throw .map(error) }
        return try? EncodedLink(link)
    }

    /// The links that the new map does not have, in a fixed order. To be called after its last link.
    public func removed() throws(MapError) -> [NewLink] {
        let ids = waiting.keys.sorted {
            ($0.way, $0.startNode, $0.endNode) < ($1.way, $1.startNode, $1.endNode)
        }
        var links: [NewLink] = []
        for id in ids {
            guard let reference = waiting[id] else { continue }
            let whole = try NewLink(try map.link(reference), on: map)
            var link = NewLink(
                way: whole.way, startNode: whole.startNode, endNode: whole.endNode,
                points: whole.points, directions: [])
            link.attributes.append(
                Attribute(
                    .removed, 1, provenance: .overlay, from: .zero,
                    to: Centimetres(Int(UInt32.max))))
            links.append(link)
        }
        return links
    }
}

/// The reason why a new map cannot be corrections beside another one.
public enum MapDifferenceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A junction is at another place.
    case movedJunction(node: Int64, way: Int64)
    /// The map cannot be read.
    case map(MapError)

    /// The error in one line.
    public var description: String {
        switch self {
        case .movedJunction(let node, let way):
            "node \(node) of way \(way) is at another place there: compile both maps from the same data"
        case .map(let error): "\(error)"
        }
    }
}
