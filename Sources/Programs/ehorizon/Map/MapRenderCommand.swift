import ArgumentParser
import Console
import Geodesy
import Pictures
import RoadMap
import TextFiles

/// `ehorizon map render`: the roads of a map as a picture.
struct MapRenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draws the roads of a map, coloured by a value.",
        discussion: """
            Example:

              ehorizon map render roads.ehmap --layer height --output heights.png

            Each link has one colour: of its mean height, its mean slope, the speed limit in its middle, its \
            functional road class, its lanes, or how many of its attributes are known. Links with an unknown value \
            are grey and dashed. The legend states the share of the length that is known.

            The name of the output decides the format: .svg, or .png by rsvg-convert (Debian's librsvg2-bin).
            """)

    @Argument(help: ArgumentHelp("The map file.", valueName: "file.ehmap"))
    var map: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp("A further file of the same map.", valueName: "file.ehmap"))
    var further: [String] = []

    @Option(help: ArgumentHelp("What colours the roads: \(Self.layers).", valueName: "layer"))
    var layer: LayerArgument

    // West may begin with a minus sign: the next argument is always its value.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The rectangle in degrees; without it the whole map.", valueName: "W,S,E,N"))
    var bbox: String?

    @Option(help: ArgumentHelp("The width of the picture, 200 to 10000.", valueName: "pixels"))
    var width = 1600

    @Option(help: ArgumentHelp("The title of the picture.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("The picture to write.", valueName: "file.svg|file.png"))
    var output: String

    private static let layers = RoadLayer.allCases.map(\.rawValue).joined(separator: ", ")

    func run() throws {
        guard (200...10_000).contains(width) else {
            throw UsageFailure("--width \(width): 200 to 10000 pixels")
        }
        let files = [map] + further
        let picture = try PictureFile(output)
        var names = NamedFiles()
        for file in files { names.reads("the map", file) }
        names.writes("--output", output)
        try names.check()
        let bounds = try bbox.map { try BoundingBox(argument: $0) }
        let roads = try RoadMap(files: files)
        let drawing = try reading(files) {
            let notes = try roads.notes()
            var parameters = RoadPicture.Parameters(
                layer.layer, title: title ?? String(map.split(separator: "/").last ?? ""))
            parameters.bounds = bounds
            parameters.width = Double(width)
            parameters.footer =
                notes.first { $0.key == "licence" }?.value ?? "map \(roads.identity)"
            return try RoadPicture(of: roads, parameters)
        }
        if drawing.knownShare == nil {
            throw Failure("\(RoadMap.name(of: files)): no roads in the picture")
        }
        try picture.write(drawing.drawn())
    }
}

/// A layer by its name.
struct LayerArgument: ExpressibleByArgument {
    let layer: RoadLayer

    static var allValueStrings: [String] { RoadLayer.allCases.map(\.rawValue) }

    init?(argument: String) {
        guard let layer = RoadLayer(rawValue: argument) else { return nil }
        self.layer = layer
    }
}
