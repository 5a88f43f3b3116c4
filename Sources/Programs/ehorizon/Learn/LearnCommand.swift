import ArgumentParser
import Configuration
import Console
import FleetLearning
import Observations
import Quantities
import RoadMap
import TextFiles
import WorkSharing

/// `ehorizon learn`: many drives to what they show about roads.
struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract:
            "Makes observations of many drives: turns taken, speeds, places that do not fit the map.",
        usage: """
            ehorizon learn --map <file.ehmap> --input <file> ... --output <file.ehobs> [<options>]
            ehorizon learn --merge <file.ehobs> ... --output <file.ehobs> [<options>]
            """,
        discussion: """
            Examples:

              ehorizon learn --map porto.ehmap --input trips/*.csv --output porto.ehobs
              ehorizon learn --merge monday.ehobs tuesday.ehobs --output week.ehobs
              ehorizon learn --merge week.ehobs --least-cars 3 --output release.ehobs

            A turn or a speed is counted only where the match is sure. The first and the last 300 m of each trip are \
            left out (--cut). The order of the inputs and of the files to merge does not change the output.

            Without --least-cars the output has tokens of cars and can be merged with others: it is for its collector \
            alone. With --least-cars it has nothing that fewer cars showed, and no tokens; it cannot be \
            merged any more.

            Each input is a car of its own. With --car-pattern inputs of one car are known by their names: \
            --car-pattern 'taxi-([0-9]+)' takes the number. This needs a secret, the same one for all parts: \
            head -c 32 /dev/urandom > fleet.key.
            """)

    @Option(
        help: ArgumentHelp(
            "A map file. Repeat --map to use several files as one map.", valueName: "file.ehmap"))
    var map: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Drives, in each format that 'match' reads, or recordings of ehorizond.",
            valueName: "file"))
    var input: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Observations to merge, in place of drives.", valueName: "file.ehobs"))
    var merge: [String] = []

    @Option(help: ArgumentHelp("The observations.", valueName: "file.ehobs"))
    var output: String?

    @OptionGroup(title: "Privacy") var privacy: PrivacyFlags

    @Flag(help: "Print the sums as JSON.")
    var json = false

    func run() throws {
        let output = try given(output, "--output <file.ehobs>")
        guard merge.isEmpty || map.isEmpty && input.isEmpty else {
            throw UsageFailure("--merge is for observations alone, without --map and --input")
        }
        try privacy.check(merges: !merge.isEmpty)
        var files = NamedFiles()
        for path in map { files.reads("--map", path) }
        for path in input { files.reads("--input", path) }
        for path in merge { files.reads("--merge", path) }
        files.reads("--car-key", privacy.carKey)
        files.writes("--output", output)
        try files.check()
        var outcome = LearnOutcome(Observations(privacy.settings))
        if merge.isEmpty { try learn(&outcome) } else { try mergeAll(&outcome) }
        let whole = outcome.observations
        let written = privacy.released(whole)
        try ObservationFile.write(written, to: output)
        let sums = ObservationSums(written)
        if json { print(sums.json) } else { Program.say("\(output): \(sums.text)") }
        if outcome.hasProblems { throw ExitCode(1) }
    }

    private func mergeAll(_ outcome: inout LearnOutcome) throws {
        for (number, path) in merge.enumerated() {
            let part = try ObservationFile.read(path)
            if number == 0 { outcome.observations = Observations(part.settings) }
            do throws(ObservationsError) { try outcome.observations.merge(part) } catch {
                throw Failure("\(path): \(error)")
            }
        }
    }

    private func learn(_ outcome: inout LearnOutcome) throws {
        let map = try given(map.isEmpty ? nil : map, "--map <file.ehmap>")
        let inputs = try given(input.isEmpty ? nil : input, "--input <file>")
        let roads = try RoadMap(files: map)
        let drives = try privacy.drives(inputs)
        let settings = privacy.settings
        var bar = ProgressBar()
        var (next, done) = (0, 0)
        do throws(Failure) {
            try ConcurrentWork.run(
                chunk: 4,
                tool: { DriveWorker(map, settings) },
                next: { () throws(Failure) -> DriveToLearn? in
                    guard next < drives.count else { return nil }
                    next += 1
                    return drives[next - 1]
                },
                work: { worker, drive in worker.learn(drive) },
                take: { (learned) throws(Failure) in
                    done += 1
                    bar.clear()
                    try outcome.take(learned, on: roads)
                    bar.show("learning", Double(done) / Double(drives.count))
                })
        } catch {
            bar.clear()
            throw error
        }
        bar.clear()
        guard outcome.drivesOnMap > 0 else {
            throw Failure(
                "no fix of the \(inputs.count) inputs is on \(RoadMap.name(of: map)): use the map of that region"
            )
        }
    }
}

/// What came of all inputs.
struct LearnOutcome {
    var observations: Observations
    private(set) var hasProblems = false
    private(set) var drivesOnMap = 0

    init(_ observations: Observations) { self.observations = observations }

    /// Adds a drive. An input that cannot be read is named; the others count.
    mutating func take(_ learned: LearnedDrive, on map: RoadMap) throws(Failure) {
        for line in learned.problems { Program.note("\(learned.path): \(line)") }
        if !learned.problems.isEmpty { hasProblems = true }
        if learned.isOnMap { drivesOnMap += 1 }
        guard let part = learned.observations else { return }
        do throws(ObservationsError) { try observations.merge(part) } catch {
            throw Failure("\(learned.path): \(error)")
        }
    }
}
