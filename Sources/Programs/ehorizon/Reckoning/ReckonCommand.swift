import ArgumentParser
import Configuration
import Console
import Engine
import Positioning
import Quantities
import TextFiles

/// `ehorizon reckon`: dead reckoning against a receiver, without a map.
struct ReckonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reckon",
        abstract:
            "Measures vehicle signals and dead reckoning against the receiver, without a map.",
        usage: """
            ehorizon reckon --input <file> --vehicle-log <file.log> --vehicle-dbc <file.dbc> \
            --speed-signal <signal> [<options>]
            """,
        discussion: """
            Example:

              ehorizon reckon --input drive.csv --vehicle-log bus.log --vehicle-dbc car.dbc \\
                --speed-signal VehicleSpeed --yaw-rate-signal YawRate --latency 0.3

            The output has three parts. The first one is the errors of the signals: interval, missing values, step, \
            factor, offset, noise, and how much later the receiver reports than the signal. The second one is the \
            scale and the offset of the yaw rate that dead reckoning has learned, over time. The third one is the \
            error of dead reckoning after outages of fixes: along the driven distance and, with a yaw rate, of the \
            place. Each error is a percentage of the driven distance.

            An outage begins every --every seconds after the --warm-up. Each outage has learned from all \
            fixes before it. Outages of less than 100 m, and those in which the receiver itself misses \
            fixes, are left out. A positive yaw rate offset turns to the right.
            """)

    @Option(
        help: ArgumentHelp(
            "The drive: an NMEA 0183 log, a gpsd JSON log, GPX, or CSV with the columns"
                + " time,latitude,longitude and optionally course,speed,accuracy; - is standard input.",
            valueName: "file"))
    var input: String?

    @OptionGroup(title: "Outages") var outages: OutageFlags

    @OptionGroup(title: "Vehicle signals") var vehicle: VehicleLogFlags<MotionFlags>

    func run() throws {
        let input = try given(input, "--input <file>")
        guard vehicle.vehicleLog != nil else {
            throw UsageFailure("--vehicle-log <file.log> is missing")
        }
        let lengths = try outages.lengths()
        let loaded = try LoadedSettings(
            file: outages.config, adding: vehicle.settings, readsVehicle: true)
        var files = NamedFiles()
        files.reads("--input", input)
        files.reads("--config", outages.config)
        loaded.name(&files)
        files.reads("--vehicle-log", vehicle.vehicleLog)
        try files.check()
        let drive = try Drive(path: input)
        let whole = try vehicle.drive(drive, by: loaded.settings.vehicle)
        let parameters = loaded.settings.engineParameters
        var trial = OutageTrial(
            whole.events, parameters.reckoning,
            latency: outages.latency.map { .seconds($0) } ?? parameters.receiverLatency)
        trial.drive(
            outages: lengths, every: .seconds(outages.every), after: .seconds(outages.warmUp))
        let report = ReckoningReport(
            errors: SignalErrorModel(whole.events), trial: trial, lengths: lengths)
        let output = try TextOutput("-")
        for line in outages.json ? report.json : report.text { try output.line(line) }
        try output.finish()
        drive.sayTally()
        if whole.hasProblems { throw ExitCode(1) }
    }
}

/// The outages of `ehorizon reckon`.
struct OutageFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The lengths of the outages.", valueName: "s,s,…"))
    var seconds = "30,60,120"

    @Option(help: ArgumentHelp("The time between the beginnings of outages.", valueName: "seconds"))
    var every = 15.0

    @Option(
        help: ArgumentHelp("The time with all fixes before the first outage.", valueName: "seconds")
    )
    var warmUp = 300.0

    @Option(
        help: ArgumentHelp(
            "The delay between the time of a position and its arrival (default:"
                + " timing.receiver_latency_s).", valueName: "seconds"))
    var latency: Double?

    @Option(
        help: ArgumentHelp(
            "A configuration file (TOML), for its [dead_reckoning], [timing] and [vehicle].",
            valueName: "file.toml"))
    var config: String?

    @Flag(help: "One JSON object a line: signals, learned values, outages.")
    var json = false

    private static let longest = 600.0

    /// The lengths, checked with the other numbers.
    func lengths() throws -> [Nanoseconds] {
        if let latency, !(0...10).contains(latency) {
            throw UsageFailure("--latency \(latency): 0 to 10 s can be set")
        }
        guard (1...86_400).contains(every) else {
            throw UsageFailure("--every \(every): 1 to 86400 s can be set")
        }
        guard (0...86_400).contains(warmUp) else {
            throw UsageFailure("--warm-up \(warmUp): 0 to 86400 s can be set")
        }
        return try seconds.split(separator: ",", omittingEmptySubsequences: false).map { text in
            guard let length = Double(text), (1...Self.longest).contains(length) else {
                throw UsageFailure(
                    "--seconds \(seconds): expected numbers from 1 to 600, as in 30,60")
            }
            return .seconds(length)
        }
    }
}
