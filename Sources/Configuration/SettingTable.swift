import ADASISv2
import Engine
import Horizon
import HorizonProvider
import Quantities

/// Everything that can be set, in the order in which it is printed.
enum SettingTable {
    /// The settings.
    static let all: [Setting] =
        daemon + vehicle + route + messages + layout + levels + horizon + intent + reduction + pace
        + timing + matching + reckoning

    /// Their names.
    static let names = all.map(\.name)

    /// What each table is about, for the printed configuration and its page.
    static let titles: [String: String] = [
        "daemon": "What ehorizond needs; a flag can say each of these too",
        "vehicle":
            "How the car tells of its own motion, the road and its driver; flags can say these too",
        "route": "The calculated route; a flag can say each of these too",
        "messages": "What is sent: a preset, then what is enabled, then what is disabled",
        "layout": "Where the fields stand in the frames",
        "layout.trailer":
            "A counter and a checksum in the frames of a preset, which need room beside the message;"
            + " of a DBC, the mapping says it",
        "layout.trailer.data_id": "What the checksums cover beside the frames",
        "layout.can_id":
            "The frames' identifiers, hexadecimal; more than three digits are 29 bits. A profile type"
            + " can have one of its own",
        "level.0": "The main path: how far ahead and how often",
        "horizon": "The path tree",
        "intent": "What the driver's signals and the car's own motion say of the exits ahead",
        "reduction": "How continuous profiles are thinned out",
        "pace": "The share of the bus, in every second, each frame at its worst length",
        "timing": "Messages in time",
        "matching": "What the matcher believes of receivers, roads and drivers",
        "reckoning": "The place between fixes and without them",
    ]

    /// The setting of a path.
    static func setting(_ path: [String]) -> Setting? { all.first { $0.path == path } }

    /// The setting of a name.
    static func setting(named name: String) -> Setting? {
        names.firstIndex(of: name).map { all[$0] }
    }

    private static let daemon: [Setting] = [
        maps,
        .optionalText(
            "daemon.map_key", "a path",
            "The public key (PEM, Ed25519) that the map's signature is checked with",
            \.daemon.mapKey, check: path),
        .count(
            "daemon.map_cache_mib", 1...1024, unit: "MiB",
            "The memory for pieces of the map that were read; there are at least 8 of each file",
            \.daemon.mapCache),
        .optionalText(
            "daemon.position", PositionSource.forms, "Where the position comes from",
            \.daemon.position
        ) { text in
            PositionSource(argument: text) == nil
                ? ValueProblem("expected \(PositionSource.forms)") : nil
        },
        .optionalText(
            "daemon.can", "an interface", "The CAN interface", \.daemon.interface,
            check: interfaceName),
        bitRate,
        .optionalText(
            "daemon.record", "a path", "The file that every input is recorded in", \.daemon.record,
            check: path),
        .count(
            "daemon.record_limit_mib", 1...1_048_576, unit: "MiB",
            "The longest recording; there it ends", \.daemon.recordLimit),
        .optionalText(
            "daemon.learned_turns", "a path",
            "The file that learned turns (horizon.learning) are kept in from drive to drive",
            \.daemon.learnedTurns, check: path),
    ]

    private static let bitRate = Setting(
        path: ["daemon", "bitrate"], range: bitRateText,
        meaning: "The bit rate, bit/s, that the interface is set to; the daemon then restarts it"
            + " after bus-off too. Left alone where not given"
    ) {
        $0.daemon.bitRate.map { .integer($0) }
    } set: { settings, value in
        guard case .integer(let number) = value else {
            return Setting.wrongType("a whole number", value)
        }
        guard bitRates.contains(number) else { return ValueProblem(bitRateText) }
        settings.daemon.bitRate = number
        return nil
    }

    private static let bitRates = 10_000...8_000_000
    private static let bitRateText = Setting.text(10_000...8_000_000, "bit/s")

    private static let maps = Setting(
        path: ["daemon", "map"], range: "a path or a list of up to \(Settings.mostMapFiles) paths",
        meaning: "The map file, or the files that are one map"
    ) {
        let paths = $0.daemon.maps.map { SettingValue.text($0) }
        return paths.count == 1 ? paths[0] : paths.isEmpty ? nil : .list(paths)
    } set: { settings, value in
        if case .text(let text) = value {
            if let problem = path(text) { return problem }
            settings.daemon.maps = [text]
            return nil
        }
        guard case .list(let values) = value else {
            return Setting.wrongType("a text or a list", value)
        }
        guard (1...Settings.mostMapFiles).contains(values.count) else {
            return ValueProblem("1 to \(Settings.mostMapFiles) files can be one map")
        }
        var paths: [String] = []
        for (index, value) in values.enumerated() {
            guard case .text(let text) = value else {
                return ValueProblem(
                    "expected a text, found \(value.description)", element: index)
            }
            if let problem = path(text) { return ValueProblem(problem.reason, element: index) }
            paths.append(text)
        }
        settings.daemon.maps = paths
        return nil
    }

