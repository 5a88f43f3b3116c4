import ArgumentParser
import Geodesy
import Quantities
import RoadMap
import TextFiles

/// How long it takes from a map's name to the first links around a place.
struct OpeningCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opening",
        abstract: "Opens a map and looks up what lies within 50 m of a place, several times.")

    @Option(help: "The map.") var map: String
    @Option(help: "Degrees north.") var latitude: Double
    @Option(help: "Degrees east.") var longitude: Double
    @Option(help: "How often.") var times = 9

    func run() throws {
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
            throw ValidationError("no place on Earth")
        }
        let box = LocalFrame(around: place).box(radius: Metres(50))
        let clock = ContinuousClock()
        var durations: [Double] = []
        var links = 0
        for _ in 0..<times {
            let start = clock.now
            links = 0
            let roads = try RoadMap(source: FileBlockSource(path: map))
            try roads.forEachLink(in: box) { _ in links += 1 }
            durations.append((clock.now - start) / .milliseconds(1))
        }
        // The first one pays for what the program itself does only once.
        let text = durations.map { decimalText($0, places: 3) }
        let longest = decimalText(durations.max() ?? 0, places: 3)
        print(
            "{\"links\":\(links),\"first_ms\":\(text[0]),\"longest_ms\":\(longest),"
                + "\"fileLength\":\(try RoadMap(source: FileBlockSource(path: map)).header.fileLength)}"
        )
    }
}
