import Geodesy
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import RoadMapWriter
import Routing
import Testing

/// A turn restriction over ways, each of one link.
struct RestrictionOverWays {
    var rule: TurnRestriction.Rule
    /// The first way, those in between, and the one that it forbids or demands.
    var ways: [Int64]
    var condition: Condition?

    /// What maps say of it at the ends of the ways, given the nodes at the ends of each.
    func add(to link: inout NewLink, _ ends: (Int64) -> [Int64]) {
        for number in ways.indices.dropLast() where ways[number] == link.way {
            let shared = ends(ways[number]).filter { ends(ways[number + 1]).contains($0) }
            let direction: DirectionSet = shared.contains(link.endNode.id) ? .forward : .backward
            let isLast = number == ways.count - 2
            var rules: [TurnRestriction.Rule] = isLast ? [rule] : [.onward]
            if !isLast && rule == .only { rules.append(.only) }
            for rule in rules {
                func add(_ kind: AttributeKind, _ value: UInt64) {
                    link.attributes.append(
                        Attribute(
                            kind, value, directions: direction, provenance: .tagged, from: .zero,
                            to: Centimetres(Int(UInt32.max))))
                }
                let restriction = TurnRestriction(rule, toWay: ways[number + 1])
                add(.turnRestriction, restriction.attributeValue)
                for way in ways[..<number].reversed() { add(.previousWay, UInt64(way) << 1) }
                if let condition, rule != .onward { add(.condition, condition.attributeValue) }
            }
        }
    }

    /// The way that it forbids, or the one that it demands, of those who came to a node by ways.
    func next(_ came: [Int64], at node: Int64, _ ends: (Int64) -> [Int64]) -> [Int64] {
        (1..<ways.count).compactMap { count in
            // The other end of the way is none of its places.
            guard came.suffix(count) == ways[..<count], ends(ways[count - 1]).contains(node),
                ends(ways[count]).contains(node), rule == .only || count == ways.count - 1
            else { return nil }
            return ways[count]
        }
    }
}

@Suite struct RestrictionOverWaysTests {
    /// Ways 100 A–B, 101 B–D and 102 D–E; around by 103 B–C, 104 C–G, 105 G–B.
    private func sketch(
        _ rule: TurnRestriction.Rule, _ ways: [Int64], condition: Condition? = nil
    ) throws -> MapSketch {
        let roads = ["AB", "BD", "DE", "BC", "CG", "GB"]
        let restriction = RestrictionOverWays(rule: rule, ways: ways, condition: condition)
        return try MapSketch(
            """
            A---B---C
                |
                |   G
                |
                D---E
            """,
            gridMetres: 50, roads: roads.map { MapSketch.Road($0) }
        ) { link in
            link.texts.append(
                NewText(.timeZone, "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3"))
            restriction.add(to: &link) { way in
                roads[Int(way) - 100].unicodeScalars.map { Int64($0.value) }
            }
        }
    }

    private func length(_ sketch: MapSketch, at moment: Int64? = nil) throws -> Double? {
        let start = LinkPlace(try sketch.link("A", "B"), offset: .zero)
        let end = LinkPlace(try sketch.link("D", "E"), offset: Metres(200))
        return try sketch.map.shortestRoute(
            from: [start], to: [end], cost: .distance,
            limits: SearchLimits(cost: .infinity, settledLinks: 100, moment: moment)
        )?.length.value
    }

    @Test func `Who came another way may turn, so the route goes around`() throws {
        let around = 200 + 200 + 100 + 223.6 + 400
        #expect(abs(try #require(try length(sketch(.no, [100, 101, 102]))) - around) < 3)
        // Over more ways: all of the way around is forbidden, the straight way is not.
        #expect(abs(try #require(try length(sketch(.no, [100, 103, 101, 102]))) - 600) < 3)
    }

