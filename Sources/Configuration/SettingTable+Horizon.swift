import Engine
import Horizon
import Quantities

extension SettingTable {
    /// Settings of the path tree.
    static let horizon: [Setting] = [
        .length(
            "horizon.trailing_m", 0...1000, "How much is kept behind the vehicle",
            \.engine.horizon.trailing),
        .count(
            "horizon.side_levels", 0...Settings.deepestLevel,
            "How many levels of side paths are followed", \.sideLevels),
        lookAhead,
        lookAheadTime,
        .choice(
            "horizon.look_ahead_from",
            "Where the reach of side paths is measured from: the vehicle, or where they leave;"
                + " on the wire a side road still starts only within its level's reach of the vehicle",
            \.engine.horizon.lookAheadOrigin),
        .choice(
            "horizon.path_change",
            "What a changed course ahead does: STUBs that tell of it, or a new main path",
            \.engine.horizon.pathChange),
        .number(
            "horizon.longest_move_back_m", 0...1000, unit: "m",
            "How far the vehicle may move back along a path before a new tree is begun",
            \.engine.horizon.longestMoveBack.value),
        .length(
            "horizon.step_m", 1...10_000,
            "How far beyond its reach a path is followed once it has to grow",
            \.engine.horizon.step),
        .boolean(
            "horizon.learning",
            "Whether the vehicle learns which exits it takes; daemon.learned_turns keeps it",
            \.engine.horizon.learnsTurns),
        .boolean(
            "horizon.destinations",
            "Whether the way that the vehicle has come counts for where it goes",
            \.engine.horizon.expectsDestinations),
        .boolean(
            "horizon.illegal_exits",
            "Whether the tree has the exits that may not be taken too, with probability 0",
            \.engine.horizon.showsIllegalExits),
        .boolean(
            "horizon.back_turns", "Whether the tree has turning back at junctions and dead ends",
            \.engine.horizon.showsBackTurns),
        .count(
            "horizon.candidate_trees", 0...3,
            "Of how many further places where the vehicle may be there is a tree too, for observers",
            \.engine.candidateTrees),
        .count(
            "horizon.maximum_paths", 1...100_000, "The most paths that the tree holds",
            \.engine.horizon.maximumPaths),
        .count(
            "horizon.maximum_links", 1...1_000_000, "The most links that all paths have together",
            \.engine.horizon.maximumLinks),
    ]

    private static let lookAhead = Setting(
        path: ["horizon", "look_ahead_m"], range: "a list of up to 6 lengths, 0 to 100000 m",
        meaning: "How far the tree reaches at least, level by level, whatever is sent"
    ) {
        .list($0.lookAhead.map { .number($0) })
    } set: { settings, value in
        guard case .list(let values) = value else { return Setting.wrongType("a list", value) }
        guard values.count <= Settings.deepestLevel + 1 else {
            return ValueProblem("at most \(Settings.deepestLevel + 1) levels can be set")
        }
        var lengths: [Double] = []
        for (index, value) in values.enumerated() {
            guard let number = value.asNumber, (0...100_000).contains(number) else {
                return ValueProblem("0 to 100000 m can be set", element: index)
            }
            lengths.append(number)
        }
        settings.lookAhead = lengths
        return nil
    }

    private static let lookAheadTime = Setting(
        path: ["horizon", "look_ahead_s"], range: "a list of up to 6 times, 0 to 3600 s",
        meaning: "How far the tree reaches at least in time at the expected speeds, level by level,"
            + " whatever is sent"
    ) {
        .list($0.engine.horizon.lookAheadTime.map { .number($0.seconds) })
    } set: { settings, value in
        guard case .list(let values) = value else { return Setting.wrongType("a list", value) }
        guard values.count <= Settings.deepestLevel + 1 else {
            return ValueProblem("at most \(Settings.deepestLevel + 1) levels can be set")
        }
        var times: [Nanoseconds] = []
        for (index, value) in values.enumerated() {
            guard let number = value.asNumber, (0...3600).contains(number) else {
                return ValueProblem("0 to 3600 s can be set", element: index)
            }
            times.append(.seconds(number))
        }
        settings.engine.horizon.lookAheadTime = times
        return nil
    }
}
