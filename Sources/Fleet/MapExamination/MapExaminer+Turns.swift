import Horizon
import Observations
import Quantities
import RoadMap
import Routing

// Turns that are forbidden and made, and turns that are allowed and never made.
extension MapExaminer {
    /// Turns that cars make although the map forbids them.
    func needlessRestrictions() throws(MapError) -> [MapFinding] {
        var findings: [MapFinding] = []
        var rules = TurnRules()
        for (misfit, seen) in observations.misfits.sorted(by: { $0.key < $1.key }) {
            guard case .forbiddenTurn(let road, let exit) = misfit, let link = links[road],
                seen.count >= UInt32(parameters.leastPasses)
            else { continue }
            let record = try map.link(link.link)
            try rules.read(leaving: record, link.direction, on: map, cameBy: WayTrail())
            guard !rules.allows(exit.link.way) else { continue }
            let turns = observations.roads[road]?.exits.values.reduce(0) { $0 + Int($1.count) } ?? 0
            let all = max(turns, Int(seen.count))
            guard Double(seen.count) >= parameters.leastShareForbidden * Double(all) else {
                continue
            }
            findings.append(
                MapFinding(
                    kind: .needlessRestriction, line: try line(of: link), road: road, exit: exit,
                    passes: Int(seen.count), of: all, expected: nil,
                    suggestion: "no restriction of this turn"))
        }
        return findings
    }

    /// Directions of roads that nobody drives, and turns that nobody makes, although many could.
    func unusedTurns() throws(MapError) -> (oneWays: [MapFinding], turns: [MapFinding]) {
        /// By exit: what is expected of all entries, and the turns that nobody made.
        var expected: [RoadID: Double] = [:]
        var unused: [(road: RoadID, exit: RoadID, expected: Double, of: Int)] = []
        var model = DrivenTurns(
            map: map, coefficients: TurnCoefficients(TurnCoefficients.fitted.values),
            findsDestinations: false)
        for (road, seen) in observations.roads.sorted(by: { $0.key < $1.key }) {
            guard let link = links[road] else { continue }
            try model.enter(link)
            // A forbidden turn does not count for the allowed ones.
            var all = 0
            for exit in model.exits {
                all += Int(seen.exits[try map.roadID(of: exit.link)]?.count ?? 0)
            }
            guard all > 0, model.exits.count > 1 else { continue }
            for exit in model.exits {
                let id = try map.roadID(of: exit.link)
                let number = exit.probability * Double(all)
                expected[id, default: 0] += number
                if seen.exits[id] == nil {
                    unused.append((road, id, number, all))
                }
            }
        }
        let entered = Set(observations.roads.values.flatMap(\.exits.keys))
        var oneWays: [MapFinding] = []
        var closed: Set<RoadID> = []
        for (exit, number) in expected.sorted(by: { $0.key < $1.key })
        where number >= parameters.leastExpected {
            let other = RoadID(exit.link, exit.direction.reversed)
            let driven = passes(of: other)
            guard passes(of: exit) == 0, !entered.contains(exit),
                driven >= parameters.leastPassesOfOtherDirection, let link = links[exit]
            else { continue }
            closed.insert(exit)
            oneWays.append(
                MapFinding(
                    kind: .missingOneWay, line: try line(of: link), road: exit, exit: nil,
                    passes: 0, of: driven, expected: number,
                    suggestion: "oneway against this direction"))
        }
        var turns: [MapFinding] = []
        for turn in unused
        where turn.expected >= parameters.leastExpected && !closed.contains(turn.exit) {
            guard let link = links[turn.road] else { continue }
            turns.append(
                MapFinding(
                    kind: .missingRestriction, line: try line(of: link), road: turn.road,
                    exit: turn.exit, passes: 0, of: turn.of, expected: turn.expected,
                    suggestion: "this turn may be forbidden"))
        }
        return (oneWays, turns)
    }
}
