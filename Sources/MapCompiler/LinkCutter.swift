import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Cuts roads into links.
///
/// A link ends where its way ends, where roads meet (a node that two roads share, or one road twice),
/// and where the input ends, that is, beside a node that it does not hold. It never spans two ways:
/// its stable id names one, and at a node where only two ways meet the road goes on in the next link.
struct LinkCutter {
    private let network: RoadNetwork
    private let curvature: any CurvatureEstimating
    /// Links so far.
    private(set) var links: [NewLink] = []
    /// Links that were shorter than half a centimetre.
    private(set) var emptyLinks = 0
    /// Ways that lost part of their line, because the input does not hold all nodes.
    private(set) var cutWays = 0
    /// Ways that lost all of it.
    private(set) var lostWays = 0
    /// Length of all links together.
    private(set) var totalLength = Centimetres.zero
    /// What is known of them.
    private(set) var coverage = AttributeCoverage()
    private var newIndexes: [Int]
    /// Attributes and texts of each combination of traits. The links share these arrays, which keeps
    /// the memory for a country's worth of links down.
    private let attributes: [[Attribute]]
    private let texts: [[NewText]]
    /// The turn restrictions of the input.
    let restrictions: RestrictionTable

    init(_ network: RoadNetwork, curvature: any CurvatureEstimating) {
        self.network = network
        self.curvature = curvature
        newIndexes = Array(repeating: -1, count: network.nodeIDs.count)
        let isDescribed = network.isDescribed
        attributes = network.traits.map { traits in
            traits.facts.filter { isDescribed || !$0.isConcludedFromSilence }.map(\.attribute)
        }
        texts = network.traits.map { traits in
            traits.texts.map { NewText($0.kind, $0.text, directions: $0.directions) }
        }
        restrictions = RestrictionTable(network.restrictions, in: network)
    }

    /// Cuts one road.
    mutating func cut(way index: Int) {
        let (way, traits, nodes) = network.way(index)
        var stretches: [ArraySlice<Int>] = []
        var missing = false
        // Runs of nodes that the input holds, cut where roads meet.
        var start: Int?
        for position in nodes.indices {
            guard network.place(of: nodes[position]) != nil else {
                if let first = start, position - first > 1 {
                    stretches.append(nodes[first..<position])
                }
                start = nil
                missing = true
                continue
            }
            guard let first = start else {
                start = position
                continue
            }
            if position == nodes.count - 1 || network.isJunction(nodes[position]) {
                stretches.append(nodes[first...position])
                start = position
            }
        }
        if missing { if stretches.isEmpty { lostWays += 1 } else { cutWays += 1 } }
        for stretch in told(apart: stretches, of: nodes) {
            add(stretch, of: way, traits, lastEdit: network.lastEdit(ofWay: index))
        }
    }

    /// The nodes of the links and the links, the nodes in the order of their ids.
    mutating func finish() -> (nodes: [NewNode], links: [NewLink]) {
        for link in links {
            newIndexes[link.startNode] = 0
            newIndexes[link.endNode] = 0
        }
        var nodes: [NewNode] = []
        for index in newIndexes.indices where newIndexes[index] == 0 {
            guard let place = network.place(of: index) else { continue }
            newIndexes[index] = nodes.count
            nodes.append(NewNode(id: network.nodeIDs[index], place: place))
        }
        for index in links.indices {
            links[index].startNode = newIndexes[links[index].startNode]
            links[index].endNode = newIndexes[links[index].endNode]
        }
        return (nodes, links)
    }

    /// A way that meets itself can run from one node to another one twice, and both links would have
    /// one stable id. The later one is cut in its middle, so that each has its own.
    private func told(apart stretches: [ArraySlice<Int>], of nodes: [Int]) -> [ArraySlice<Int>] {
        guard Set(nodes).count < nodes.count else { return stretches }
        var ends: Set<[Int]> = []
        var result: [ArraySlice<Int>] = []
        for stretch in stretches {
            let pair = [stretch.first, stretch.last].compactMap { $0 }
            if ends.insert(pair).inserted || stretch.count < 3 {
                result.append(stretch)
            } else {
                let middle = stretch.startIndex + stretch.count / 2
                result.append(stretch[...middle])
                result.append(stretch[middle...])
            }
        }
        return result
    }

    private mutating func add(
        _ stretch: ArraySlice<Int>,
        of way: Int64,
        _ traits: Int,
        lastEdit: UInt16?
    ) {
        guard let start = stretch.first, let end = stretch.last else { return }
        var shape = Shape()
        for node in stretch {
            if let place = network.place(of: node), place != shape.points.last {
                shape.append(place)
            }
        }
        guard shape.count >= 2, shape.offset(at: shape.count - 1) > .zero else {
            emptyLinks += 1
            return
        }
        let length = shape.offset(at: shape.count - 1)
        var link = NewLink(
            way: way,
            startNode: start,
            endNode: end,
            points: shape.points,
            directions: network.traits[traits].directions
        )
        link.attributes = attributes[traits]
        link.texts = texts[traits]
        if let lastEdit {
            link.attributes.append(
                Attribute(
                    .lastEdit,
                    UInt64(lastEdit),
                    provenance: .tagged,
                    from: .zero,
                    to: length
                )
            )
        }
        addObjects(to: &link, of: stretch, in: network, length: length)
        restrictions.add(
            to: &link,
            startNode: network.nodeIDs[start],
            endNode: network.nodeIDs[end],
            length: length
        )
        let spots = curvature.curvature(along: shape)
        if !spots.isEmpty {
            link.profiles.append(NewProfile(.curvature, provenance: .derived, spots: spots))
        }
        links.append(link)
        totalLength += length
        coverage.add(link, length: length)
    }
}

extension RoadFact {
    /// The fact about the whole of a link, however long: a range is cut where its link ends.
    fileprivate var attribute: Attribute {
        Attribute(
            kind,
            value,
            directions: directions,
            provenance: provenance,
            from: .zero,
            to: Centimetres(Int(UInt32.max))
        )
    }

    /// Whether it only holds because mappers would have tagged the opposite.
    fileprivate var isConcludedFromSilence: Bool {
        provenance == .derived && (kind == .tunnel || kind == .bridge)
    }
}
