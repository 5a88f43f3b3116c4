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
            "The messages to begin with: default (POSITION, STUB, SEGMENT, META-DATA), all, none,"
                + " main-path (all but STUB, for the main path alone), mini (META-DATA and the"
                + " SEGMENT of the link the car is on).",
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

    @Option(help: ArgumentHelp("How many levels of side paths are followed.", valueName: "number"))
    var sideLevels = 1

    @Option(help: ArgumentHelp("How much is kept behind the vehicle.", valueName: "metres"))
    var trailingLength = 100.0

    @Option(
        help: ArgumentHelp(
            "The distance driven after which what lies ahead is sent again.", valueName: "metres"))
    var repetitionDistance = 200.0

    @Option(
        help: ArgumentHelp(
            "The share of the bus that may be used, in every second, each frame at its worst length.",
            valueName: "per cent"))
    var busLoad = 5.0

    /// The flags as nobody gave any.
    public init() {}

    /// The engine's parameters that the flags ask for. The failure names the flag and the value.
    ///
    /// - Parameter bitRate: the bit rate of the bus; the budget is a share of it.
    public func engineParameters(bitRate: Int = 500_000) throws(UsageFailure) -> EngineParameters {
        var parameters = EngineParameters()
        (parameters.provider.mask, parameters.provider.extent) = try maskAndExtent()
        parameters.provider.layout = try messageLayout()
        let repetition = try length("--repetition-distance", repetitionDistance, 10...100_000)
        let main = try length("--look-ahead", lookAhead, 10...7800)
        let side = try length("--side-look-ahead", sideLookAhead, 0...7800)
        guard (0...5).contains(sideLevels) else {
            throw UsageFailure("--side-levels \(sideLevels): 0 to 5 can be set")
        }
        parameters.provider.levels = [
            LevelParameters(reach: main.metres, repetitionDistance: repetition.metres)
        ]
        for _ in 0..<sideLevels {
            parameters.provider.levels.append(
                LevelParameters(reach: side.metres, repetitionDistance: repetition.metres))
        }
        parameters.horizon.lookAhead = []
        parameters.horizon.trailing = try length("--trailing-length", trailingLength, 0...1000)
        guard main + parameters.horizon.trailing <= MessageFlags.longestOnWire else {
            throw UsageFailure(
                "--look-ahead and --trailing-length are \(Int(lookAhead + trailingLength)) m together;"
                    + " clients can only unwrap offsets up to 7900 m")
        }
        parameters.provider.pace.bitRate = bitRate
        parameters.provider.pace.budgetPercent = busLoad
        let least = Double(parameters.provider.bitsSetAside + 10 * 160) / Double(bitRate) * 100
        guard busLoad >= least, busLoad <= 100 else {
            throw UsageFailure(
                "--bus-load \(busLoad): POSITION and META-DATA need \(Int(least) + 1) % at"
                    + " \(bitRate) bit/s, and 100 % is all there is")
        }
        return parameters
    }

    /// What one path may span on the wire: beyond it a client cannot tell where an offset that has
    /// wrapped around belongs.
    private static let longestOnWire = Centimetres(790_000)

    private func maskAndExtent() throws(UsageFailure) -> (
        MessageMask, ProviderParameters.Extent
    ) {
        guard let preset = ProviderPreset(rawValue: messages) else {
            let names = ProviderPreset.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageFailure("--messages \(messages): unknown preset; known are \(names)")
        }
        var mask = preset.mask
        do {
            for name in enable { try mask.enable(name) }
            for name in disable { try mask.disable(name) }
        } catch {
            throw UsageFailure(error.description)
        }
        return (mask, preset.extent)
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
