import Geodesy
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import Routing
import Testing

@Suite struct RouteSearchTests {
    @Test(arguments: 1...20) func agreesWithRelaxingAllPairs(seed: UInt64) throws {
        let sketch = try randomSketch(seed: seed)
        let links = try drivableLinks(of: sketch.map)
        var random = SplitMix64(seed: seed)
        var search = RouteSearch(reserved: 256)
        for round in 0..<6 {
            let source = links[Int.random(in: 0..<links.count, using: &random)]
            let offset = source.link.length.metres * Double.random(in: 0...1, using: &random)
            let place = LinkPlace(source.key, offset: offset)
            let penalty: Double? = round % 2 == 0 ? nil : 35
            let expected = bruteForce(from: place, on: links, turnPenalty: penalty)
            try search.run(
                on: sketch.map,
                from: [place],
                limits: SearchLimits(
                    cost: .infinity,
                    settledLinks: 1000,
                    uTurns: penalty.map { .penalised($0) } ?? .atDeadEnds
                )
            )
            #expect(!search.wasCutShort)
            for (index, (key, link)) in links.enumerated()
            where link.reference != source.link.reference {
                let target = LinkPlace(key, offset: Metres(1))
                let cost = search.cost(of: target)
                #expect((cost == nil) == (expected[index] == .infinity))
                if let cost { #expect(abs(cost - expected[index] - 1) < 1e-6) }
                try checkRoute(search.route(to: target), from: place, to: target, on: sketch.map)
            }
        }
    }

    /// What lies around a place is reached by the same ways, as far as they are short enough, and fewer links
    /// are passed.
    @Test func aGoalChangesNoAnswerWithinItsLength() throws {
        var passed = (all: 0, towards: 0)
        for seed in 1...20 as ClosedRange<UInt64> {
            let sketch = try randomSketch(seed: seed)
            let links = try drivableLinks(of: sketch.map)
            var random = SplitMix64(seed: seed)
            var (all, towards) = (RouteSearch(reserved: 256), RouteSearch(reserved: 256))
            for _ in 0..<6 {
                let source = links[Int.random(in: 0..<links.count, using: &random)]
                let place = LinkPlace(
                    source.key,
                    offset: source.link.length.metres * Double.random(in: 0...1, using: &random))
                let centre = links[Int.random(in: 0..<links.count, using: &random)].link
                let node = try sketch.map.node(centre.startNode)
                let longest = Double.random(in: 100...1500, using: &random)
                let limits = SearchLimits(
                    cost: longest, settledLinks: 1000, uTurns: .penalised(35))
                try all.run(on: sketch.map, from: [place], limits: limits)
                try towards.run(
                    on: sketch.map, from: [place], limits: limits,
                    goal: SearchGoal(
                        around: LocalFrame(around: node.place), radius: Metres(50),
                        longest: Metres(longest)))
                passed.all += all.settledLinks
                passed.towards += towards.settledLinks
                for (key, link) in links {
                    let meets =
                        link.entry(key.direction) == node.reference
                        || link.exit(key.direction) == node.reference
                    guard meets else { continue }
                    let isEntry = link.entry(key.direction) == node.reference
                    let target = LinkPlace(
                        key, offset: isEntry ? Metres(5) : link.length.metres - Metres(5))
                    let reach = all.reach(of: target)
                    guard (reach?.length.value ?? .infinity) <= longest else { continue }
                    #expect(towards.reach(of: target) == reach)
                }
            }
        }
        #expect(passed.towards * 4 < passed.all * 3)
    }

    /// A route must be a way: each link begins where the one before ends, and its length is theirs.
    private func checkRoute(
        _ route: Route?,
        from place: LinkPlace,
        to target: LinkPlace,
        on map: RoadMap
    ) throws {
        guard let route else { return }
        #expect(route.links.first?.link == place.link.link)
        #expect(route.links.last == target.link)
        var length = route.endOffset - route.startOffset
        for (before, after) in zip(route.links, route.links.dropFirst()) {
            let left = try map.link(before.link)
            #expect(
                left.exit(before.direction) == (try map.link(after.link)).entry(after.direction)
            )
            length += left.length.metres
        }
        #expect(abs((length - route.length).value) < 1e-6)
    }

