import ArgumentParser
import Console
import Geodesy
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
            the class. RMC and GGA come once a second. The same map, places, noise and seed give the \
            same bytes.
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
        help: ArgumentHelp(
            "The standard deviation of the receiver's positions, in each axis.",
            valueName: "metres"))
    var noise = 0.0

    @Option(
        help: ArgumentHelp(
            "When the drive starts, in seconds since 1970.", valueName: "seconds"))
    var start: Int64 = 1_767_254_400

    @Option(help: ArgumentHelp("Where the log goes; - is standard output.", valueName: "file.nmea"))
    var output: String

    func run() throws {
        guard (0...1000).contains(noise) else {
            throw UsageFailure("--noise \(noise): 0 to 1000 m can be set")
        }
        guard (0...4_102_444_800).contains(start) else {
            throw UsageFailure("--start \(start): a moment between 1970 and 2100 can be set")
        }
        let roads = try RoadMap(files: map)
        let (length, drive) = try reading(map) { try simulated(on: roads) }
        let log = try TextOutput(output)
        for fix in drive.fixes {
            guard let sentences = NMEAText.sentences(for: fix) else { continue }
            try log.write(sentences.rmc + sentences.gga)
        }
        try log.finish()
        Program.say(
            "\(drive.fixes.count) s along \(Int(length.value.rounded())) m of road")
    }

    private func simulated(on roads: RoadMap) throws -> (Metres, SimulatedDrive) {
        let starts = try places(near: from, on: roads, flag: "--from")
        let ends = try places(near: to, on: roads, flag: "--to")
        guard let route = try roads.shortestRoute(from: starts, to: ends) else {
            throw Failure("\(RoadMap.name(of: map)): no road leads from \(from) to \(to)")
        }
        let drive = try SimulatedDrive(
            along: route, on: roads, start: UTCTime(nanoseconds: start * 1_000_000_000),
            noise: Metres(noise), seed: seed)
        return (route.length, drive)
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
