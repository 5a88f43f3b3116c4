import Engine
import FleetLearning
import Geodesy
import Observations
import Positioning
import Quantities
import Recording
import RoadMap
import TextFiles

/// An input, and its car if that is known by its name.
struct DriveToLearn: Sendable {
    let path: String
    let driver: Observations.Driver?
}

/// What came of an input.
struct LearnedDrive: Sendable {
    let path: String
    var observations: Observations?
    /// Lines about rejected input.
    var problems: [String] = []
    var isOnMap = false
}

/// Learns from one input after another, with a map of its own.
struct DriveWorker {
    private let maps: [String]
    private let settings: Observations.Settings
    private var learner: DriveLearner?
    private var bounds = BoundingBox.empty

    init(_ maps: [String], _ settings: Observations.Settings) {
        self.maps = maps
        self.settings = settings
    }

    /// The number of problems of an input that are reported one by one.
    private static let reportedProblems = 5

    mutating func learn(_ drive: DriveToLearn) -> LearnedDrive {
        var learned = LearnedDrive(path: drive.path)
        do throws(Failure) {
            let (fixes, car) = try Self.read(drive.path, &learned.problems)
            try open()
            learned.isOnMap = fixes.contains { bounds.contains($0.place) }
            guard learned.isOnMap else {
                learned.problems.append("no fix is on the map, which covers \(bounds.text)")
                return learned
            }
            let driver = drive.driver ?? Observations.Driver(car, .known)
            do throws(MapError) {
                learned.observations = try learner?.observations(of: fixes, by: driver)
            } catch {
                throw Failure("\(RoadMap.name(of: maps)): \(error)")
            }
        } catch {
            learned.problems.append("\(error)")
        }
        return learned
    }

    private mutating func open() throws(Failure) {
        guard learner == nil else { return }
        let map = try RoadMap(files: maps)
        bounds = map.header.bounds
        learner = DriveLearner(map: map, settings: settings)
    }

    /// The fixes of an input, and the car that only it is known of.
    private static func read(
        _ path: String, _ problems: inout [String]
    ) throws(Failure) -> (fixes: [DriveFix], car: Car) {
        if let recording = try RecordingInput(path: path) {
            var fixes: [DriveFix] = []
            var reader = recording.reader
            do throws(RecordingError) {
                while let event = try reader.next() {
                    guard case .engine(let what, let time) = event,
                        case .position(let position) = what, case .fix(let fix) = position
                    else { continue }
                    fixes.append(DriveFix(fix, at: time))
                }
            } catch {
                problems.append("\(error)")
            }
            return (
                fixes, Car(drive: Array("\(recording.reader.header.startUTC.nanoseconds)".utf8))
            )
        }
        let bytes = try Files.read(path)
        let log = FixLog(bytes)
        guard !log.entries.isEmpty else { throw Failure("there is no position in it") }
        problems += log.problems.prefix(reportedProblems).map { "\($0)" }
        if log.problems.count > reportedProblems {
            problems.append("\(log.problems.count - reportedProblems) more problems like these")
        }
        return (
            log.entries.compactMap { entry in
                guard case .fix(let fix) = entry.event else { return nil }
                return DriveFix(fix, at: entry.arrival)
            }, Car(drive: bytes)
        )
    }
}