    @Test func limitsAreKept() throws {
        let sketch = try MapSketch(
            "A--B--C--D--E", gridMetres: 50, roads: ["AB", "BC", "CD", "DE"].map { .init($0) })
        let start = LinkPlace(try sketch.link("A", "B"), offset: Metres(100))
        let far = LinkPlace(try sketch.link("D", "E"), offset: Metres(10))
        var search = RouteSearch(reserved: 64)
        // 50 m to B, 150 m to C, 150 m to D, and 10 m.
        try search.run(
            on: sketch.map, from: [start], limits: SearchLimits(cost: 351, settledLinks: 100))
        #expect(abs((search.reach(of: far)?.length.value ?? 0) - 360) < 0.1)
        try search.run(
            on: sketch.map, from: [start], limits: SearchLimits(cost: 349, settledLinks: 100))
        #expect(search.reach(of: far) == nil)
        #expect(!search.wasCutShort)
        try search.run(
            on: sketch.map, from: [start], limits: SearchLimits(cost: 1000, settledLinks: 2))
        #expect(search.reach(of: far) == nil)
        #expect(search.wasCutShort)
        #expect(search.settledLinks == 2)
    }

    @Test func endsWhenItsTargetsAreSettled() throws {
        let sketch = try MapSketch(
            "A--B--C--D--E", gridMetres: 50, roads: ["AB", "BC", "CD", "DE"].map { .init($0) })
        let start = LinkPlace(try sketch.link("A", "B"), offset: Metres(100))
        let next = LinkPlace(try sketch.link("B", "C"), offset: Metres(0))
        let ahead = LinkPlace(start.link, offset: Metres(120))
        let limits = SearchLimits(cost: .infinity, settledLinks: 100)
        var search = RouteSearch(reserved: 64)
        try search.run(on: sketch.map, from: [start], targets: [next, ahead], limits: limits)
        #expect(search.settledLinks == 1)
        #expect(search.reach(of: ahead) == Reach(length: Metres(20), uTurns: 0, deadEnds: 0))
        try search.run(on: sketch.map, from: [start], targets: [ahead], limits: limits)
        #expect(search.settledLinks == 0)
    }

    @Test func turnsBackAtDeadEndsOnly() throws {
        let sketch = try MapSketch(
            """
            A--B--C
               |
               D
            """, gridMetres: 50, roads: [.init("ABC"), .init("BD")])
        var search = RouteSearch(reserved: 64)
        let start = LinkPlace(try sketch.link("A", "B"), offset: .zero)
        let home = LinkPlace(try sketch.link("B", "A"), offset: .zero)
        try search.run(
            on: sketch.map, from: [start], limits: SearchLimits(cost: 9999, settledLinks: 99))
        // A, B, D, B: 150 + 100 + 100.
        let around = try #require(search.reach(of: home))
        #expect(abs(around.length.value - 350) < 0.1)
        #expect(around.deadEnds == 1 && around.uTurns == 0)
        try search.run(
            on: sketch.map, from: [start],
            limits: SearchLimits(cost: 9999, settledLinks: 99, uTurns: .penalised(10)))
        let back = try #require(search.reach(of: home))
        #expect(abs(back.length.value - 150) < 0.1)
        #expect(back.deadEnds == 0 && back.uTurns == 1)
    }

