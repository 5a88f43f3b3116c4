import ADASISv2
import Engine
import Horizon
import HorizonProvider
import Positioning
import Quantities

/// Everything that can be set, in the order in which it is printed.
enum SettingTable {
    /// The settings.
    static let all: [Setting] =
        daemon + ring + vehicle + route + messages + layout + requests + levels + horizon + intent
        + reduction + pace
        + timing + matching + deadReckoning

    /// Their names.
    static let names = all.map(\.name)

    /// The titles of the tables, for the printed configuration and its page.
    static let titles: [String: String] = [
        "daemon": "The files and interfaces of ehorizond. All but map_cache_mib, map_age_days,"
            + " record_limit_mib, ring_s, ring_limit_mib, ring_files, limit_log_mib, sample_point, restart_s and data_bitrate have an"
            + " option too",
        "vehicle":
            "Vehicle signals: motion, road surface, driver and events. All but mode,"
            + " surface_condition_lifetime_s, driver_signals_lifetime_s, event_signal and ignition_* have an option too;"
            + " that of surface_condition exists only in ehorizon replay and ahead",
        "route": "The calculated route; each setting has an option too",
        "messages": "The messages to send: a preset, then additions, then exclusions",
        "layout": "The order of the fields in the frames",
        "layout.trailer":
            "A counter and a checksum in the frames of a preset, in bytes beside the"
            + " message. For a DBC, the mapping defines them",
        "layout.trailer.data_id": "Numbers that the checksums cover besides the frames",
        "layout.can_id":
            "The CAN identifiers, hexadecimal. An identifier with more than three digits has 29 bits. A"
            + " profile type can have its own identifier",
        "requests":
            "The requests of clients: messages again, everything again, fewer messages",
        "level.0": "The main path: reach and repetition",
        "horizon": "The path tree",
        "intent": "The weights of the driver's signals and of the car's motion for the exits ahead",
        "reduction": "The reduction of continuous profiles",
        "pace":
            "The bus load in any second; each frame counts with its maximum of stuff bits",
        "timing": "Intervals and lifetimes",
        "matching": "Assumptions of the matcher about receivers, roads and drivers",
        "dead_reckoning": "Dead reckoning between fixes and without them",
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
            "The public key (PEM, Ed25519) of signed maps",
            \.daemon.mapKey, check: path),
        .count(
            "daemon.map_cache_mib", 1...1024, unit: "MiB",
            "The cache for blocks of the map; it has at least 8 blocks",
            \.daemon.mapCache),
        .count(
            "daemon.map_age_days", 0...36_500, unit: "days",
            "Report a map that is older than the drive by more than this; 0 reports none",
            \.daemon.mapAge),
        .optionalText(
            "daemon.position", PositionSource.forms, "The source of positions",
            \.daemon.position
        ) { text in
            PositionSource(argument: text) == nil
                ? ValueProblem("expected \(PositionSource.forms)") : nil
        },
        .optionalText(
            "daemon.can", "an interface", "The CAN interface", \.daemon.interface,
            check: interfaceName),
        .boolean(
            "daemon.require_interface",
            "Exit if an interface does not exist at the start, instead of waiting for it",
            \.daemon.requiresInterface),
        bitRate,
        samplePoint,
        restart,
        dataBitRate,
        .optionalText(
            "daemon.overlay", "a path",
            "The corrections in front of the map, of 'ehorizon map build --beside'; the file is read again when it"
                + " changes", \.daemon.overlay, check: path),
        .optionalText(
            "daemon.record", "a path",
            "The recording to write: all inputs and the time of each frame", \.daemon.record,
            check: path),
        .count(
            "daemon.record_limit_mib", 1...1_048_576, unit: "MiB",
            "The size at which the recording ends", \.daemon.recordLimit),
        .optionalText(
            "daemon.learned_turns", "a path",
            "The file that keeps learned turns (horizon.learning) from drive to drive",
            \.daemon.learnedTurns, check: path),
        .optionalText(
            "daemon.state_directory", "a path",
            "The folder that keeps the last position from run to run, and learned turns if"
                + " daemon.learned_turns is not set; it is created with mode 0700",
            \.daemon.stateDirectory, check: path),
        .optionalText(
            "daemon.objects", "a path",
            "The GeoJSON file of closures, limits and other objects; it is read again when it changes",
            \.daemon.objects, check: path),
        .optionalText(
            "daemon.control_socket", "a path of up to \(longestSocketPath) bytes",
            "The Unix socket for status and control; it is created with mode 0660",
            \.daemon.controlSocket
        ) { text in
            path(text)
                ?? (text.utf8.count > longestSocketPath
                    ? ValueProblem("a path has at most \(longestSocketPath) bytes") : nil)
        },
    ]

    /// The kernel allows 107 bytes (unix(7)); a new socket has a longer name at first.
    private static let longestSocketPath = 100

    private static let maps = Setting(
        path: ["daemon", "map"], range: "a path or a list of up to \(Settings.mostMapFiles) paths",
        meaning: "The map file, the index of a region set, or the files of one map"
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
            "reduction.enabled", "Whether profiles are reduced",
            \.engine.provider.reduction.isEnabled),
        .number(
            "reduction.curvature_error_per_m", 0...0.1, unit: "1/m",
            "The allowed error of curvature",
            \.engine.provider.reduction.curvatureError.value),
        .number(
            "reduction.relative_curvature_error", 0...1, unit: "",
            "The allowed error of curvature, relative to the curvature; the larger bound applies",
            \.engine.provider.reduction.relativeCurvatureError),
        .number(
            "reduction.slope_error_percent", 0...50, unit: "%",
            "The allowed error of linear slope",
            \.engine.provider.reduction.slopeError),
        .number(
            "reduction.slope_step_error_percent", 0...50, unit: "%",
            "The allowed error of slope in steps",
            \.engine.provider.reduction.slopeStepError),
        .number(
            "reduction.altitude_error_m", 0...1000, unit: "m",
            "The allowed error of altitude", \.engine.provider.reduction.altitudeError.value),
        .number(
            "reduction.place_error_m", 0...100, unit: "m",
            "The allowed error of longitude and latitude together",
            \.engine.provider.reduction.placeError.value),
    ]

    private static let pace: [Setting] = [
        .count(
            "pace.bit_rate", PaceParameters.bitRates, unit: "bit/s",
            "The bit rate of the bus, if the interface does not report its own (vcan)",
            \.engine.provider.pace.bitRate),
        .number(
            "pace.bus_load_percent", 0.01...100, unit: "%", "The bus load limit",
            \.engine.provider.pace.busLoadPercent),
        packageSize,
        .seconds(
            "pace.package_interval_s", 0.001...1, "The interval of packages of frames",
            \.engine.provider.pace.packageInterval),
        .count(
            "pace.start_burst", 0...100_000,
            "The number of additional frames at the start, outside the bus load limit",
            \.engine.provider.pace.startBurst),
        .seconds(
            "pace.cyclic_repetition_s", 0...3600,
            "The interval at which all data ahead are sent again in spare bandwidth; 0 switches it"
                + " off",
            \.engine.provider.pace.cyclicInterval),
    ]

    private static let packageSize = Setting(
        path: ["pace", "package_size"], range: "1 to 1000 can be set",
        meaning:
            "The number of frames in a package, without POSITION and META-DATA. If it is not"
            + " set, it grows with the bus load limit. The smaller of this rate and the limit"
            + " applies"
    ) {
        .integer($0.engine.provider.pace.packageSize ?? PaceParameters.usualPackage)
    } set: { settings, value in
        guard case .integer(let number) = value else {
            return Setting.wrongType("a whole number", value)
        }
        guard PaceParameters.packageSizes.contains(number) else {
            return ValueProblem("1 to 1000 can be set")
        }
        settings.engine.provider.pace.packageSize = number
        return nil
    }

    private static let timing: [Setting] = [
        .seconds(
            "timing.position_s", 0.1...0.2, "The interval of POSITION",
            because: "clients expect a POSITION every 100 to 200 ms",
            \.engine.provider.timing.positionInterval),
        .seconds(
            "timing.position_lifetime_s", 0.1...3600,
            "The age of the last position at which POSITION reports not calibrated",
            \.engine.provider.timing.positionLifetime),
        .count(
            "timing.position_candidates", 1...4,
            "The number of candidates in POSITION",
            \.engine.provider.timing.positionCandidates),
        .number(
            "timing.candidate_probability", 0...1, unit: "",
            "The lowest probability of a further candidate; POSITION has no code below 1/30",
            \.engine.provider.timing.candidateProbability),
        .seconds(
            "timing.meta_data_s", 0.1...5, "The interval of META-DATA",
            because: "clients expect META-DATA every 5 s",
            \.engine.provider.timing.metaDataInterval),
        .seconds(
            "timing.meta_data_start_s", 0.1...1, "The interval of META-DATA during start-up",
            because: "clients expect META-DATA every 100 ms to 1 s then",
            \.engine.provider.timing.metaDataStartInterval),
        .seconds(
            "timing.meta_data_start_duration_s", 0...3600, "The duration of start-up",
            \.engine.provider.timing.metaDataStartDuration),
        .seconds(
            "timing.current_link_s", 0.05...3600,
            "The interval of the SEGMENT with path index 4 (preset mini)",
            \.engine.provider.timing.currentLinkInterval),
        .seconds(
            "timing.path_refresh_s", 0.5...9,
            "The longest time without a message for a path; then the path is sent again",
            because: "clients delete a path without a message for 10 s",
            \.engine.provider.pathRefreshInterval),
        .seconds(
            "timing.index_rest_s", 10...3600,
            "The shortest time before a path index is used again",
            because: "clients may keep the old path for 10 s", \.engine.provider.indexRest),
        .seconds(
            "timing.receiver_latency_s", 0...10,
            "The delay between the time of a position and its arrival", \.engine.receiverLatency),
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
