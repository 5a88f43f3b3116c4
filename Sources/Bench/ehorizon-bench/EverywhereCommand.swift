import ArgumentParser
import Console
import Observations
import Quantities
import RandomNumbers
import RoadMap
import TextFiles

/// Observations of each road and each turn of a map, for its size.
struct EverywhereCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "everywhere",
        abstract: "Invents observations of all roads and turns of a map.",
        discussion: """
            Each exit that cars may take has 3 to 40 passes, each road in each direction a speed. The map with these \
            observations is as large as it can become.
            """)

    @Option(help: "A map.") var map: String
    @Option(help: "The observations.") var output: String

    func run() throws {
        let roads = try RoadMap(source: FileBlockSource(path: map), cacheBytes: 64 << 20)
        let drivers = (0..<CarSet.most).map {
            Observations.Driver(Car(name: "\($0)"), .known)
        }
        let hour = HourOfWeek(UTCTime(nanoseconds: 0))
        var seen = Observations()
        var random = SplitMix64(seed: 1)
        try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
            for direction in Direction.allCases where link.directions.contains(direction) {
                let road = RoadID(try roads.stableID(of: link), direction)
                let speed = MetresPerSecond(Double.random(in: 3...35, using: &random))
                for driver in drivers.prefix(3) {
                    seen.countPass(of: road, at: speed, in: hour, by: driver)
                }
                let back = DirectedLink(link.reference, direction).reversed
                var exits: [DirectedLink] = []
                try roads.forEachLink(leaving: try roads.node(link.exit(direction))) {
                    (exit) throws(MapError) in
                    guard exit != back,
                        try roads.link(exit.link).directions.contains(exit.direction)
                    else { return }
                    exits.append(exit)
                }
                guard exits.count > 1 else { continue }
                for exit in exits {
                    let taken = try roads.roadID(of: exit)
                    for pass in 0..<Int.random(in: 3...40, using: &random) {
                        seen.countTurn(
                            from: road, into: taken, by: drivers[pass % drivers.count])
                    }
                }
            }
        }
        seen.countDrive(fixes: 0, length: .zero)
        let file = try NewFile(output)
        try file.write(seen.bytes)
        try file.takeName(isDurable: false)
    }
}
