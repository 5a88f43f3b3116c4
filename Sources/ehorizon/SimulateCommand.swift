import ArgumentParser
import Console
import Geodesy
import Positioning
import Quantities
import RoadMap
import Routing
import Simulation

/// `ehorizon simulate`: a drive, for want of a car.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Writes the NMEA 0183 log of a drive along the quickest route.",
        discussion: """
            The car keeps to the speed limit, or where that is not known to what is usual on roads of \
            the class. With --driving natural it also slows down for bends, where it gives way and where \
            it turns, stops now and then, and gains and loses speed as people do; receiver and car can \
            then be given their faults. RMC and GGA come once a second, or at the rate that is set. The same map, places, flags and \
            seed give the same bytes.
            """)

    @Option(
        help: ArgumentHelp(
            "The map; several files, each with a --map of its own, are one map.",
            valueName: "file.ehmap"))
    var map: [String]

    // A latitude may begin with a minus sign: what follows the flag is its value in any case.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the drive starts.", valueName: "lat,lon"))
    var from: PlaceArgument

    @Option(parsing: .unconditional, help: ArgumentHelp("Where it ends.", valueName: "lat,lon"))
    var to: PlaceArgument

    @Option(help: ArgumentHelp("The seed of the noise.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The standard deviation of the receiver's positions, in each axis.",
            valueName: "metres"))
    var noise = 0.0

    @Option(
        help: ArgumentHelp(
            "When the drive starts, in seconds since 1970.", valueName: "seconds"))
    var start: Int64 = 1_767_254_400

    @Option(help: "How the car is driven: at-limit, or natural.")
    var driving = Driving.atLimit

    @OptionGroup(title: "With --driving natural") var faults: SimulatedFaultFlags

    @Option(help: ArgumentHelp("Where the log goes; - is standard output.", valueName: "file.nmea"))
    var output: String

    /// How the car is driven.
    enum Driving: String, ExpressibleByArgument {
        case atLimit = "at-limit"
        case natural
    }

    func run() throws {
        guard (0...1000).contains(noise) else {
            throw UsageFailure("--noise \(noise): 0 to 1000 m can be set")
        }
        // NMEA 0183 has two digits of the year.
        guard (315_532_800..<3_471_292_800).contains(start) else {
            throw UsageFailure("--start \(start): a moment from 1980 to 2079 can be set")
        }
        let signals = try faults.check(driving)
        var files = NamedFiles()
        for path in map { files.reads("--map", path) }
        faults.name(&files)
        files.writes("--output", output)
        try files.check()
        let roads = try RoadMap(files: map)
        let route: Route = try reading(map) { try self.route(on: roads) }
        let begin = UTCTime(nanoseconds: start * 1_000_000_000)
        let reports: [ReceiverModel.Report]
        switch driving {
        case .atLimit:
            let drive: SimulatedDrive = try reading(map) {
                try SimulatedDrive(
                    along: route, on: roads, start: begin, noise: Metres(noise), seed: seed)
            }
            reports = drive.fixes.map { ReceiverModel.Report.fix($0) }
        case .natural:
            let drive: NaturalDrive = try reading(map) {
                try NaturalDrive(along: route, on: roads, seed: seed)
            }
            reports = drive.reports(of: faults.receiver(noise: Metres(noise)), start: begin)
            if let signals { try faults.write(drive, signals, start: begin) }
        }
        let log = try TextOutput(output)
        for report in reports {
            switch report {
            case .fix(let fix):
                guard let sentences = NMEAText.sentences(for: fix) else { continue }
                try log.write(sentences.rmc + sentences.gga)
            case .noFix(let time):
                let sentences = NMEAText.sentencesWithoutFix(at: time)
                try log.write(sentences.rmc + sentences.gga)
            }
        }
        try log.finish()
        Program.say(
            "\((reports.count - 1) / faults.rate + 1) s along"
                + " \(Int(route.length.value.rounded())) m of road")
    }

    private func route(on roads: RoadMap) throws -> Route {
        let starts = try places(near: from, on: roads, flag: "--from")
        let ends = try places(near: to, on: roads, flag: "--to")
        guard let route = try roads.shortestRoute(from: starts, to: ends) else {
            throw Failure("\(RoadMap.name(of: map)): no road leads from \(from) to \(to)")
        }
        return route
    }

    private func places(
        near place: PlaceArgument, on map: RoadMap, flag: String
    ) throws -> [LinkPlace] {
        let places = try map.nearestPlaces(to: place.coordinate, within: Metres(200))
        guard !places.isEmpty else {
            throw Failure("\(flag) \(place): no road within 200 m")
        }
        return places
    }
}
