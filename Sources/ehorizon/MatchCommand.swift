import ArgumentParser
import Configuration
import Console
import Engine
import Geodesy
import Glibc
import MapMatching
import Positioning
import Quantities
import RoadMap
import Simulation

/// `ehorizon match`: where a recorded drive was on the road.
struct MatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Writes where each fix of a recorded drive is on the road, and the route driven.",
        discussion: """
            One row a fix: time,latitude,longitude,state,way,link,direction,offset_m,\
            matched_latitude,matched_longitude,relative_heading_deg,probability.

            time is in seconds as the receiver dates it; state is on-road, off-road, no-map or \
            not-calibrated, and what follows is only filled on the road. way is the OpenStreetMap way, \
            link is block:index in this map file, direction is forward or backward along the way, \
            offset_m counts from the node where one enters the link in that direction. \
            relative_heading_deg is the heading against the road, clockwise positive, empty where it \
            is not known. probability is that of this road in this direction: with --lag 0 given the \
            fixes so far, with a lag given those after it too.

            With --detailed-states there are two more states, off the road as far as the bus is told: \
            ferry, on board one whose line the map shows, and car-park, beside its aisles; on an aisle it is \
            car-park too, with its place.

            With --lag 0 each fix is answered at once, as the daemon does. With a lag the most probable \
            way as a whole is decided that much later.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The map; several files, each with a --map of its own, are one map.",
            valueName: "file.ehmap"))
    var map: [String]

    @Option(
        help: ArgumentHelp(
            "The drive: \(Drive.forms); - reads standard input.",
            valueName: "file"
        )
    )
    var input: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How much later to decide.", valueName: "seconds"))
    var lag = 0.0

    @Option(help: ArgumentHelp("Where the rows go; - is standard output.", valueName: "file.csv"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Where the route driven goes: GeoJSON lines of the map's own shape points, one for each "
                + "unbroken stretch, from the shape segment of the first fix to that of the last.",
            valueName: "file.geojson"
        )
    )
    var route: String?

    @Flag(help: "Tell ferries and car parks apart from other places in the column state.")
    var detailedStates = false

    @OptionGroup(title: "The car's own signals") var vehicle: VehicleLogFlags<MotionFlags>

    @Option(
        help: ArgumentHelp(
            "A configuration file (TOML): its [matching], [reckoning] and [vehicle] hold; flags win over"
                + " it.", valueName: "file.toml"))
    var config: String?

    func run() throws {
        guard lag >= 0, lag <= 86_400 else {
            throw UsageFailure("--lag \(lag): 0 to 86400 seconds can be waited")
        }
        try vehicle.check()
        let loaded = try LoadedSettings(
            file: config, adding: vehicle.settings, readsVehicle: vehicle.vehicleLog != nil)
        let parameters = loaded.settings.engineParameters
        var files = NamedFiles()
        for path in map { files.reads("--map", path) }
        files.reads("--input", input)
        files.reads("--config", config)
        loaded.name(&files)
        files.reads("--vehicle-log", vehicle.vehicleLog)
        files.writes("--output", output)
        files.writes("--route", route)
        try files.check()
        let roads = try RoadMap(files: map)
        let drive = try Drive(path: input)
        let whole = try vehicle.drive(drive, by: loaded.settings.vehicle)
        var table = try MatchTable(
            output, map: roads, drive: drive.log, isDetailed: detailedStates)
        var matcher = MapMatcher(
            map: roads,
            parameters: parameters.matching,
            lag: lag > 0 ? .seconds(lag) : nil
        )
        var driven = DrivenRoute(map: roads)
        var times = FixTimes()
        var car = vehicle.vehicleLog.map { _ in CarMotion(map: roads, parameters: parameters) }
        let worst = parameters.matching.worstAccuracy
        var ofNoUse = 0
        do {
            var previous = MatchResult.notCalibrated
            for entry in whole.events {
                let told = try car?.take(entry.event, at: entry.arrival)
                guard case .position(.fix(let fix)) = entry.event else { continue }
                let (seen, motion) = told ?? (fix, EgoMotion())
                let start = FixTimes.now()
                let answer = try matcher.ingest(seen, after: motion, at: entry.arrival)
                times.add(since: start)
                let isOfNoUse = seen.accuracy.map { $0 > worst } ?? false
                if isOfNoUse { ofNoUse += 1 }
                if lag == 0 {
                    let decision = MatchDecision(
                        fixNumber: matcher.fixCount - 1,
                        result: answer,
                        continues: previous.isOnRoad
                    )
                    if !isOfNoUse || !matcher.knowsPlace { previous = answer }
                    try table.write(decision)
                    if route != nil { try driven.ingest(decision) }
                }
                while let decision = matcher.takeDecision() {
                    try table.write(decision)
                    if route != nil { try driven.ingest(decision) }
                }
            }
            matcher.finish()
            while let decision = matcher.takeDecision() {
                try table.write(decision)
                if route != nil { try driven.ingest(decision) }
            }
            if let route { try RouteGeoJSON.write(driven, to: route) }
        } catch let error as MapError {
            throw Failure("\(RoadMap.name(of: map)): \(error)")
        }
        try table.finish()
        drive.sayTally()
        if ofNoUse > 0 {
            Program.say(
                "\(input): \(ofNoUse) fixes of no use: less exact than \(decimalText(worst.value, places: 0))"
                    + " m (matching.worst_accuracy_m)")
        }
        Program.say(table.summary + ", " + times.summary)
        if whole.hasProblems { throw ExitCode(1) }
    }
}

extension MatchResult {
    /// Whether it is a place on a road.
    var isOnRoad: Bool {
        if case .onRoad = self { return true }
        return false
    }
}

/// How long fixes took, in time of the processor: what else the machine does is not counted.
private struct FixTimes {
    private var count = 0
    private var sum = 0
    private var worst = 0
    /// What reading the clock takes, which is no part of a fix's time.
    private let reading: Int

    init() {
        var least = Int.max
        for _ in 0..<100 { least = min(least, FixTimes.now().distance(to: FixTimes.now())) }
        reading = least
    }

    /// Nanoseconds of the processor that this thread has had.
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
