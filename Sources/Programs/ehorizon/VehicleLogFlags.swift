import ArgumentParser
import Configuration
import Console
import Engine
import Positioning
import Quantities
import Simulation
import VehicleSignals

/// The options for vehicle signals of a recorded drive: a log of the bus and the names of its signals.
struct VehicleLogFlags<Signals: VehicleDatabaseFlags>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A log of the vehicle bus on this drive. Its times must match the receiver's at the"
                + " start; they are not corrected.", valueName: "file.log"))
    var vehicleLog: String?

    @OptionGroup var signals: Signals

    @Option(
        help: ArgumentHelp(
            "The interface in the log that carries the signals (default: all).",
            valueName: "interface"))
    var vehicleCan: String?

    /// The settings of the options.
    var settings: [FlagSetting] { signals.settings }

    /// Checks the combination of options.
    func check() throws {
        if vehicleLog == nil, !signals.settings.isEmpty || vehicleCan != nil {
            throw UsageFailure("vehicle signals need a --vehicle-log that contains them")
        }
    }

    /// Refuses a log beside a recording of the daemon.
    func refuse(recording: String) throws {
        if vehicleLog != nil {
            throw UsageFailure(
                "--vehicle-log: the recording \(recording) contains its own vehicle signals; leave it out"
            )
        }
    }

    /// A drive with its vehicle signals.
    func drive(_ drive: Drive, by choice: VehicleChoice) throws -> CarDrive {
        guard let vehicleLog else { return CarDrive(drive) }
        guard let signals = choice.signals else {
            throw UsageFailure("--vehicle-log needs --vehicle-dbc and the name of a signal")
        }
        return try CarDrive(drive, log: vehicleLog, signals: signals, interface: vehicleCan)
    }
}

extension MotionFlags {
    /// The signals, without a configuration.
    func sources() throws -> [VehicleQuantity: MotionSource] {
        var sources: [VehicleQuantity: MotionSource] = [:]
        func add(
            _ quantity: VehicleQuantity, _ flag: String, _ name: String?, unit: String?
        ) throws {
            if let unit, !quantity.knows(unit: unit) {
                throw UsageFailure("\(flag)-unit \(unit): expected one of \(quantity.unitNames)")
            }
            guard let name else {
                if unit == nil { return }
                throw UsageFailure("\(flag)-unit needs \(flag)-signal")
            }
            sources[quantity] = MotionSource(name, unit: unit)
        }
        try add(.speed, "--speed", speedSignal, unit: speedUnit)
        try add(.yawRate, "--yaw-rate", yawRateSignal, unit: yawRateUnit)
        try add(.odometer, "--odometer", odometerSignal, unit: odometerUnit)
        if yawRateSignal == nil, yawRateSignSignal != nil || yawRatePositive != nil {
            throw UsageFailure("the sign of a yaw rate needs --yaw-rate-signal")
        }
        sources[.yawRate]?.sign = yawRateSignSignal
        if let side = yawRatePositive {
            guard let side = RoadSide(rawValue: side) else {
                throw UsageFailure("--yaw-rate-positive \(side): expected one of left, right")
            }
            sources[.yawRate]?.countsToTheRight = side == .right
        }
        return sources
    }
}

extension CarSignalFlags {
    /// The turn indicator, without a configuration.
    func driverSource() throws -> DriverSource {
        var source = DriverSource()
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
