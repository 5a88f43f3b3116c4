import Engine
import Horizon
import Quantities

extension SettingTable {
    /// Settings of the path tree.
    static let horizon: [Setting] = [
        .length(
            "horizon.trailing_m", 0...1000, "The length of the path kept behind the vehicle",
            \.engine.horizon.trailing),
        .count(
            "horizon.side_levels", 0...Settings.deepestLevel,
            "The number of side path levels", \.sideLevels),
        lookAhead,
        lookAheadTime,
        .choice(
            "horizon.look_ahead_from",
            "The origin of the reach of side paths: the vehicle, or the branch point. On the"
                + " wire a side path still begins only within its level's reach of the vehicle",
            \.engine.horizon.lookAheadOrigin),
        .choice(
            "horizon.path_change",
            "The reaction to a changed most probable path: STUBs with new probabilities, or a"
                + " new main path",
            \.engine.horizon.pathChange),
        .number(
            "horizon.longest_move_back_m", 0...1000, unit: "m",
            "The longest backward move along a path without a new tree",
            \.engine.horizon.longestMoveBack.value),
        .length(
            "horizon.step_m", 1...10_000,
            "The length of each extension of a path beyond its reach",
            \.engine.horizon.step),
        .boolean(
            "horizon.learning",
            "Whether the exits taken are learned; daemon.learned_turns keeps them",
            \.engine.horizon.learnsTurns),
        .boolean(
            "horizon.destinations",
            "Whether the path driven so far predicts the destination",
            \.engine.horizon.expectsDestinations),
        .boolean(
            "horizon.illegal_exits",
            "Whether the tree includes illegal exits, with probability 0",
            \.engine.horizon.showsIllegalExits),
        .boolean(
            "horizon.u_turns", "Whether the tree includes U-turns at junctions and dead ends",
            \.engine.horizon.showsUTurns),
        .count(
            "horizon.candidate_trees", 0...3,
            "The number of further candidate positions with a tree of their own, for"
                + " observers",
            \.engine.candidateTrees),
        .count(
            "horizon.maximum_paths", 1...100_000, "The largest number of paths in the tree",
            \.engine.horizon.maximumPaths),
        .count(
            "horizon.maximum_links", 1...1_000_000, "The largest number of links of all paths",
            \.engine.horizon.maximumLinks),
    ]

    private static let lookAhead = Setting(
        path: ["horizon", "look_ahead_m"], range: "a list of up to 6 lengths, 0 to 100000 m",
        meaning: "The smallest reach of the tree, by level, independent of the transmitted messages"
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
        meaning: "The smallest reach of the tree in time at the expected speeds, by level,"
            + " independent of the transmitted messages"
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
