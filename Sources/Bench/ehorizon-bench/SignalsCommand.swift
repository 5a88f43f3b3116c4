import ArgumentParser
import CANFrames
import Configuration
import Positioning
import Quantities
import RandomNumbers
import RoadMap
import Simulation
import TextFiles
import VehicleSignals

/// The log of a car's bus for a recorded drive that has none.
struct SignalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signals",
        abstract: "Writes what a car's own signals would have said on a recorded drive.",
        discussion: """
            A candump log of its speed and yaw rate, ten times a second, as reckoning has them: how it drove \
            by every fix and ten seconds of hindsight, with the errors of a real car's sensors. Where the \
            true way is not known there is none. The turn indicator is that of a driver who signals each turn \
            for five seconds before it.
            """)

    @Option(help: "The map.") var map: String
    @Option(help: "The drive.") var input: String
    @Option(help: "The DBC that has the signals.") var vehicleDbc: String
    @Option(help: "The signal of the speed.") var speedSignal: String
    @Option(help: "The signal of the yaw rate.") var yawRateSignal: String
    @Option(help: "The signal of the turn indicator, whose numbers the DBC names.")
    var indicatorSignal: String?
    @Option(help: "Where the log goes.") var output: String
    @Option(help: "The time of the first fix, s since 1970 (default: that of the drive).")
    var start: Double?
    @Option(help: "The seed of the noise, and of the sign of the offset.") var seed: UInt64 =
        1
    @OptionGroup var errors: SignalErrors

    func run() throws {
        var driver = DriverSource()
        driver.indicator = indicatorSignal.map { .named(NamedSource(name: $0)) }
        let signals = try VehicleChoice.signals(
            of: vehicleDbc,
            motion: [.speed: MotionSource(speedSignal), .yawRate: MotionSource(yawRateSignal)],
            driver: driver)
        let roads = try RoadMap(source: FileBlockSource(path: map))
        let fixes = try RecordedFixes.read(input)
        guard let first = fixes.first else { throw Failure("\(input): no fix") }
        guard let begin = start.map({ Int64(($0 * 1e9).rounded()) }) ?? first.fix.time?.nanoseconds
        else { throw Failure("\(input): its first fix has no time, and there is no --start") }
        var random = SplitMix64(seed: seed)
        var car = errors.signals(of: fixes, on: try TrueWay(of: fixes, on: roads), &random)
        let log = try TextOutput(output)
        var tick = first.arrival
        for index in fixes.indices {
            while tick < car.times[index] {
                defer { tick = tick + .milliseconds(100) }
                guard let motion = car.motion(at: tick, upTo: index) else { continue }
                let time = begin + (tick - first.arrival).value
                let said = DriverSignals(
                    indicator: indicatorSignal.map { _ in car.indicator(at: tick) }, lane: nil)
                for frame in signals.frames(of: motion, driver: said) {
                    let logged = LoggedFrame(
                        nanoseconds: time, interface: "can0", content: .data(frame), flags: 0)
                    try log.write(logged.text + "\n")
                }
            }
        }
        try log.finish()
    }
}

/// How wrong a car's own signals are: as those of a real car, unless an option says otherwise.
struct SignalErrors: ParsableArguments {
    @Option(help: "The error of the scale of the speed, positive where it is too high.")
    var scale: Double?
    @Option(help: "The standard deviation of its noise, m/s.") var noise: Double?
    @Option(help: "The offset of the yaw rate, deg/s; its sign is the seed's.") var yawBias: Double?
    @Option(help: "The standard deviation of its noise, deg/s.") var yawNoise: Double?

    /// The signals of a drive with these errors.
    func signals(
        of fixes: [(fix: Fix, arrival: MonotonicTime)], on way: TrueWay,
        _ random: inout SplitMix64
    ) -> TrueSignals {
        var sensors = SensorModel()
        if let scale { sensors.speedFactor = 1 + scale }
        if let noise { sensors.speedNoise = MetresPerSecond(noise) }
        if let yawBias { sensors.yawOffset = DegreesPerSecond(yawBias) }
        if let yawNoise { sensors.yawNoise = DegreesPerSecond(yawNoise) }
        let seed = random.next()
        return TrueSignals(
            of: fixes, on: way,
            by: SensorReadings(sensors, random: SplitMix64(seed: seed)))
    }
}

/// The fixes of a drive's log, with the times at which they came.
enum RecordedFixes {
    /// Reads them; what is no fix is left out.
    static func read(_ path: String) throws -> [(fix: Fix, arrival: MonotonicTime)] {
        FixLog(try Files.read(path)).entries.compactMap { entry in
            if case .fix(let fix) = entry.event { (fix: fix, arrival: entry.arrival) } else { nil }
        }
    }
}