    @Test func theTableGrows() throws {
        let sketch = try randomSketch(seed: 77)
        let links = try drivableLinks(of: sketch.map)
        let place = LinkPlace(links[0].key, offset: .zero)
        var small = RouteSearch(reserved: 2, capacity: 500)
        var large = RouteSearch(reserved: 500)
        let limits = SearchLimits(cost: .infinity, settledLinks: 1000)
        try small.run(on: sketch.map, from: [place], limits: limits)
        try large.run(on: sketch.map, from: [place], limits: limits)
        for (key, _) in links {
            let target = LinkPlace(key, offset: .zero)
            #expect(small.reach(of: target) == large.reach(of: target))
        }
    }
}

@Suite struct ShortestRouteTests {
    @Test func timePrefersTheFastRoad() throws {
        // By C it is 400 m, by the fast road over D and E it is 600 m.
        let sketch = try MapSketch(
            """
            A---C---B
            |       |
            D-------E
            """, gridMetres: 50,
            roads: [
                .init("ACB", limit: .limited(20, .kilometresPerHour)),
                .init("ADEB", limit: .limited(100, .kilometresPerHour)),
            ])
        let starts = try sketch.map.nearestPlaces(to: try sketch.place("A"), within: Metres(5))
        let ends = try sketch.map.nearestPlaces(to: try sketch.place("B"), within: Metres(5))
        #expect(starts.count == 2)
        let short = try #require(
            try sketch.map.shortestRoute(from: starts, to: ends, cost: .distance))
        let fast = try #require(try sketch.map.shortestRoute(from: starts, to: ends, cost: .time))
        #expect(abs(short.length.value - 400) < 0.1)
        #expect(abs(fast.length.value - 600) < 0.1)
    }

    /// What cars really drive counts before the limit, in its direction alone.
    @Test func timePrefersTheRoadWhereCarsAreFast() throws {
        let sketch = try MapSketch(
            """
            A---C---B
            |       |
            D-------E
            """, gridMetres: 50,
            roads: [
                .init(
                    "ACB", limit: .limited(20, .kilometresPerHour),
                    also: [
                        Attribute(
                            .averageSpeed, 200, directions: .forward, provenance: .observed,
                            from: .zero, to: Centimetres(Int(UInt32.max)))
                    ]),
                .init("ADEB", limit: .limited(100, .kilometresPerHour)),
            ])
        let start = try sketch.map.nearestPlaces(to: try sketch.place("A"), within: Metres(5))
        let end = try sketch.map.nearestPlaces(to: try sketch.place("B"), within: Metres(5))
        let there = try #require(try sketch.map.shortestRoute(from: start, to: end, cost: .time))
        let back = try #require(try sketch.map.shortestRoute(from: end, to: start, cost: .time))
        #expect(abs(there.length.value - 400) < 0.1)
        #expect(abs(back.length.value - 600) < 0.1)
    }

    @Test func oneWayIsKept() throws {
        let sketch = try MapSketch(
            """
            A---B
            |   |
            D---C
            """, gridMetres: 50, roads: [.init("ABCDA", oneway: true)])
        let from = try sketch.map.nearestPlaces(to: try sketch.place("B"), within: Metres(5))
        let to = try sketch.map.nearestPlaces(to: try sketch.place("C"), within: Metres(5))
        #expect(from.count == 1)
        let there = try #require(try sketch.map.shortestRoute(from: from, to: to))
        #expect(abs(there.length.value - 100) < 0.1)
        let back = try #require(try sketch.map.shortestRoute(from: to, to: from))
        #expect(abs(back.length.value - 500) < 0.1)
    }

    @Test func thereMayBeNoWay() throws {
        let sketch = try MapSketch(
            """
            A--B  C--D
            """, gridMetres: 50, roads: [.init("AB"), .init("CD")])
        let from = try sketch.map.nearestPlaces(to: try sketch.place("A"), within: Metres(5))
        let to = try sketch.map.nearestPlaces(to: try sketch.place("D"), within: Metres(5))
        #expect(try sketch.map.shortestRoute(from: from, to: to) == nil)
        let nowhere = try sketch.map.nearestPlaces(to: try sketch.place("B"), within: Metres(0))
        #expect(nowhere.count == 2)
    }
}
