public import Engine
public import RoadMap
import RouteReading
public import Routing
public import TextFiles

/// The calculated route, as it is chosen.
public struct RouteChoice: Sendable, Hashable {
    /// The file that it stands in; `nil` without a route.
    public internal(set) var file: String?
    /// The content of such a file, from elsewhere than a file; `nil` if there is none.
    private var content: [UInt8]?
    /// Whom it is for.
    public internal(set) var mode = TransportMode.car

    /// The name of the route's source, for people; `nil` without a route.
    public var name: String? { file ?? (content == nil ? nil : "the route of the control socket") }

    /// The same choice with another file.
    public func with(file: String?) -> RouteChoice {
        var choice = self
        choice.file = file
        choice.content = nil
        return choice
    }

    /// The same choice with the content of a file.
    public func with(content: [UInt8]) -> RouteChoice {
        var choice = with(file: nil)
        choice.content = content
        return choice
    }

    /// The largest file of a route: in GPX a place every 10 m, once across a continent.
    private static let mostBytes = 64 << 20

    /// Reads the file and finds the route on a map; `nil` where there is none, for a file that is empty
    /// too. The failure is one line that names the file, or the map where that cannot be read.
    /// - Parameter takesPipe: Whether the file may be a pipe, which is waited for.
    public func read(
        on map: RoadMap, named mapName: String, takesPipe: Bool = false
    ) throws(Failure) -> RouteGuide? {
        guard let name = self.name else { return nil }
        let bytes: [UInt8]
        if let content {
            bytes = content
        } else {
            bytes =
                takesPipe
                ? try Files.read(name, atMost: Self.mostBytes)
                : try Files.readRegular(name, atMost: Self.mostBytes)
        }
        do throws(RouteError) {
            let links = try RouteFile(bytes).links(on: map, for: mode)
            return links.isEmpty ? nil : RouteGuide(links)
        } catch {
            if case .map(let problem) = error {
                throw Failure("\(mapName): \(problem)", isPassing: problem.isPassing)
            }
            throw Failure("\(name): \(error)")
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
