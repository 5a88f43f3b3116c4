public import ADASISv2
public import ArgumentParser
import CANFrames
public import Console
public import Engine
import Horizon
import HorizonProvider
import Quantities

/// The flags that say what goes on the wire and how far the horizon reaches: those of the daemon, and
/// of everything that stands in for it.
public struct MessageFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The messages to begin with: default (POSITION, STUB, SEGMENT, META-DATA), all, none.",
            valueName: "preset"))
    var messages = "default"

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Sends a message or profile type too.", valueName: "name"))
    var enable: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Does not send a message or profile type.", valueName: "name"))
    var disable: [String] = []

    @Option(help: ArgumentHelp("The layout of the frames.", valueName: "name"))
    var layout = "adasis"

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Gives a message another identifier, as in position=0x300; more than three hexadecimal"
                + " digits make it a 29-bit one.",
            valueName: "name=id"))
    var canID: [String] = []

    @Option(help: ArgumentHelp("How far the main path reaches ahead.", valueName: "metres"))
    var lookAhead = 2000.0

    @Option(help: ArgumentHelp("How far side paths reach ahead.", valueName: "metres"))
    var sideLookAhead = 500.0

    @Option(help: ArgumentHelp("How much is kept behind the vehicle.", valueName: "metres"))
    var trailingLength = 100.0

    @Option(
        help: ArgumentHelp(
            "The distance driven after which what lies ahead is sent again.", valueName: "metres"))
    var repetitionDistance = 300.0

    @Option(help: ArgumentHelp("The most frames per second.", valueName: "number"))
    var maxFrames = 250

    /// The flags as nobody gave any.
    public init() {}

    /// The engine's parameters that the flags ask for. The failure names the flag and the value.
    public func engineParameters() throws(UsageFailure) -> EngineParameters {
        var parameters = EngineParameters()
        parameters.provider.mask = try mask()
        parameters.provider.layout = try messageLayout()
        parameters.horizon.mainLookAhead = try length("--look-ahead", lookAhead, 10...7800)
        parameters.horizon.sideLookAhead = try length("--side-look-ahead", sideLookAhead, 0...7800)
        parameters.horizon.trailing = try length("--trailing-length", trailingLength, 0...1000)
        guard
            parameters.horizon.mainLookAhead + parameters.horizon.trailing
                <= MessageFlags.longestOnWire
        else {
            throw UsageFailure(
                "--look-ahead and --trailing-length are \(Int(lookAhead + trailingLength)) m together;"
                    + " clients can only unwrap offsets up to 7900 m")
        }
        parameters.provider.repetitionDistance =
            try length("--repetition-distance", repetitionDistance, 10...100_000).metres
        guard (20...10_000).contains(maxFrames) else {
            throw UsageFailure(
                "--max-frames \(maxFrames): 20 to 10000 frames per second can be set")
        }
        parameters.provider.maximumFramesPerSecond = maxFrames
        return parameters
    }

    /// What one path may span on the wire: beyond it a client cannot tell where an offset that has
    /// wrapped around belongs.
    private static let longestOnWire = Centimetres(790_000)

    private func mask() throws(UsageFailure) -> MessageMask {
        guard let preset = MessagePreset(name: messages) else {
            let names = MessagePreset.allCases.map(\.name).joined(separator: ", ")
            throw UsageFailure("--messages \(messages): unknown preset; known are \(names)")
        }
        do {
            return try MessageMask(preset, enabling: enable, disabling: disable)
        } catch {
            throw UsageFailure(error.description)
        }
    }

    private func messageLayout() throws(UsageFailure) -> Layout {
        var layout = Layout(try LayoutPreset(flag: self.layout))
        for assignment in canID {
            let parts = assignment.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2,
                let kind = MessageKind.standard.first(where: { $0.maskName == parts[0] }),
                let identifier = CANIdentifier(text: parts[1])
            else {
                throw UsageFailure(
                    "--can-id \(assignment): expected a message name, = and a hexadecimal"
                        + " identifier, as in position=0x300")
            }
            layout.setIdentifier(identifier, of: kind)
        }
        return layout
    }

    private func length(
        _ flag: String, _ value: Double, _ range: ClosedRange<Double>
    ) throws(UsageFailure) -> Centimetres {
        guard range.contains(value), let length = Centimetres(rounding: Metres(value)) else {
            throw UsageFailure(
                "\(flag) \(value): \(Int(range.lowerBound)) to \(Int(range.upperBound)) m can be set"
            )
        }
        return length
    }
}

extension LayoutPreset {
    /// The layout that a flag names.
    public init(flag name: String) throws(UsageFailure) {
        guard let preset = LayoutPreset(name: name) else {
            let names = LayoutPreset.allCases.map(\.name).joined(separator: ", ")
            throw UsageFailure("--layout \(name): unknown layout; known are \(names)")
        }
        self = preset
    }
}

extension CANIdentifier {
    /// An identifier in hexadecimal, with or without 0x: up to three digits are an 11-bit one.
    init?(text: Substring) {
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text
        guard (1...8).contains(digits.count), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        if digits.count <= 3 { self.init(base: value) } else { self.init(extended: value) }
    }
}
