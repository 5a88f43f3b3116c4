import ArgumentParser
import CANFrames
import Configuration
import Console
import Positioning
import Quantities
import Simulation
import TextFiles
import VehicleSignals

/// The options of `ehorizon simulate` for errors of the receiver and for vehicle signals.
struct SimulatedFaultFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The rate of the receiver's positions.", valueName: "hertz"))
    var rate = 1

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The delay between the position and its time stamp.",
            valueName: "seconds"))
    var latency = 0.0

    @Flag(help: "No fix in tunnels, and for 2 s behind them.")
    var noFixInTunnels = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A step of the receiver's clock in the middle of the drive.", valueName: "seconds"))
    var clockStep = 0.0

    @Option(
        help: ArgumentHelp(
            "The vehicle signals to write, a candump log with 20 frames a second. Speed and yaw rate have the"
                + " errors of a real car (docs/guide/vehicle-signals.md): the speed changes twice a second, in"
                + " steps of 1 km/h, and is 0.6 % too high at 80 km/h; the yaw rate has steps and an offset. The turn"
                + " indicator is on 3 to 5 s before each turn. The following options name the signals to"
                + " write.",
            valueName: "file.log"))
    var vehicleLog: String?

    @OptionGroup var car: CarSignalFlags

    @Option(
        help: ArgumentHelp(
            "The road surface, from the start and from given seconds of the drive on, as"
                + " dry,60=wet,300=dry (default: unknown).", valueName: "conditions"))
    var surfaceCondition: String?

    /// Checks the combination of options. Returns the requested signals.
    func check(_ driving: SimulateCommand.Driving) throws -> VehicleSignals? {
        guard (1...25).contains(rate) else {
            throw UsageFailure("--rate \(rate): 1 to 25 Hz can be set")
        }
        guard (0...10).contains(latency) else {
            throw UsageFailure("--latency \(latency): 0 to 10 s can be set")
        }
        guard (-86_400...86_400).contains(clockStep) else {
            throw UsageFailure("--clock-step \(clockStep): at most a day can be set")
        }
        let used = [
            ("--rate", rate != 1), ("--latency", latency != 0),
            ("--no-fix-in-tunnels", noFixInTunnels), ("--clock-step", clockStep != 0),
            ("--vehicle-log", vehicleLog != nil),
        ]
        if driving != .natural, let flag = used.first(where: \.1)?.0 {
            throw UsageFailure("\(flag) needs --driving natural")
        }
        let surface = try surfaceSource()
        let driver = try car.driverSource()
        let motion = try car.motion.sources()
        let isNone = motion.isEmpty && surface == nil && driver == DriverSource()
        guard vehicleLog != nil else {
            if car.vehicleDbc != nil || !isNone {
                throw UsageFailure("vehicle signals need a --vehicle-log to write")
            }
            return nil
        }
        guard let vehicleDbc = car.vehicleDbc, !isNone else {
            throw UsageFailure("--vehicle-log needs --vehicle-dbc and the name of a signal")
        }
        let signals = try VehicleChoice.signals(
            of: vehicleDbc, motion: motion, surface: surface, driver: driver)
        if let surface,
            let missing = try surfaces().map(\.condition).first(where: { !signals.canRepresent($0) }
            )
        {
            throw UsageFailure(
                "the signal \(surface.name) has no raw value for \(missing.rawValue)")
        }
        if case .named(let source) = driver.indicator,
            let missing = [TurnIndicator.off, .left, .right].first(where: {
                !signals.canRepresent($0)
            })
        {
            throw UsageFailure(
                "the signal \(source.name) has no raw value for \(missing.rawValue)")
        }
        return signals
    }

    private func surfaceSource() throws -> SurfaceSource? {
        guard let signal = car.surfaceConditionSignal else {
            if car.surfaceConditionValues != nil || surfaceCondition != nil {
                throw UsageFailure("--surface-condition needs --surface-condition-signal")
            }
            return nil
        }
        guard let text = car.surfaceConditionValues else {
            return SurfaceSource(name: signal)
        }
        guard let values = SurfaceValue.list(in: text) else {
            throw UsageFailure(
                "--surface-condition-values \(text): expected numbers and dry, wet, snow or ice, as in"
                    + " 0=dry,1=wet")
        }
        return SurfaceSource(name: signal, values: values)
    }

    /// The road surface, each from a time of the drive on.
    private func surfaces() throws -> [(from: Nanoseconds, condition: SurfaceCondition)] {
        var found: [(from: Nanoseconds, condition: SurfaceCondition)] = []
        for part in (surfaceCondition ?? "unknown").split(
            separator: ",", omittingEmptySubsequences: false)
        {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            let seconds = sides.count == 2 ? Double(sides[0]) : 0
            guard let seconds, (0...1_000_000).contains(seconds), sides.count <= 2,
                let condition = SurfaceCondition(rawValue: String(sides[sides.count - 1])),
                (sides.count == 1) == found.isEmpty,
                found.last.map({ $0.from < .seconds(seconds) }) ?? true
            else {
                throw UsageFailure(
                    "--surface-condition \(surfaceCondition ?? ""): expected dry, wet, snow, ice or"
                        + " unknown, and later ones with their seconds, as in dry,60=wet")
            }
            found.append((.seconds(seconds), condition))
        }
        return found
    }

    /// The receiver with its errors.
    func receiver(noise: Metres) -> ReceiverModel {
        var receiver = ReceiverModel()
        receiver.rate = rate
        receiver.noise = noise
        receiver.latency = .seconds(latency)
        receiver.losesTunnels = noFixInTunnels
        receiver.clockStep = .seconds(clockStep)
        return receiver
    }

    /// Names the files that are read and written.
    func name(_ files: inout NamedFiles) {
        files.reads("--vehicle-dbc", car.vehicleDbc)
        files.writes("--vehicle-log", vehicleLog)
    }

    /// Writes the vehicle signals of a drive.
    func write(_ drive: NaturalDrive, _ signals: VehicleSignals, start: UTCTime) throws {
        guard let vehicleLog else { return }
        let log = try TextOutput(vehicleLog)
        let surfaces = try surfaces()
        var held: Set<String> = []
        for (time, motion) in drive.motions(every: .milliseconds(50)) {
            for (name, range, unit) in signals.beyondRange(of: motion)
            where held.insert(name).inserted {
                let ends = [range.lowerBound, range.upperBound].map { decimalText($0, places: 3) }
                Program.say(
                    "ehorizon: the signal \(name) has the range \(ends.joined(separator: " to ")) \(unit);"
                        + " the value \(decimalText(time.seconds, places: 2)) s after the start is outside"
                        + " this range and is limited to it")
            }
            let surface = surfaces.last { $0.from <= time }?.condition ?? .unknown
            let driver = DriverSignals(indicator: drive.indicator(at: time), lane: .unknown)
            for frame in signals.frames(of: motion, on: surface, driver: driver) {
                let logged = LoggedFrame(
                    nanoseconds: start.nanoseconds + time.value, interface: "can0",
                    content: .data(frame), flags: frame.isFD ? 4 : 0)
                try log.write(logged.text + "\n")
            }
        }
        try log.finish()
    }
}
