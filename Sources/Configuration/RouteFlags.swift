public import ArgumentParser
public import Console

/// The flags that name the calculated route.
public struct RouteFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The calculated route: GPX, GeoJSON (LineString), a list of OpenStreetMap ways, or OpenLR in"
                + " Base64.", valueName: "file"))
    var route: String?

    @Option(
        help: ArgumentHelp("Whom the route is for: car or truck (default: car).", valueName: "mode")
    )
    var routeMode: String?

    /// No flags given.
    public init() {}

    /// Names the files that it reads.
    public func name(_ files: inout NamedFiles) { files.reads("--route", route) }

    /// Whether a route is named.
    public var namesRoute: Bool { route != nil }

    /// What the flags set.
    public var settings: [FlagSetting] {
        func text(_ flag: String, _ value: String?, _ name: String) -> FlagSetting? {
            value.map { FlagSetting(flag, given: $0, [name], .text($0)) }
        }
        return [
            text("--route", route, "route.file"), text("--route-mode", routeMode, "route.mode"),
        ].compactMap(\.self)
    }
}
