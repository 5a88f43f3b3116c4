import ArgumentParser
import CLibrary
import Configuration
import Console
import Engine
import Geodesy
import MapMatching
import Positioning
import Quantities
import RoadMap
import Simulation
import TextFiles

/// `ehorizon match`: matches a recorded drive to the map.
struct MatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Matches a recorded drive to the map.",
        usage: "ehorizon match --map <file.ehmap> --input <file> --output <file.csv> [<options>]",
        discussion: """
            Example:

              ehorizon match --map roads.ehmap --input drive.nmea --output matched.csv

            The output has one row for each fix, with the columns time, latitude, longitude, state, way, \
            link, direction, offset_m, matched_latitude, matched_longitude, relative_heading_deg and \
            probability.

            time is in seconds, or as --times has it. state is on-road, off-road, no-map or not-calibrated; the columns behind \
            it have values on a road only. way is the OpenStreetMap way. link is block:index in this map \
            file. direction is forward or backward along the way. offset_m is the distance from the link's \
            first node in this direction. relative_heading_deg is the heading against the road, \
            clockwise positive, or empty. probability is that of this road in this direction.

            --geojson writes the rows as points for a map: fix (its number), time, state, way, link, direction, \
            offset_m, relative_heading_deg, probability, latitude and longitude of the receiver, and distance_m from \
            there to the road.

            --from and --to choose rows. --route, --plot and --explain have the whole drive.

            With --lag 0 each row is the answer of the daemon at that fix. With a lag the matcher also \
            uses the fixes of that time: the place on the most probable route as a whole, or the most \
            probable place where that one has a probability below 0.2.

            --detailed-states adds two states: ferry, on board along a ferry line of the map, and \
            car-park, on or beside the aisles of a car park.

            --explain compares the route after the lag with the true one and prints each wrong stretch with its \
            cause, and the share of each cause of the wrong length (docs/guide/positions.md):

              ehorizon match --map roads.ehmap --input drive.nmea --lag 10 --explain truth.csv
            """
    )

    @OptionGroup(title: "Needed") var source: DriveFlags
    @OptionGroup(title: "Needed") var table: MatchTableFlags
    @OptionGroup(title: "What to write") var choice: MatchFlags
    @OptionGroup(title: "What to write") var times: TimeFlags

    @OptionGroup(title: "Errors of a drive with a known route") var diagnosis: DiagnosisFlags

    @OptionGroup(title: "Vehicle signals") var vehicle: VehicleLogFlags<MotionFlags>

    func run() throws {
        let (map, input) = try source.files()
        try diagnosis.check(output: table.output)
        let needsTable = diagnosis.explain == nil && choice.geojson == nil
        let output = needsTable ? try given(table.output, "--output <file.csv>") : table.output
        let lag = choice.lag
        guard lag >= 0, lag <= 86_400 else {
            throw UsageFailure("--lag \(lag): 0 to 86400 s can be set")
        }
        try vehicle.check()
        let loaded = try LoadedSettings(
            file: choice.config, adding: vehicle.settings, readsVehicle: vehicle.vehicleLog != nil)
        let parameters = loaded.settings.engineParameters
        var files = NamedFiles()
        for path in source.map { files.reads("--map", path) }
        files.reads("--overlay", source.overlay)
        files.reads("--input", input)
        files.reads("--config", choice.config)
        loaded.name(&files)
        files.reads("--vehicle-log", vehicle.vehicleLog)
        files.reads("--explain", diagnosis.explain)
        files.writes("--output", output)
        files.writes("--route", choice.route)
        files.writes("--plot", choice.plot)
        files.writes("--geojson", choice.geojson)
        try files.check()
        let roads = try RoadMap(files: map)
        let drive = try Drive(path: input)
        let whole = try vehicle.drive(drive, by: loaded.settings.vehicle)
        var table = try MatchTable(
            output ?? "/dev/null", map: roads, drive: drive.log, isDetailed: choice.detailedStates,
            times.text(of: input))
        table.features = try choice.geojson.map { path throws(Failure) in try MatchFeatures(path) }
        var window = try times.part.window()
        var matcher = MapMatcher(
            map: roads,
            parameters: parameters.matching,
            lag: lag > 0 ? .seconds(lag) : nil
        )
        var driven = DrivenRoute(map: roads)
        var plot = try choice.plot.map { try MatchPlot($0) }
        var wrong = try diagnosis.explain.map { path in
            try reading(map) { try MatchDiagnosis(path, on: roads) }
        }
        let followsRoute = choice.route != nil || plot != nil || wrong != nil
        func take(_ decision: MatchDecision) throws {
            let isInside = try window.takes(table.nanoseconds(of: decision))
            if isInside { try table.write(decision) }
            plot?.note(decision, table.fix(of: decision))
            if followsRoute { try driven.ingest(decision) }
            wrong?.note(decision, driven)
        }
        var times = FixTimes()
        var car = vehicle.vehicleLog.map { _ in CarMotion(map: roads, parameters: parameters) }
        let worst = parameters.matching.accuracy.worstAccuracy
        var rejected = 0
        do {
            var previous = MatchResult.notCalibrated
            for entry in whole.events {
                let motionFix = try car?.take(entry.event, at: entry.arrival)
                guard case .position(.fix(let fix)) = entry.event else { continue }
                let (matched, motion) = motionFix ?? (fix, EgoMotion())
                let start = FixTimes.now()
                let answer = try matcher.ingest(matched, after: motion, at: entry.arrival)
                times.add(since: start)
                let isRejected = matched.accuracy.map { $0 > worst } ?? false
                if isRejected { rejected += 1 }
                try wrong?.note(table.fixes[matcher.fixCount - 1], matcher)
                if lag == 0 {
                    let decision = MatchDecision(
                        fixNumber: matcher.fixCount - 1,
                        result: answer,
                        continues: previous.isOnRoad
                    )
                    if !isRejected || !matcher.knowsPlace { previous = answer }
                    try take(decision)
                }
                while let decision = matcher.takeDecision() { try take(decision) }
            }
            matcher.finish()
            while let decision = matcher.takeDecision() { try take(decision) }
            if let route = choice.route { try RouteGeoJSON.write(driven, to: route) }
            try plot?.write(driven, on: roads, title: input)
            try wrong?.write(driven, lag: lag, isJSON: diagnosis.json)
        } catch let error as MapError {
            throw Failure("\(RoadMap.name(of: map)): \(error)")
        }
        try window.finish(of: input)
        try table.finish()
        drive.sayTally()
        if rejected > 0 {
            Program.say(
                "\(input): \(rejected) fixes rejected: less exact than \(decimalText(worst.value, places: 0))"
                    + " m (matching.worst_accuracy_m)")
        }
        Program.say(table.summary + ", " + times.summary)
        let isOnMap = drive.isOnMap(roads, named: RoadMap.name(of: map))
        if whole.hasProblems || !isOnMap { throw ExitCode(1) }
    }
}

extension MatchResult {
    /// Whether it is a position on a road.
    var isOnRoad: Bool {
        if case .onRoad = self { return true }
        return false
    }
}

/// The processor time of fixes.
private struct FixTimes {
    private var count = 0
    private var sum = 0
    private var worst = 0
    /// The time to read the clock, which is subtracted.
    private let reading: Int

    init() {
        var least = Int.max
        for _ in 0..<100 { least = min(least, FixTimes.now().distance(to: FixTimes.now())) }
        reading = least
    }

    /// The processor time of this thread in nanoseconds.
    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    mutating func add(since start: Int) {
        let time = max(FixTimes.now() - start - reading, 0)
        count += 1
        sum += time
        worst = max(worst, time)
    }

    /// For people.
    var summary: String {
        let mean = Double(sum) / Double(max(count, 1)) / 1e6
        return "\(mean.fixed(4)) ms a fix, worst \((Double(worst) / 1e6).fixed(3)) ms"
    }
}
