import CANFrames
import Console
import Engine
import Positioning
import Quantities
import Simulation
import VehicleSignals

/// A recorded drive with what the car itself said on the way, read from a log of its bus.
struct CarDrive {
    /// The drive as the receiver has it.
    let drive: Drive

    /// What goes into the engine, in the order of time.
    let events: [DriveEvent]

    /// Whether anything of the drive or of the log could not be used; each was told.
    let hasProblems: Bool

    /// So many lines of a log that cannot be used are told one by one.
    private static let toldLines = 20

    /// Logs of several interfaces may be out of order by a little.
    private static let mostDisorder = Nanoseconds.seconds(1)

    /// A drive of which the car says nothing.
    init(_ drive: Drive) {
        self.drive = drive
        events = drive.log.events()
        hasProblems = drive.hasProblems
    }

    /// A drive, and what a log says by the signals from its beginning to its end.
    ///
    /// Lines that cannot be used are told, and those after them are read all the same.
    init(
        _ drive: Drive, log path: String, signals: VehicleSignals, interface: String?
    ) throws(Failure) {
        guard let origin = drive.log.origin else {
            throw Failure("--vehicle-log \(path): the drive says no times to put it beside")
        }
        let end = drive.log.entries.last?.arrival ?? .zero
        let log = try CandumpLog(path, mostTold: Self.toldLines)
        var car: [DriveEvent] = []
        var latest = MonotonicTime.zero
        var heard = HeardSignals(signals)
        try log.forEach { (logged, line) throws(Failure) in
            guard case .data(let frame) = logged.content,
                interface.map({ $0 == logged.interface }) ?? true
            else { return }
            let (time, overflows) = logged.nanoseconds.subtractingReportingOverflow(origin)
            guard !overflows, time >= 0, time <= end.nanoseconds else { return }
            let (motion, surface) = (signals.motion(in: frame), signals.surface(in: frame))
            let driver = signals.driver(in: frame)
            guard motion != nil || surface != nil || driver != nil else { return }
            let at = MonotonicTime(nanoseconds: time)
            guard latest - at <= Self.mostDisorder else {
                return log.refuse(
                    line: line,
                    "its time is more than a second before that of a line above it, left out")
            }
            latest = max(latest, at)
            heard.note(motion, surface, driver)
            if let motion { car.append(DriveEvent(.vehicle(motion), at: latest)) }
            if let surface { car.append(DriveEvent(.surface(surface), at: latest)) }
            if let driver { car.append(DriveEvent(.driver(driver), at: latest)) }
        }
        guard !car.isEmpty else {
            throw Failure("\(path): none of the signals was sent in the time of the drive")
        }
        if !heard.silentNames.isEmpty {
            Program.say(
                "\(path): never sent in the time of the drive, or said to be unknown throughout:"
                    + " \(heard.silentNames.joined(separator: "; "))")
        }
        self.drive = drive
        events = drive.log.events(with: car)
        hasProblems = drive.hasProblems || log.badLines > 0
    }
}
