import ArgumentParser
import Configuration
import Console
import ProtocolChecker

/// The limits that the sender is checked for.
struct CheckLimitFlags: ParsableArguments {
    @Flag(help: "Accept a log that begins in the middle of a transmission.")
    var joinsLate = false

    @Option(help: ArgumentHelp("The most frames in any second.", valueName: "number"))
    var maxFrames: Int?

    @Option(help: ArgumentHelp("The most bits in any second.", valueName: "number"))
    var maxBits: Int?

    @Option(
        help: ArgumentHelp(
            "The most that the frames may take of the bus in any second; needs the bit rate.",
            valueName: "percent"))
    var busLoad: Double?

    @Option(
        help: ArgumentHelp(
            "The bit rate of the bus, for --bus-load, and for the load in the statistics. Default: that of"
                + " --config.",
            valueName: "bit/s"))
    var bitrate: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest distance of data behind the vehicle. Default: the trailing length of --config,"
                + " otherwise 300, the largest value in public samples of the protocol.",
            valueName: "metres"))
    var trailingLength: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest distance of data ahead (default: 7900 less the trailing length).",
            valueName: "metres"))
    var lookAhead: Int?

    /// What a path may span on the wire for clients to unwrap its offsets, in metres.
    private static let longestOnWire = 7900

    /// The parameters of the checker for a log of this sender.
    func parameters(
        of sender: LayoutArgument.Choice, areStatistics: Bool
    ) throws(UsageFailure) -> CheckerParameters {
        let all = 0...Self.longestOnWire
        let trailingLength = trailingLength ?? sender.trailing ?? 300
        let lookAhead = lookAhead ?? all.upperBound - min(trailingLength, all.upperBound)
        // Each length is checked before the sum, which overflows where both are very large.
        guard all.contains(trailingLength), all.contains(lookAhead),
            all.contains(trailingLength + lookAhead)
        else {
            throw UsageFailure(
                "--trailing-length \(trailingLength) and --look-ahead \(lookAhead): 0 to"
                    + " \(all.upperBound) m together can be set")
        }
        for (flag, value) in [("--max-frames", maxFrames), ("--max-bits", maxBits)] {
            if let value, value < 1 { throw UsageFailure("\(flag) \(value): at least 1") }
        }
        var parameters = CheckerParameters()
        let ofLoad = try bitsOfLoad(of: sender, areStatistics: areStatistics)
        parameters.joinsLate = joinsLate
        parameters.framesPerSecond = maxFrames
        parameters.bitsPerSecond = [maxBits, ofLoad].compactMap { $0 }.min()
        parameters.longestTrailing = trailingLength
        parameters.longestReach = lookAhead
        parameters.keptViolations = .max
        return parameters
    }

    /// The bits in a second that `--bus-load` allows; `nil` without it.
    private func bitsOfLoad(
        of sender: LayoutArgument.Choice, areStatistics: Bool
    ) throws(UsageFailure) -> Int? {
        guard let busLoad else {
            guard let bitrate else { return nil }
            guard areStatistics else {
                throw UsageFailure("--bitrate \(bitrate): it needs --bus-load or --statistics")
            }
            try Self.check(bitrate)
            return nil
        }
        guard let bitrate = bitrate ?? sender.bitRate else {
            throw UsageFailure(
                "--bus-load \(busLoad): it needs --bitrate, or a bit rate in --config")
        }
        guard busLoad > 0, busLoad <= 100 else {
            throw UsageFailure("--bus-load \(busLoad): more than 0 and up to 100 per cent")
        }
        try Self.check(bitrate)
        let bits = Int(Double(bitrate) * busLoad / 100)
        guard bits >= 1 else {
            throw UsageFailure("--bus-load \(busLoad): it is less than a bit in a second")
        }
        return bits
    }

    private static func check(_ bitrate: Int) throws(UsageFailure) {
        guard (1...10_000_000).contains(bitrate) else {
            throw UsageFailure("--bitrate \(bitrate): 1 to 10000000 bit/s")
        }
    }
}
