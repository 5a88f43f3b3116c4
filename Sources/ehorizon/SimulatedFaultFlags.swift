import ArgumentParser
import CANFrames
import Configuration
import Console
import Positioning
import Quantities
import Simulation
import VehicleSignals

/// The flags of `ehorizon simulate` that give the receiver its faults and the car its signals.
struct SimulatedFaultFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much older the receiver's places are than their times.", valueName: "seconds"))
    var latency = 0.0

    @Flag(help: "The receiver has no fix in tunnels, and for 2 s beyond them.")
    var noFixInTunnels = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What the receiver's clock steps by in the middle of the drive.", valueName: "seconds"))
    var clockStep = 0.0

    @Option(
        help: ArgumentHelp(
            "Where the car's own signals go, 20 times a second, as a candump log: 1 % too large or too"
                + " small by the seed, the yaw rate with an offset of 0.3 deg/s.",
            valueName: "file.log"))
    var vehicleLog: String?

    @Option(help: ArgumentHelp("The DBC of these signals.", valueName: "file.dbc"))
    var vehicleDbc: String?

    @Option(help: ArgumentHelp("The signal of the car's speed.", valueName: "signal"))
    var speedSignal: String?

    @Option(help: ArgumentHelp("The signal of its yaw rate.", valueName: "signal"))
    var yawRateSignal: String?

    @Option(help: ArgumentHelp("The signal of its odometer.", valueName: "signal"))
    var odometerSignal: String?

    private var names: [VehicleQuantity: String] {
        var names: [VehicleQuantity: String] = [:]
        names[.speed] = speedSignal
        names[.yawRate] = yawRateSignal
        names[.odometer] = odometerSignal
        return names
    }

    /// Checks that the flags go together. Gives the signals that are asked for.
    func check(_ driving: SimulateCommand.Driving) throws -> VehicleSignals? {
        guard (0...10).contains(latency) else {
            throw UsageFailure("--latency \(latency): 0 to 10 s can be set")
        }
        guard (-86_400...86_400).contains(clockStep) else {
            throw UsageFailure("--clock-step \(clockStep): at most a day can be set")
        }
        let used = [
            ("--latency", latency != 0), ("--no-fix-in-tunnels", noFixInTunnels),
            ("--clock-step", clockStep != 0), ("--vehicle-log", vehicleLog != nil),
        ]
        if driving != .natural, let flag = used.first(where: \.1)?.0 {
            throw UsageFailure("\(flag) needs --driving natural")
        }
        guard vehicleLog != nil else {
            if vehicleDbc != nil || !names.isEmpty {
                throw UsageFailure("signals of the car need a --vehicle-log to go to")
            }
            return nil
        }
        guard let vehicleDbc, !names.isEmpty else {
            throw UsageFailure("--vehicle-log needs --vehicle-dbc and the name of a signal")
        }
        return try VehicleChoice.signals(of: vehicleDbc, names: names)
    }

    /// The receiver with its faults.
    func receiver(noise: Metres) -> ReceiverModel {
        var receiver = ReceiverModel()
        receiver.noise = noise
        receiver.latency = .seconds(latency)
        receiver.losesTunnels = noFixInTunnels
        receiver.clockStep = .seconds(clockStep)
        return receiver
    }

    /// Writes what the car says of a drive.
    func write(_ drive: NaturalDrive, _ signals: VehicleSignals, start: UTCTime) throws {
        guard let vehicleLog else { return }
        let log = try TextOutput(vehicleLog)
        for (time, motion) in drive.motions(every: .milliseconds(50)) {
            for frame in signals.frames(of: motion) {
                let logged = LoggedFrame(
                    nanoseconds: start.nanoseconds + time.value, interface: "can0",
                    content: .data(frame), flags: frame.isFD ? 4 : 0)
                try log.write(logged.text + "\n")
            }
        }
        try log.finish()
    }
}
