import CANFrames
import Console
import Engine
import Positioning
import Quantities
import Simulation
import TextFiles
import VehicleSignals

/// A recorded drive with the vehicle signals of a bus log.
struct CarDrive {
    /// The drive of the receiver.
    let drive: Drive

    /// The events for the engine, in the order of time.
    let events: [DriveEvent]

    /// Whether input of the drive or of the log was rejected. Each rejection was reported.
    let hasProblems: Bool

    /// The number of rejected lines that are reported one by one.
    private static let reportedLines = 20

    /// The tolerated disorder of logs of several interfaces.
    private static let mostDisorder = Nanoseconds.seconds(1)

    /// A drive without vehicle signals.
    init(_ drive: Drive) {
        self.drive = drive
        events = drive.log.events()
        hasProblems = drive.hasProblems
    }

    /// A drive with the vehicle signals of a log, from its start to its end.
    ///
    /// Rejected lines are reported; reading continues behind them.
    init(
        _ drive: Drive, log path: String, signals: VehicleSignals, interface: String?
    ) throws(Failure) {
        guard let origin = drive.log.origin else {
            throw Failure("--vehicle-log \(path): the drive has no times to align it with")
        }
        let end = drive.log.entries.last?.arrival ?? .zero
        let log = try BusLogFile(
            path, interface: interface, chosenBy: "--vehicle-can",
            reportedPlaces: Self.reportedLines)
        var car: [DriveEvent] = []
        var latest = MonotonicTime.zero
        var missing = MissingSignals(signals)
        try log.forEach { (logged, place) throws(Failure) in
            guard case .data(let frame) = logged.content else { return }
            let (time, overflows) = logged.nanoseconds.subtractingReportingOverflow(origin)
            guard !overflows, time >= 0, time <= end.nanoseconds else { return }
            let (motion, surface) = (signals.motion(in: frame), signals.surface(in: frame))
            let driver = signals.driver(in: frame)
            missing.note(nil, nil, nil, signals.switches(in: frame))
            guard motion != nil || surface != nil || driver != nil else { return }
            let at = MonotonicTime(nanoseconds: time)
            guard latest - at <= Self.mostDisorder else {
                return log.refuse(
                    place,
                    "its time is more than a second before that of an earlier line; skipped")
            }
            latest = max(latest, at)
            missing.note(motion, surface, driver)
            if let motion { car.append(DriveEvent(.vehicle(motion), at: latest)) }
            if let surface { car.append(DriveEvent(.surface(surface), at: latest)) }
            if let driver { car.append(DriveEvent(.driver(driver), at: latest)) }
        }
        guard !car.isEmpty else {
            throw Failure("\(path): the log has none of the signals during the drive")
        }
        if !missing.names.isEmpty {
            Program.say(
                "\(path): not sent during the drive, or always unknown:"
                    + " \(missing.names.joined(separator: "; "))")
        }
        self.drive = drive
        events = drive.log.events(with: car)
        hasProblems = drive.hasProblems || log.badPlaces > 0
    }
}
