import ArgumentParser
import Console
import Geodesy
import Positioning
import Quantities
import RoadMap
import Routing
import Simulation
import TextFiles

/// `ehorizon simulate`: a simulated drive.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Writes the NMEA 0183 log of a simulated drive.",
        usage: """
            ehorizon simulate --map <file.ehmap> --from <lat,lon> --to <lat,lon> --output <file.nmea> \
            [<options>]
            """,
        discussion: """
            Example:

              ehorizon simulate --map roads.ehmap --from 53.54,13.26 --to 53.55,13.27 \\
                --output drive.nmea

            The drive starts and ends on the roads nearest to --from and --to between which a route leads. \
            The car drives the quickest route at the speed limits; where a limit is unknown, at the usual \
            speed of the road's class. With --driving natural it brakes for curves, junctions and turns, \
            stops now and then, and has the accelerations of a human driver. The receiver and the vehicle \
            signals can then have errors. The log has RMC and GGA once a second. The same map, options and seed give \
            the same bytes.
            """)

    @OptionGroup(title: "Needed") var places: SimulatedRouteFlags
    @OptionGroup(title: "Drive and receiver") var drive: SimulatedDriveFlags
    @OptionGroup(title: "With --driving natural") var faults: SimulatedFaultFlags

    /// The driver of the car.
    enum Driving: String, ExpressibleByArgument {
        case atLimit = "at-limit"
        case natural
    }

    func run() throws {
        let (map, output) = (places.map, places.output)
        let (seed, noise, start) = (drive.seed, drive.noise, drive.start)
        guard (0...1000).contains(noise) else {
            throw UsageFailure("--noise \(noise): 0 to 1000 m can be set")
        }
        // NMEA 0183 has two digits of the year.
        guard (315_532_800..<3_471_292_800).contains(start) else {
            throw UsageFailure("--start \(start): a time from 1980 to 2079 can be set")
        }
        let signals = try faults.check(drive.driving)
        var files = NamedFiles()
        for path in map { files.reads("--map", path) }
        faults.name(&files)
        files.writes("--output", output)
        try files.check()
        let roads = try RoadMap(files: map)
        let nearest: NearestRoute = try reading(map) {
            try NearestRoute(
                from: places.from, to: places.to, on: roads, named: RoadMap.name(of: map))
        }
        let route = nearest.route
        let begin = UTCTime(nanoseconds: start * 1_000_000_000)
        let reports: [ReceiverModel.Report]
        switch drive.driving {
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
                + " \(Int(route.length.value.rounded())) m of road; it starts"
                + " \(nearest.distances.start.value.fixed(0)) m from --from and ends"
                + " \(nearest.distances.end.value.fixed(0)) m from --to")
    }
}
