import ArgumentParser
import Console
import Observations
import Quantities
import RoadMap
import Routing
import TextFiles

/// Travel times of links by average speeds, against those by limits and road classes.
struct LinkTimesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link-times",
        abstract: "Compares travel times of links with those of cars that the map did not see.",
        discussion: """
            Each --map has average speeds, and the --observations with the same number are those of other cars. One line of JSON: \
            passes is their number on links with an average speed; averages and limits are the medians of the error of the time of a \
            link, s, by the average speed, and by its limit or the usual speed of its class. A speed counts as the middle of its \
            band, so an error of up to 6 % of the time is that of the bands.
            """)

    @Option(help: "A map with average speeds.") var map: [String]
    @Option(help: "The observations of other cars.") var observations: [String]

    func validate() throws {
        guard map.count == observations.count else {
            throw ValidationError("as many --observations as --map are needed")
        }
    }

    func run() throws {
        var averages: [Double] = []
        var limits: [Double] = []
        for (map, path) in zip(map, observations) {
            let roads = try RoadMap(source: FileBlockSource(path: map), cacheBytes: 64 << 20)
            let bytes = try Files.read(path)
            let seen: Observations
            do throws(ObservationsError) { seen = try Observations(bytes) } catch {
                throw Failure("\(path): \(error)")
            }
            try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
                for direction in Direction.allCases {
                    let road = RoadID(try roads.stableID(of: link), direction)
                    guard let observation = seen.roads[road],
                        let average = try Self.averageSpeed(of: link, direction, on: roads)
                    else { continue }
                    let length = link.length.metres.value
                    let limit = try TravelCost.permittedSpeed(of: link, direction, on: roads)
                        .value
                    for (band, count) in observation.allSpeeds {
                        let time = length / band.middle.value
                        for _ in 0..<count {
                            averages.append(abs(length / average.value - time))
                            limits.append(abs(length / limit - time))
                        }
                    }
                }
            }
        }
        var line = Measurement()
        line.add("passes", Double(averages.count))
        line.add("averages", Self.median(averages))
        line.add("limits", Self.median(limits))
        line.print()
    }

    private static func averageSpeed(
        of link: Link, _ direction: Direction, on roads: RoadMap
    ) throws(MapError) -> MetresPerSecond? {
        var speed: MetresPerSecond?
        try roads.forEachAttribute(of: link) { attribute in
            guard attribute.kind == .averageSpeed, attribute.directions.contains(direction)
            else { return }
            speed = MetresPerSecond(averageSpeed: attribute.value)
        }
        return speed
    }

    private static func median(_ errors: [Double]) -> Double {
        errors.isEmpty ? 0 : errors.sorted()[errors.count / 2]
    }
}
