import ArgumentParser

/// How `ehorizon match` decides, and what else it writes.
struct MatchFlags: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Wait this long before deciding; later fixes improve the match.", valueName: "seconds"))
    var lag = 0.0

    @Option(
        help: ArgumentHelp(
            "The driven route to write: GeoJSON lines of the map's shape points, one for each unbroken"
                + " stretch, from the shape segment of the first fix to that of the last.",
            valueName: "file.geojson"))
    var route: String?

    @Option(
        help: ArgumentHelp(
            "The rows as GeoJSON points to write: each fix on its road, or where the receiver was.",
            valueName: "file.geojson"))
    var geojson: String?

    @Option(
        help: ArgumentHelp(
            "A picture of fixes and driven route to write; a PNG needs rsvg-convert.",
            valueName: "file.svg|file.png"))
    var plot: String?

    @Flag(help: "Write ferry and car-park as states of their own.")
    var detailedStates = false

    @Option(
        help: ArgumentHelp(
            "A configuration file (TOML), for its [matching], [dead_reckoning] and [vehicle]. Options replace"
                + " its settings.", valueName: "file.toml"))
    var config: String?
}