    @Test func `The only course is demanded from the first junction on`() throws {
        #expect(abs(try #require(try length(sketch(.only, [100, 101, 102]))) - 600) < 3)
        let around = 200 + 200 + 100 + 223.6 + 400
        #expect(
            abs(try #require(try length(sketch(.only, [100, 103, 104, 105]))) - around) < 3)
    }

    @Test func `At hours it holds then`() throws {
        var condition = Condition()
        condition.hours = Condition.Hours(from: .minute(7 * 60), to: .minute(9 * 60))
        let sketch = try sketch(.no, [100, 101, 102], condition: condition)
        // 1 January 2026, noon in Germany.
        let noon: Int64 = 1_767_265_200
        let morning = try #require(try length(sketch, at: noon - 4 * 3600))
        #expect(morning > 1000)
        #expect(try length(sketch, at: noon).map { abs($0 - 600) < 3 } == true)
        #expect(try length(sketch).map { abs($0 - 600) < 3 } == true)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `As by brute force over everything that one came by`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var restrictions: [RestrictionOverWays] = []
        var nodes: [[Int64]] = []
        let sketch = try randomSketch(seed: seed) { link, ends in
            if restrictions.isEmpty {
                restrictions = Self.restrictions(over: ends, &random)
                nodes = ends.map {
                    $0.compactMap { $0.unicodeScalars.first.map { Int64($0.value) } }
                }
            }
            for restriction in restrictions {
                restriction.add(to: &link) { nodes[Int($0) - 100] }
            }
        }
        let links = try drivableLinks(of: sketch.map)
        var detours = 0
        for source in links.prefix(5) {
            let place = LinkPlace(source.key, offset: .zero)
            let expected = try bruteForce(
                from: source, over: links, on: sketch.map, restrictions, nodes)
            let free = try bruteForce(from: source, over: links, on: sketch.map, [], nodes)
            detours += zip(expected, free).count { $0 != $1 }
            var search = RouteSearch(reserved: 256, capacity: 10_000)
            try search.run(
                on: sketch.map, from: [place],
                limits: SearchLimits(cost: .infinity, settledLinks: 10_000))
            for (target, expected) in zip(links, expected) where target.key != source.key {
                let found = search.reach(of: LinkPlace(target.key, offset: .zero))
                #expect(abs((found?.length.value ?? -1) - (expected ?? -1)) < 1e-6)
            }
        }
        #expect(restrictions.count == 30)
        #expect(detours > 0)
    }

    /// Random courses over two to four ways that meet.
    private static func restrictions(
        over ends: [[Character]], _ random: inout SplitMix64
    ) -> [RestrictionOverWays] {
        var restrictions: [RestrictionOverWays] = []
        while restrictions.count < 30 {
            var course = [Int.random(in: 0..<ends.count, using: &random)]
            var node = ends[course[0]][1]
            for _ in 0..<Int.random(in: 2..<5, using: &random) {
                let next = ends.indices.filter { ends[$0].contains(node) && $0 != course.last }
                guard let way = next.randomElement(using: &random) else { break }
                node = ends[way].first { $0 != node } ?? node
                course.append(way)
            }
            guard course.count > 2 else { continue }
            restrictions.append(
                RestrictionOverWays(
                    rule: Int.random(in: 0..<4, using: &random) == 0 ? .only : .no,
                    ways: course.map { Int64(100 + $0) }))
        }
        return restrictions
    }

    /// The way in metres to the start of each link; a place is a link with the last ways before it.
    private func bruteForce(
        from source: (key: DirectedLink, link: Link),
        over links: [(key: DirectedLink, link: Link)],
        on map: RoadMap,
        _ restrictions: [RestrictionOverWays],
        _ nodes: [[Int64]]
    ) throws -> [Double?] {
        struct State: Hashable {
            var link: Int
            var came: [Int64]
        }
        guard let first = links.firstIndex(where: { $0.key == source.key }) else { return [] }
        var costs = [State(link: first, came: [source.link.way]): 0.0]
        /// Where one may go on to from a place, which does not depend on the cost.
        var leaving: [State: [State]] = [:]
        func next(_ state: State) throws -> [State] {
            if let known = leaving[state] { return known }
            let (key, link) = links[state.link]
            let node = try map.node(link.exit(key.direction)).id
            let here = restrictions.filter { $0.ways.dropLast().contains(link.way) }
            func named(_ rule: TurnRestriction.Rule) -> [Int64] {
                here.filter { $0.rule == rule }.flatMap {
                    $0.next(state.came, at: node) { nodes[Int($0) - 100] }
                }
            }
            let (forbidden, demanded) = (named(.no), named(.only))
            let open = links.indices.filter {
                let way = links[$0].link.way
                return links[$0].link.entry(links[$0].key.direction) == link.exit(key.direction)
                    && !forbidden.contains(way) && (demanded.isEmpty || demanded.contains(way))
            }
            let onward = open.filter { links[$0].key != key.reversed }
            let found = (onward.isEmpty ? open : onward).map { next in
                // Turning back begins anew: nobody has come to the way by driving on.
                let isBack = links[next].key == key.reversed
                let came = (isBack ? [] : state.came) + [links[next].link.way]
                return State(link: next, came: Array(came.suffix(4)))
            }
            leaving[state] = found
            return found
        }
        // Each round goes one link on from all places that were reached cheaper in the one before.
        var open = Array(costs.keys)
        while !open.isEmpty {
            var reached = Set<State>()
            for state in open {
                let cost = (costs[state] ?? 0) + links[state.link].link.length.metres.value
                for next in try next(state) where cost < costs[next] ?? .infinity {
                    costs[next] = cost
                    reached.insert(next)
                }
            }
            open = Array(reached)
        }
        var least = [Double?](repeating: nil, count: links.count)
        for (state, cost) in costs { least[state.link] = min(least[state.link] ?? .infinity, cost) }
        return least
    }
}