    private static let reduction: [Setting] = [
        .boolean(
            "reduction.enabled", "Whether they are thinned out",
            \.engine.provider.reduction.isEnabled),
        .number(
            "reduction.curvature_error_per_m", 0...0.1, unit: "1/m",
            "The error of curvature that is always allowed",
            \.engine.provider.reduction.curvatureError.value),
        .number(
            "reduction.relative_curvature_error", 0...1, unit: "",
            "The error of curvature that is allowed as a share of the curvature",
            \.engine.provider.reduction.relativeCurvatureError),
        .number(
            "reduction.slope_error_percent", 0...50, unit: "%",
            "The error of slope where it runs straight from spot to spot",
            \.engine.provider.reduction.slopeError),
        .number(
            "reduction.slope_step_error_percent", 0...50, unit: "%",
            "The error of slope in steps",
            \.engine.provider.reduction.slopeStepError),
        .number(
            "reduction.altitude_error_m", 0...1000, unit: "m",
            "The error of altitude", \.engine.provider.reduction.altitudeError.value),
        .number(
            "reduction.place_error_m", 0...100, unit: "m",
            "The error of a place, in any direction",
            \.engine.provider.reduction.placeError.value),
    ]

    private static let pace: [Setting] = [
        .count(
            "pace.bit_rate", bitRates, unit: "bit/s", "The bit rate of the bus, bit/s",
            \.engine.provider.pace.bitRate),
        .number(
            "pace.budget_percent", 0.01...100, unit: "%", "The share of it that may be used",
            \.engine.provider.pace.budgetPercent),
        packageSize,
        .seconds(
            "pace.package_interval_s", 0.001...1, "From one package of frames to the next",
            \.engine.provider.pace.packageInterval),
        .count(
            "pace.start_burst", 0...100_000,
            "How many frames beyond that may follow each other at the start, outside the budget",
            \.engine.provider.pace.startBurst),
        .seconds(
            "pace.cyclic_repetition_s", 0...3600,
            "After this long what lies ahead is sent again where there is room; 0 never",
            \.engine.provider.pace.cyclicInterval),
    ]

    private static let packageSize = Setting(
        path: ["pace", "package_size"], range: "1 to 1000 can be set",
        meaning:
            "How many frames may be sent in a package interval, POSITION and META-DATA apart; where"
            + " it is not set, as many more as the budget needs. Of this and the budget the smaller"
            + " holds"
    ) {
        .integer($0.engine.provider.pace.packageSize ?? PaceParameters.usualPackage)
    } set: { settings, value in
        guard case .integer(let number) = value else {
            return Setting.wrongType("a whole number", value)
        }
        guard (1...1000).contains(number) else { return ValueProblem("1 to 1000 can be set") }
        settings.engine.provider.pace.packageSize = number
        return nil
    }

    private static let timing: [Setting] = [
        .seconds(
            "timing.position_s", 0.1...0.2, "From one POSITION to the next",
            because: "clients expect a POSITION every 100 to 200 ms",
            \.engine.provider.timing.positionInterval),
        .seconds(
            "timing.position_lifetime_s", 0.1...3600,
            "The age from which POSITION does not tell any more where no path was found",
            \.engine.provider.timing.positionLifetime),
        .count(
            "timing.position_candidates", 1...4,
            "How many places POSITION tells of where the vehicle may be at several",
            \.engine.provider.timing.positionCandidates),
        .number(
            "timing.candidate_probability", 0...1, unit: "",
            "The least probability of a further place; below 1/30 there is no code of it",
            \.engine.provider.timing.candidateProbability),
        .seconds(
            "timing.meta_data_s", 0.1...5, "From one META-DATA to the next",
            because: "clients expect META-DATA every 5 s",
            \.engine.provider.timing.metaDataInterval),
        .seconds(
            "timing.meta_data_start_s", 0.1...1, "The same at start-up",
            because: "clients expect META-DATA every 100 ms to 1 s then",
            \.engine.provider.timing.metaDataStartInterval),
        .seconds(
            "timing.meta_data_start_duration_s", 0...3600, "How long start-up lasts",
            \.engine.provider.timing.metaDataStartDuration),
        .seconds(
            "timing.current_link_s", 0.05...3600,
            "From one SEGMENT with path index 4 to the next (preset mini)",
            \.engine.provider.timing.currentLinkInterval),
        .seconds(
            "timing.mention_s", 0.5...9,
            "After this long a path is told of again that has nothing new",
            because: "clients forget a path that goes unmentioned for 10 s",
            \.engine.provider.mentionInterval),
        .seconds(
            "timing.index_rest_s", 10...3600,
            "The shortest time before a path index is used again",
            because: "clients may hold the old path for 10 s", \.engine.provider.indexRest),
        .seconds(
            "timing.receiver_latency_s", 0...10,
            "From the moment a position is true to its arrival", \.engine.receiverLatency),
    ]

    @Sendable static func path(_ text: String) -> ValueProblem? {
        text.isEmpty || text.utf8.contains(0) ? ValueProblem("expected a path") : nil
    }

    /// The kernel's rule for names, without what a log could not be read again with.
    @Sendable static func interfaceName(_ text: String) -> ValueProblem? {
        let isName = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
        guard isName, (1...15).contains(text.utf8.count) else {
            return ValueProblem("a name has 1 to 15 characters, no blank and no slash")
        }
        return nil
    }
}
