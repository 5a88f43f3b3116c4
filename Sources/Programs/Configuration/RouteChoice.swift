public import Engine
public import RoadMap
import RouteReading
public import Routing
public import TextFiles

/// The calculated route, as it is chosen.
public struct RouteChoice: Sendable, Hashable {
    /// The file that it stands in; `nil` without a route.
    public internal(set) var file: String?
    /// Whom it is for.
    public internal(set) var mode = TransportMode.car

    /// The largest file of a route: in GPX a place every 10 m, once across a continent.
    private static let mostBytes = 64 << 20

    /// Reads the file and finds the route on a map; `nil` where there is none, for a file that is empty
    /// too. The failure is one line that names the file, or the map where that cannot be read.
    public func read(on map: RoadMap, named name: String) throws(Failure) -> RouteGuide? {
        guard let file else { return nil }
        let bytes = try Files.read(file, atMost: Self.mostBytes)
        do throws(RouteError) {
            let links = try RouteFile(bytes).links(on: map, for: mode)
            return links.isEmpty ? nil : RouteGuide(links)
        } catch {
            if case .map(let problem) = error { throw Failure("\(name): \(problem)") }
            throw Failure("\(file): \(error)")
        }
    }
}

extension SettingTable {
    /// Settings of the route.
    static let route: [Setting] = {
        var file = Setting.optionalText(
            "route.file", "a path",
            "The calculated route: GPX, GeoJSON, a list of OpenStreetMap ways, or OpenLR in"
                + " Base64. A running daemon reads the file again; an empty file removes the route",
            \.route.file, check: path)
        var mode = Setting.choice(
            "route.mode", "The vehicle of the route", \.route.mode)
        mode.fallback = "vehicle.mode"
        file.appliesWhileRunning = true
        mode.appliesWhileRunning = true
        return [file, mode]
    }()
}
