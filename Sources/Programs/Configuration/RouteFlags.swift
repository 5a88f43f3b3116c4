public import ArgumentParser

/// The flags that name the calculated route.
public struct RouteFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The calculated route: GPX, GeoJSON (LineString), a list of OpenStreetMap ways, or OpenLR in"
                + " Base64.", valueName: "file"))
    var route: String?

    @Option(
        help: ArgumentHelp(
            "The vehicle of the route: car or truck (default: vehicle.mode of the configuration).",
            valueName: "mode")
    )
    var routeMode: String?

    /// No flags given.
    public init() {}

    /// Whether a route is named.
    public var namesRoute: Bool { route != nil }

    /// The settings of the flags.
    public var settings: [FlagSetting] {
        [
            FlagSetting("--route", route, "route.file"),
            FlagSetting("--route-mode", routeMode, "route.mode"),
        ].compactMap(\.self)
    }
}
