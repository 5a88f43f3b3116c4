import Geodesy
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import RoadMapWriter
import Routing
import Testing

/// A random network: letters on a grid with roads between neighbours and far ones, some one-way.
func randomSketch(
    seed: UInt64, furnish: (inout NewLink, [[Character]]) -> Void = { _, _ in }
) throws -> MapSketch {
    var random = SplitMix64(seed: seed)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var rows = [[Character]](repeating: [Character](repeating: " ", count: 30), count: 30)
    for letter in letters {
        while true {
            let row = Int.random(in: 0..<30, using: &random)
            let column = Int.random(in: 0..<30, using: &random)
            guard rows[row][column] == " " else { continue }
            rows[row][column] = letter
            break
        }
    }
    var roads: [MapSketch.Road] = []
    var pairs = Set<String>()
    var ends: [[Character]] = []
    while roads.count < 40 {
        let from = letters[Int.random(in: 0..<letters.count, using: &random)]
        let to = letters[Int.random(in: 0..<letters.count, using: &random)]
        // No two roads between the same nodes, so that a test can name a link by its ends.
        guard from != to, pairs.insert(String([min(from, to), max(from, to)])).inserted else {
            continue
        }
        ends.append([from, to])
        roads.append(
            MapSketch.Road(String([from, to]), oneway: Int.random(in: 0..<3, using: &random) == 0)
        )
    }
    let drawing = rows.map { String($0) }.joined(separator: "\n")
    return try MapSketch(drawing, gridMetres: 20, roads: roads) { furnish(&$0, ends) }
}

/// All directed links of a map that may be driven, in the order of the file.
func drivableLinks(of map: RoadMap) throws -> [(key: DirectedLink, link: Link)] {
    var links: [(key: DirectedLink, link: Link)] = []
    try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
        for direction in Direction.allCases where link.directions.contains(direction) {
            links.append((DirectedLink(link.reference, direction), link))
        }
    }
    return links
}

/// The way in metres to the start of every directed link, by relaxing all pairs until nothing
/// changes: slow, and nothing in it is like the search.
func bruteForce(
    from place: LinkPlace,
    on links: [(key: DirectedLink, link: Link)],
    turnPenalty: Double?
) -> [Double] {
    var costs = [Double](repeating: .infinity, count: links.count)
    func step(_ from: (key: DirectedLink, link: Link), _ to: (key: DirectedLink, link: Link))
        -> Double?
    {
        guard from.link.exit(from.key.direction) == to.link.entry(to.key.direction) else {
            return nil
        }
        guard to.key == from.key.reversed else { return 0 }
        let goesOn = links.contains {
            $0.key != to.key
                && $0.link.entry($0.key.direction) == from.link.exit(from.key.direction)
        }
        return goesOn ? turnPenalty : 0
    }
    guard let source = links.first(where: { $0.key == place.link }) else { return costs }
    for (index, to) in links.enumerated() {
        if let turn = step(source, to) {
            costs[index] = (source.link.length.metres - place.offset).value + turn
        }
        // Or it turns back at once.
        let back = (key: source.key.reversed, link: source.link)
        if let turnPenalty, links.contains(where: { $0.key == back.key }),
            let turn = step(back, to)
        {
            costs[index] = min(costs[index], place.offset.value + turnPenalty + turn)
        }
    }
    var changed = true
    while changed {
        changed = false
        for (index, from) in links.enumerated() where costs[index] < .infinity {
            for (other, to) in links.enumerated() {
                guard let turn = step(from, to) else { continue }
                let cost = costs[index] + from.link.length.metres.value + turn
                if cost < costs[other] - 1e-9 {
                    costs[other] = cost
                    changed = true
                }
            }
        }
    }
    return costs
}
