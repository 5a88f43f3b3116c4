import ArgumentParser
import Horizon
import Quantities
import RoadMap
import Routing
import TextFiles

/// The decisions of cars at junctions, with what is known of each exit.
struct DecisionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decisions",
        abstract: "Lists the decisions of cars along routes, with what is known of each exit.",
        discussion: """
            Routes are as for `prediction`. One line of JSON a stretch: its route and length, and the junctions with two legal \
            exits or more. Of a junction: the distance along the stretch, the road of arrival, and the number of the exit that \
            was taken, null if it was a U-turn or is forbidden. Of an exit: its road, the angle into it, whether its class is that \
            of the road of arrival, the probability by the turn model and its share of the reachable road. With --to-end: the \
            time of the fastest route from the exit to the end of the stretch, s; null if there is none.
            """)

    @Option(help: "The map.") var map: String
    @Option(help: "The routes.") var routes: String
    @Flag(help: "Search the fastest routes to the end.") var toEnd = false

    /// Beyond it no route is looked for, s.
    private static let longestRoute = 7200.0

    func run() throws {
        let roads = try RoadMap(source: FileBlockSource(path: map), cacheBytes: 64 << 20)
        var search = RouteSearch(reserved: 1 << 12, capacity: 1 << 18)
        for stretch in try ReferenceRoutes(routes, on: roads).stretches {
            try list(stretch, roads, &search)
        }
    }

    private func list(
        _ stretch: ReferenceRoutes.Stretch, _ roads: RoadMap, _ search: inout RouteSearch
    ) throws {
        var turns = DrivenTurns(
            map: roads, coefficients: TurnCoefficients(TurnCoefficients.fitted.values))
        var along = 0.0
        var decisions: [String] = []
        let end = stretch.steps[stretch.steps.count - 1]
        let goal = LinkPlace(end.link, offset: Metres(end.length))
        for (step, next) in zip(stretch.steps, stretch.steps.dropFirst()) {
            along += step.length
            try turns.enter(step.link)
            let taken = turns.exits.firstIndex { $0.link == next.link }
            guard turns.exits.count > 1 || taken == nil else { continue }
            var exits: [String] = []
            for (number, exit) in turns.exits.enumerated() {
                var members = [
                    "\"road\":\(jsonText(try name(exit.link, roads)))",
                    "\"angle\":\(exit.turnAngle.value)",
                    "\"sameClass\":\(exit.functionalRoadClass == turns.functionalRoadClass)",
                    "\"modelled\":\(exit.probability)",
                    "\"share\":\(turns.roadShares.isEmpty ? "null" : "\(turns.roadShares[number])")",
                ]
                if toEnd {
                    let time = try seconds(from: exit.link, to: goal, roads, &search)
                    members.append("\"secondsToEnd\":\(time.map { "\($0)" } ?? "null")")
                }
                exits.append("{\(members.joined(separator: ","))}")
            }
            decisions.append(
                "{\"along\":\(along),\"road\":\(jsonText(try name(step.link, roads))),"
                    + "\"taken\":\(taken.map { "\($0)" } ?? "null"),\"exits\":[\(exits.joined(separator: ","))]}"
            )
        }
        let length = stretch.steps.reduce(0) { $0 + $1.length }
        print(
            "{\"route\":\(jsonText(stretch.route)),\"length\":\(length),"
                + "\"decisions\":[\(decisions.joined(separator: ","))]}")
    }

    private func seconds(
        from exit: DirectedLink, to goal: LinkPlace, _ roads: RoadMap, _ search: inout RouteSearch
    ) throws(MapError) -> Double? {
        try search.run(
            on: roads, from: [LinkPlace(exit, offset: .zero)], targets: [goal], cost: .time,
            limits: SearchLimits(cost: Self.longestRoute, settledLinks: 1 << 17))
        return search.cost(of: goal)
    }

    /// `way/start node/end node/direction`.
    private func name(_ link: DirectedLink, _ roads: RoadMap) throws(MapError) -> String {
        let id = try roads.stableID(of: try roads.link(link.link))
        return "\(id.way)/\(id.startNode)/\(id.endNode)/\(link.direction)"
    }
}
