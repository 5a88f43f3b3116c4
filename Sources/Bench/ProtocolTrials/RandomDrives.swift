import Geodesy
import MapMatching
public import Positioning
public import Quantities
public import RandomNumbers
public import RoadMap
import Routing
import Simulation

/// Drives between random places of a map, reproducible from their seed.
public struct RandomDrives {
    /// The map.
    public let map: RoadMap
    /// The source of all choices.
    public var random: SplitMix64
    /// The standard deviation of the receiver's positions.
    public var noise = Metres(3)
    private var end: LinkPlace?

    /// Drives on a map.
    public init(map: RoadMap, seed: UInt64) {
        self.map = map
        random = SplitMix64(seed: seed)
    }

    /// The next drive, of so many kilometres at least; `nil` where the map seems to have none. It goes
    /// on from where the last one ended, unless another beginning is asked for.
    public mutating func next(
        atLeast least: Metres, goesOn: Bool = false
    ) throws(MapError) -> (length: Metres, fixes: [Fix])? {
        for _ in 0..<200 {
            guard let from = goesOn && end != nil ? end.map({ [$0] }) : try randomPlaces(),
                let to = try randomPlaces()
            else { continue }
            guard let route = try map.shortestRoute(from: from, to: to), route.length >= least,
                let last = route.links.last
            else { continue }
            end = LinkPlace(last, offset: route.endOffset)
            let drive = try SimulatedDrive(
                along: route, on: map, start: UTCTime(nanoseconds: 1_767_254_400_000_000_000),
                noise: noise, seed: random.next())
            return (route.length, drive.fixes)
        }
        return nil
    }

    private mutating func randomPlaces() throws(MapError) -> [LinkPlace]? {
        let box = map.header.bounds
        guard
            let place = Coordinate(
                latitudeE7: Int32.random(in: box.southE7...box.northE7, using: &random),
                longitudeE7: Int32.random(in: box.westE7...box.eastE7, using: &random))
        else { return nil }
        let places = try map.nearestPlaces(to: place, within: Metres(200))
        return places.isEmpty ? nil : places
    }
}
