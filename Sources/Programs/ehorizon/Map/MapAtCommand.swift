import Console
import ArgumentParser
import Geodesy
import Quantities
import Reasons
import RoadMap
import Routing
import TextFiles

/// `ehorizon map at`: the values of the map at a position, with their sources.
struct MapAtCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "at",
        abstract: "Shows the roads at a position, each value with its source.",
        usage: "ehorizon map at <file.ehmap> <lat,lon> [<options>]",
        discussion: """
            Example:

              ehorizon map at roads.ehmap 53.53763,13.26155

            The list has the links within --within metres, the nearest first, each in the directions that \
            are open to cars. A value that the map does not know is not in the list.

            Sources: tag; sign, zone, marking and law (by a tag); legal-default (the law, because no tag \
            states a value); overlay (an entry of map build --overlay); derived (from other tags or from areas such as land use); line (the drawn road); \
            elevation (the elevation grid). A doubtful or rejected limit contradicts the class of the road or \
            the neighbouring roads.

            With --json the output is one object: "links" with way, link, direction, name, offset and length \
            in metres, distance in metres from the position, lastEdit, and "values" with kind, text, value, \
            unit, error, source, doubt, condition, from and to in metres; "dataTime" is the time of the map's data.
            """)

    @Argument(help: ArgumentHelp("The map file.", valueName: "file.ehmap"))
    var map: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp("A further file of the same map.", valueName: "file.ehmap"))
    var further: [String] = []

    // A latitude may begin with a minus sign.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The position.", valueName: "lat,lon"))
    var at: [PlaceArgument] = []

    @Option(help: ArgumentHelp("The largest distance of a road.", valueName: "metres"))
    var within = 15.0

    @Flag(help: "Print one JSON object.")
    var json = false

    /// The output.
    private struct Answer: Encodable {
        struct Road: Encodable {
            let distance: Double
            let place: PlaceDescription
        }
        let dataTime: String?
        let links: [Road]
    }

    func run() throws {
        guard at.count == 1, at[0].heading == nil else {
            throw UsageFailure(
                "a position is expected: LAT,LON in degrees, such as 53.53763,13.26155")
        }
        guard within > 0, within <= 1000 else {
            throw UsageFailure("--within \(within): more than 0 and up to 1000 m")
        }
        let files = [map] + further
        let roads = try RoadMap(files: files)
        let answer = try reading(files) { try self.answer(at: at[0].coordinate, on: roads) }
        guard !answer.links.isEmpty else {
            throw Failure(
                "\(RoadMap.name(of: files)): no road within \(within.fixed(0)) m of"
                    + " \(at[0].description); try --within")
        }
        let output = try TextOutput("-")
        if json {
            try output.line(try JSONText.encode(answer))
        } else {
            if let time = answer.dataTime { try output.line("map data of \(time)") }
            for road in answer.links {
                try output.line("\(road.distance.fixed(1)) m away: \(road.place.title[0])")
                for line in road.place.title.dropFirst() { try output.line(line) }
                for value in road.place.values { try output.line("  \(value.line)") }
            }
        }
        try output.finish()
    }

    private func answer(at place: Coordinate, on roads: RoadMap) throws(MapError) -> Answer {
        let frame = LocalFrame(around: place)
        var found: [(distance: Double, place: LinkPlace)] = []
        try roads.forEachLink(in: frame.box(radius: Metres(within))) { (link) throws(MapError) in
            var shape = Shape()
            try roads.appendShape(of: link, to: &shape)
            guard let nearest = shape.nearest(in: frame),
                nearest.distanceSquared <= within * within
            else { return }
            let along = min(nearest.along, link.length.metres)
            for direction in Direction.allCases where link.directions.contains(direction) {
                found.append(
                    (
                        nearest.distanceSquared.squareRoot(),
                        LinkPlace(
                            DirectedLink(link.reference, direction),
                            offset: link.offset(along, in: direction))
                    ))
            }
        }
        var links: [Answer.Road] = []
        for (distance, place) in found.sorted(by: { $0.distance < $1.distance }) {
            links.append(
                Answer.Road(
                    distance: distance.rounded(1),
                    place: try PlaceDescription(try PlaceValues(at: place, on: roads), on: roads)))
        }
        return Answer(dataTime: roads.header.dataTime.map(utcText), links: links)
    }
}
