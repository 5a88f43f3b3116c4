import Geodesy
import MapSketch
import RoadMap
import RouteReading
import Routing

extension FuzzEntry {
    /// Six junctions and the roads between them.
    static var town: MapSketch? {
        try? MapSketch(
            """
            A----B----C
            |    |    |
            D----E----F
            """, gridMetres: 40,
            roads: [.init("ABC", class: 2), .init("DEF"), .init("AD"), .init("BE"), .init("CF")])
    }

    /// A route is read or refused in one line, and so is what it is on a map. OpenLR comes back as it was.
    static func route(_ bytes: [UInt8]) -> String? {
        guard let town else { return "no map" }
        do throws(RouteError) {
            let file = try RouteFile(bytes)
            if case .openLR(let line) = file, let again = line.bytes {
                guard try OpenLRLine(again).bytes == again else { return "OpenLR has changed" }
            }
            // Lines that lead over continents take their time.
            if case .line(let stretches) = file,
                !stretches.joined().allSatisfy({ isNear($0, town.map) })
            {
                return nil
            }
            for mode in TransportMode.allCases {
                for link in try file.links(on: town.map, for: mode) {
                    guard (try? town.map.link(link.link)) != nil else {
                        return "a link that the map does not have"
                    }
                }
            }
        } catch {
            let line = error.description
            if line.isEmpty || line.contains("\n") { return "not one line: \(line)" }
        }
        return nil
    }

    private static func isNear(_ point: RouteFile.Point, _ map: RoadMap) -> Bool {
        let bounds = map.header.bounds
        return abs(Int(point.place.latitudeE7) - Int(bounds.southE7)) < 1_000_000
            && abs(Int(point.place.longitudeE7) - Int(bounds.westE7)) < 1_000_000
    }
}
