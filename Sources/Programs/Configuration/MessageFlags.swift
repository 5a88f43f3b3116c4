public import ArgumentParser
public import Console

/// The flags for messages, layout and reach of the horizon, and the configuration
/// file behind them: those of the daemon, and of everything that stands in for it.
public struct MessageFlags: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "A configuration file (TOML). Options of the command replace its settings.",
            valueName: "file.toml"))
    var config: String?

    @Flag(
        help: """
            Report the errors of the configuration, then exit: status 0 without an error, otherwise 2. \
            Maps, receivers and interfaces are not opened.
            """)
    var checkConfig = false

    @Flag(
        help: "Print the effective configuration (TOML) with the origin of each value, then exit.")
    var printConfig = false

    @Option(
        help: ArgumentHelp(
            "The preset of messages: default (POSITION, STUB, SEGMENT, META-DATA), all, none, main-path"
                + " (all but STUB, for the main path alone), mini (META-DATA and the SEGMENT of the"
                + " current link).",
            valueName: "preset"))
    var messages: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Add a message or profile type; repeat it for several.", valueName: "name"),
        completion: .messageName)
    var enable: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Remove a message or profile type; repeat it for several.", valueName: "name"),
        completion: .messageName)
    var disable: [String] = []

    @OptionGroup var layout: LayoutFlags

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The reach of the main path (default: 2000).", valueName: "metres"))
    var lookAhead: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The reach of side paths (default: 500).", valueName: "metres"))
    var sideLookAhead: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of side path levels (default: 1).", valueName: "number"))
    var sideLevels: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The length of the path kept behind the car (default: 100).", valueName: "metres"))
    var trailingLength: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Data ahead are sent again after this distance (default: 200).",
            valueName: "metres"))
    var repetitionDistance: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest bus load in any second; each frame counts with its maximum of stuff bits"
                + " (default: 5).",
            valueName: "per cent"))
    var busLoad: Double?

    /// No flags given.
    public init() {}

    /// Names the configuration file.
    public func name(_ files: inout NamedFiles) { files.reads("--config", config) }

    /// Whether a flag that changes the frames was given.
    public var saysWhatIsSent: Bool {
        config != nil || messages != nil || !enable.isEmpty || !disable.isEmpty || layout.isGiven
            || lookAhead != nil || sideLookAhead != nil || sideLevels != nil
            || trailingLength != nil || repetitionDistance != nil || busLoad != nil
    }

    /// The settings of the flags with one value.
    var settings: [FlagSetting] {
        func number(_ flag: String, _ value: Double?, _ names: [String]) -> FlagSetting? {
            value.map { FlagSetting(flag, given: numberText($0), names, .number($0)) }
        }
        // A flag wins over all that a file says of single kinds of messages.
        func levels(_ numbers: ClosedRange<Int>, _ key: String) -> [String] {
            numbers.flatMap { level in
                ["level.\(level).\(key)"]
                    + StreamKind.allCases.map { "level.\(level).\($0.rawValue).\(key)" }
            }
        }
        let deepest = Settings.deepestLevel
        return [
            number("--look-ahead", lookAhead, levels(0...0, "reach_m")),
            number("--side-look-ahead", sideLookAhead, levels(1...deepest, "reach_m")),
            sideLevels.map {
                FlagSetting(
                    "--side-levels", given: "\($0)", ["horizon.side_levels"], .integer($0))
            },
            number("--trailing-length", trailingLength, ["horizon.trailing_m"]),
            number(
                "--repetition-distance", repetitionDistance,
                levels(0...deepest, "repetition_distance_m")),
            number("--bus-load", busLoad, ["pace.bus_load_percent"]),
        ].compactMap(\.self)
    }
}

extension SettingsReader {
    /// Applies the flags.
    mutating func apply(_ flags: MessageFlags) {
        apply(flags.settings)
        apply(preset: flags.messages, enable: flags.enable, disable: flags.disable)
        apply(flags.layout)
    }
}
