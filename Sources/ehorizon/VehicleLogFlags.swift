import ArgumentParser
import CANFrames
import Configuration
import Console
import Engine
import Positioning
import Quantities
import Simulation
import VehicleSignals

/// The flags by which a recorded drive has the car's own signals: a log of its bus and what is in it.
struct VehicleLogFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What was on the car's own bus on this drive, a candump log by the clock of the receiver, as"
                + " simulate --vehicle-log writes it.", valueName: "file.log"))
    var vehicleLog: String?

    @OptionGroup var signals: SignalFlags

    @Option(
        help: ArgumentHelp(
            "The interface of the log that they come from (default: all).", valueName: "interface"))
    var vehicleCan: String?

    /// What the flags set.
    var settings: [FlagSetting] { signals.settings }

    /// Checks that the flags go together.
    func check() throws {
        if vehicleLog == nil, !signals.settings.isEmpty || vehicleCan != nil {
            throw UsageFailure("signals of the car need a --vehicle-log that they are in")
        }
    }

    /// Refuses a log beside a recording of the daemon.
    func refuse(recording: String) throws {
        if vehicleLog != nil {
            throw UsageFailure("--vehicle-log: the recording \(recording) has what the car said")
        }
    }

    /// The signals of the car's motion, without a configuration; `nil` where none is asked for.
    func motionSignals() throws -> VehicleSignals? {
        guard vehicleLog != nil else { return nil }
        if signals.surfaceConditionSignal != nil {
            throw UsageFailure(
                "--surface-condition-signal: what the road is like says nothing of where the car is"
            )
        }
        if try signals.driverSource() != DriverSource() {
            throw UsageFailure(
                "turn indicator and lane say nothing of where the car is, which is what is matched")
        }
        guard let dbc = signals.vehicleDbc, !signals.names.isEmpty else {
            throw UsageFailure("--vehicle-log needs --vehicle-dbc and the name of a signal")
        }
        return try VehicleChoice.signals(of: dbc, names: signals.names)
    }

    /// A drive with what the car said on the way.
    func events(beside drive: Drive, by choice: VehicleChoice) throws -> [DriveEvent] {
        if vehicleLog != nil, choice.signals == nil {
            throw UsageFailure("--vehicle-log needs --vehicle-dbc and the name of a signal")
        }
        return try events(beside: drive, by: choice.signals)
    }

    /// A drive with what the car said on the way.
    func events(beside drive: Drive, by signals: VehicleSignals?) throws -> [DriveEvent] {
        guard let vehicleLog, let signals else { return drive.log.events() }
        guard let origin = drive.log.origin else {
            throw Failure("--vehicle-log \(vehicleLog): the drive says no times to put it beside")
        }
        let end = drive.log.entries.last?.arrival ?? .zero
        let car = try read(vehicleLog, signals, origin, until: end)
        guard !car.isEmpty else {
            throw Failure(
                "\(vehicleLog): none of the signals was sent in the time of the drive")
        }
        return drive.log.events(with: car)
    }

    /// Logs of several interfaces may be out of order by a little.
    private static let mostDisorder = Nanoseconds.seconds(1)

    /// What a log says by the signals, in the order of its times, from the beginning of the drive to its end.
    private func read(
        _ path: String, _ signals: VehicleSignals, _ origin: Int64, until end: MonotonicTime
    ) throws(Failure) -> [DriveEvent] {
        let input = try LineInput(path)
        var events: [DriveEvent] = []
        var latest = MonotonicTime.zero
        try input.forEach(
            line: { (line, number) throws(Failure) in
                if line.isEmpty { return }
                let logged: LoggedFrame
                do throws(LogSyntaxError) {
                    logged = try LoggedFrame(parsing: line)
                } catch {
                    throw Failure("\(input.name), line \(number), column \(error.column): \(error)")
                }
                guard case .data(let frame) = logged.content,
                    vehicleCan.map({ $0 == logged.interface }) ?? true
                else { return }
                let (time, overflows) = logged.nanoseconds.subtractingReportingOverflow(origin)
                guard !overflows, time >= 0, time <= end.nanoseconds else { return }
                let (motion, surface) = (signals.motion(in: frame), signals.surface(in: frame))
                let driver = signals.driver(in: frame)
                guard motion != nil || surface != nil || driver != nil else { return }
                let at = MonotonicTime(nanoseconds: time)
                guard latest - at <= Self.mostDisorder else {
                    throw Failure(
                        "\(input.name), line \(number): its time is more than a second before that of"
                            + " a line above it")
                }
                latest = max(latest, at)
                if let motion {
                    events.append(DriveEvent(.vehicle(motion), at: latest))
                }
                if let surface {
                    events.append(DriveEvent(.surface(surface), at: latest))
                }
                if let driver {
                    events.append(DriveEvent(.driver(driver), at: latest))
                }
            },
            pause: { () throws(Failure) in })
        return events
    }
}

extension SignalFlags {
    /// The names of the signals of the car's motion.
    var names: [VehicleQuantity: String] {
        var names: [VehicleQuantity: String] = [:]
        names[.speed] = speedSignal
        names[.yawRate] = yawRateSignal
        names[.odometer] = odometerSignal
        return names
    }

    /// The signals of what the driver is about to do, without a configuration.
    func driverSource() throws -> DriverSource {
        var source = DriverSource()
        source.lane = laneSignal
        if let firstLane {
            guard let side = RoadSide(rawValue: firstLane) else {
                throw UsageFailure("--first-lane \(firstLane): expected one of left, right")
            }
            source.firstLane = side
        }
        let values = try indicatorValues.map { text in
            guard let values = IndicatorValue.list(in: text) else {
                throw UsageFailure(
                    "--indicator-values \(text): expected numbers and off, left, right or both, as in"
                        + " 1=left,2=right")
            }
            return values
        }
        switch (indicatorSignal, leftIndicatorSignal, rightIndicatorSignal) {
        case (let name?, nil, nil):
            source.indicator = .named(NamedSource(name: name, values: values ?? []))
        case (nil, let left?, let right?) where values == nil:
            source.indicator = .sides(left: left, right: right)
        case (nil, nil, nil) where values == nil: break
        default:
            throw UsageFailure(
                "a turn indicator is --indicator-signal, with --indicator-values or without, or"
                    + " --left-indicator-signal and --right-indicator-signal")
        }
        return source
    }
}

/// How the car has moved between fixes by its own signals, as the engine counts it.
struct CarMotion {
    private var reckoning = DeadReckoning()

    /// Takes in what the car says.
    mutating func ingest(_ motion: VehicleMotion, at time: MonotonicTime) {
        reckoning.ingest(motion, at: time)
    }

    /// A fix as it is matched, and the motion since the one before. Wheels know better than satellites
    /// whether a car stands.
    mutating func take(_ fix: Fix, at time: MonotonicTime) -> (fix: Fix, motion: EgoMotion) {
        reckoning.advance(to: time)
        var seen = fix
        if let speed = reckoning.carSpeed { seen.speed = speed }
        return (seen, reckoning.takeEgoMotion(trueAt: time))
    }
}
