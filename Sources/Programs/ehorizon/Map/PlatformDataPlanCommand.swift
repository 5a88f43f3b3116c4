import ArgumentParser
import Console
import PlatformDataExtension
import TextFiles

/// `ehorizon map pde-plan`: the tiles to fetch.
struct PlatformDataPlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pde-plan",
        abstract: "Prints the requests for the tiles of HERE's Platform Data Extension in an area.",
        discussion: """
            Example:

              ehorizon map pde-plan --bbox 13.2,53.5,13.3,53.6 --layers ROAD_GEOM,LINK

            The output is a JSON array with one request on each line: the layer, the level of its tiles \
            and at most \(TileRequest.mostTiles) tiles. Column x counts eastwards from the 180th \
            meridian, row y northwards from the south pole. A layer without a class, such as ROAD_GEOM, \
            stands for ROAD_GEOM_FC1 to ROAD_GEOM_FC5 with the levels 9 to 13. A layer that has no \
            classes needs its level, as in LAYER@12.
            """
    )

    // West may begin with a minus sign: the next argument is always its value.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The area in degrees. If west is greater than east, it crosses the 180th meridian.",
            valueName: "west,south,east,north"
        )
    )
    var bbox: PlanAreaArgument

    @Option(help: ArgumentHelp("The layers.", valueName: "layer,layer,…"))
    var layers: String

    func run() throws {
        var planned: [(layer: LayerName, grid: TileGrid)] = []
        for text in layers.split(separator: ",", omittingEmptySubsequences: false) {
            for (layer, grid) in try Self.layers(named: text)
            where !planned.contains(where: { $0.layer == layer && $0.grid == grid }) {
                planned.append((layer, grid))
            }
        }
        let output = try TextOutput("-")
        var isFirst = true
        for (layer, grid) in planned {
            try grid.forEachRequest(for: layer, in: bbox.area) { request in
                let tiles = request.tiles.map { "{\"x\":\($0.x),\"y\":\($0.y)}" }
                try output.write(isFirst ? "[\n" : ",\n")
                isFirst = false
                try output.write(
                    "{\"layer\":\(jsonText(request.layer.description)),\"level\":\(request.level),"
                        + "\"tiles\":[\(tiles.joined(separator: ","))]}"
                )
            }
        }
        try output.line("\n]")
        try output.finish()
    }

    /// The layers of one name on the command line.
    private static func layers(
        named text: Substring
    ) throws(UsageFailure) -> [(layer: LayerName, grid: TileGrid)] {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let layer = LayerName(parsing: parts[0]) else {
            throw UsageFailure("--layers: '\(text)' is not the name of a layer, such as LINK_FC3")
        }
        if parts.count == 2 {
            guard let level = Int(parts[1]), let grid = TileGrid(level: level) else {
                throw UsageFailure("--layers: '\(text)': a level is a number of 1 to 20")
            }
            return [(layer, grid)]
        }
        func grid(ofClass functionalClass: Int) -> TileGrid? {
            TileGrid(level: LayerName.level(ofClass: functionalClass))
        }
        if let functionalClass = layer.functionalClass, let grid = grid(ofClass: functionalClass) {
            return [(layer, grid)]
        }
        guard LayerName.knownSubjects.contains(layer.subject) else {
            throw UsageFailure(
                "--layers: the level of '\(text)' is not known: give its class, as in \(text)_FC3, "
                    + "or its level, as in \(text)@12"
            )
        }
        return (1...5).compactMap { number in
            grid(ofClass: number).map { (LayerName(layer.subject, functionalClass: number), $0) }
        }
    }
}

/// A rectangle on the command line: `W,S,E,N`.
struct PlanAreaArgument: ExpressibleByArgument, CustomStringConvertible {
    /// The rectangle.
    let area: PlanArea
    /// The argument as given.
    let description: String

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3],
            let area = PlanArea(west: west, south: south, east: east, north: north)
        else { return nil }
        self.area = area
        description = argument
    }
}
