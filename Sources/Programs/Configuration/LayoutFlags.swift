public import ADASISv2
public import ArgumentParser
import CANFrames
import Console
import Engine
import Horizon
import Quantities
import TextFiles

/// The flags for the layout of the messages in their frames.
public struct LayoutFlags: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "The layout of the frames: adasis, adasis-intel, table-order, or a DBC file (default:"
                + " adasis).", valueName: "name|file.dbc"))
    var layout: String?

    @Option(
        help: ArgumentHelp(
            "The mapping of the DBC's names to messages and fields. Default: the DBC's path with .map"
                + " in place of .dbc; without such a file the DBC must use the names of the fields of ehorizon.",
            valueName: "file.map"))
    var layoutMapping: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Set the CAN identifier of a message or profile type, as in position=0x300 or"
                + " profile-short.curvature=0x310. An identifier with more than three hexadecimal"
                + " digits has 29 bits.",
            valueName: "name=id"))
    var canID: [String] = []

    /// No flags given.
    public init() {}

    /// Whether any was given.
    var isGiven: Bool { layout != nil || layoutMapping != nil || !canID.isEmpty }

    /// The settings of the flags with one value.
    var settings: [FlagSetting] {
        [
            layout.map { FlagSetting("--layout", given: $0, ["layout.name"], .text($0)) },
            layoutMapping.map {
                FlagSetting("--layout-mapping", given: $0, ["layout.mapping"], .text($0))
            },
        ].compactMap(\.self)
    }
}

extension SettingsReader {
    /// Applies the flags.
    mutating func apply(_ flags: LayoutFlags) {
        // A mapping belongs to its DBC: with another layout that of the file is none.
        if flags.layout != nil { forget("layout.mapping") { $0.layout.mapping = nil } }
        apply(flags.settings)
        for assignment in flags.canID {
            let parts = assignment.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let carrier = MessageName(name: parts[0]) else {
                let meant = NearestName.words(for: String(parts[0]), among: MessageMask.names)
                report(
                    nil,
                    "--can-id \(assignment): expected the name of a message or profile type, = and a"
                        + " hexadecimal identifier, as in position=0x300\(meant)")
                continue
            }
            if CANIdentifier(text: parts[1]) != nil, CANIdentifier.looksDecimal(parts[1]) {
                note("--can-id \(assignment): read as 0x\(parts[1]); identifiers are hexadecimal")
            }
            apply([
                FlagSetting(
                    "--can-id", given: assignment, [carrier.settingName], .text(String(parts[1])))
            ])
        }
    }
}

/// The flags of a program that reads frames: the layout, or the configuration of the sender.
public struct LayoutArgument: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "The configuration of the sender (TOML). The command reads its layout; check also reads"
                + " its trailing length.",
            valueName: "file.toml"))
    var config: String?

    @OptionGroup var flags: LayoutFlags

    /// No flags given.
    public init() {}

    /// Whether any was given.
    public var isGiven: Bool { config != nil || flags.isGiven }

    /// A layout as it was chosen.
    public struct Choice: Sendable {
        /// Its name, or that of the DBC file.
        public let name: String
        /// The layout.
        public let layout: Layout
        /// What the sender's configuration keeps behind the vehicle, in whole metres; `nil` without
        /// one.
        public let trailing: Int?
    }

    /// The layout and its name. Each problem is reported in a line of its own, and ends the program with
    /// status 2.
    public func chosen() throws -> Choice {
        var reader = SettingsReader()
        if let config { reader.read(path: config) }
        reader.apply(flags)
        if reader.problems.isEmpty { reader.checkLayout() }
        try reader.endIfBad()
        for note in reader.loaded.notes { Program.note(note) }
        let settings = reader.loaded.settings
        let trailing = settings.engine.horizon.trailing.metres.value
        return Choice(
            name: settings.layout.name.split(separator: "/").last.map(String.init) ?? "",
            layout: settings.layout.layout,
            trailing: config == nil ? nil : Int(trailing.rounded(.up)))
    }
}
