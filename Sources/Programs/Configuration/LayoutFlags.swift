public import ADASISv2
public import ArgumentParser
import CANFrames
import Console
import Engine
import Horizon
import HorizonProvider
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
                + " profile-short.curvature=0x310. base=0x300 sets six identifiers in a row: POSITION, STUB,"
                + " SEGMENT, PROFILE SHORT, PROFILE LONG, META-DATA. An identifier with more than three"
                + " hexadecimal digits has 29 bits.",
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
        // The others change identifiers of the row.
        for assignment in flags.canID where assignment.hasPrefix(Self.rowPrefix) {
            applyRow(assignment)
        }
        for assignment in flags.canID where !assignment.hasPrefix(Self.rowPrefix) {
            let parts = assignment.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let carrier = MessageName(name: parts[0]) else {
                let names = MessageMask.names + ["base"]
                let meant = NearestName.words(for: String(parts[0]), among: names)
                report(
                    nil,
                    "--can-id \(assignment): expected the name of a message or profile type, = and a"
                        + " hexadecimal identifier, as in position=0x300\(meant)")
                continue
            }
            noteDigits(of: parts[1], in: assignment)
            apply([
                FlagSetting(
                    "--can-id", given: assignment, [carrier.settingName], .text(String(parts[1])))
            ])
        }
    }

    /// The begin of an assignment of identifiers in a row.
    private static let rowPrefix = "base="

    /// Sets the identifiers of all messages in a row, in the order of the default identifiers.
    private mutating func applyRow(_ assignment: String) {
        let text = assignment.dropFirst(Self.rowPrefix.count)
        let kinds: [MessageKind] = [
            .position, .stub, .segment, .profileShort, .profileLong, .metaData,
        ]
        guard let first = CANIdentifier(text: text) else {
            let reason = CANIdentifier.problem(with: text) ?? "expected an identifier"
            return report(nil, "--can-id \(assignment): \(reason)")
        }
        noteDigits(of: text, in: assignment)
        for (number, kind) in kinds.enumerated() {
            let value = first.value + UInt32(number)
            let next =
                first.isExtended ? CANIdentifier(extended: value) : CANIdentifier(base: value)
            guard let next else {
                let most = first.isExtended ? "0x1FFFFFFF" : "0x7FF"
                return report(
                    nil,
                    "--can-id \(assignment): \(kinds.count) identifiers in a row do not fit; the last"
                        + " one is \(most)")
            }
            apply([
                FlagSetting(
                    "--can-id", given: assignment, [MessageName.kind(kind).settingName],
                    .text("0x" + next.text))
            ])
        }
    }

    private mutating func noteDigits(of text: Substring, in assignment: String) {
        guard CANIdentifier(text: text) != nil, CANIdentifier.looksDecimal(text) else { return }
        note("--can-id \(assignment): read as 0x\(text); identifiers are hexadecimal")
    }

    /// Notes that an identifier of a flag is that of another message, for which none was given. The message type
    /// tells the two apart; a layout where it does not is refused.
    fileprivate mutating func noteCollisions(of flags: LayoutFlags) {
        let layout = loaded.settings.layout.layout
        guard !flags.canID.contains(where: { $0.hasPrefix(Self.rowPrefix) }) else { return }
        for assignment in flags.canID {
            guard let (carrier, identifier) = Self.pair(assignment) else { continue }
            for kind in MessageKind.standard
            where kind != carrier.kind && layout.carries(kind)
                && layout.identifier(of: kind) == identifier
                && !flags.canID.contains(where: { Self.pair($0)?.carrier == .kind(kind) })
            {
                note(
                    "--can-id \(assignment): \(kind.name) has this identifier too; set another one for it, or"
                        + " all with --can-id base=0x300")
            }
        }
    }

    /// The parts of an assignment; `nil` where one of them is none.
    private static func pair(
        _ assignment: String
    ) -> (carrier: MessageName, identifier: CANIdentifier)? {
        let parts = assignment.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let carrier = MessageName(name: parts[0]),
            let identifier = CANIdentifier(text: parts[1])
        else { return nil }
        return (carrier, identifier)
    }
}

/// The flags of a program that reads frames: the layout, or the configuration of the sender.
public struct LayoutArgument: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "The configuration of the sender (TOML). The command reads its layout; check also reads"
                + " its trailing length and its bit rate.",
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
        /// The bit rate of the sender's configuration, in bit/s; `nil` if it sets none.
        public let bitRate: Int?
    }

    /// The layout and its name. Each problem is reported in a line of its own, and ends the program with
    /// status 2.
    public func chosen() throws -> Choice {
        var reader = SettingsReader()
        if let config { reader.read(path: config) }
        reader.apply(flags)
        if reader.problems.isEmpty { reader.checkLayout() }
        try reader.endIfBad()
        reader.noteCollisions(of: flags)
        for note in reader.loaded.notes { Program.note(note) }
        let settings = reader.loaded.settings
        let trailing = settings.engine.horizon.trailing.metres.value
        return Choice(
            name: settings.layout.name.split(separator: "/").last.map(String.init) ?? "",
            layout: settings.layout.layout,
            trailing: config == nil ? nil : Int(trailing.rounded(.up)),
            bitRate: settings.daemon.bitRate
                ?? (reader.loaded.origins["pace.bit_rate"] == nil
                    ? nil : settings.engine.provider.pace.bitRate))
    }
}
