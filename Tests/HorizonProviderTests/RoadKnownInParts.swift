import MapSketch
import Quantities
import RoadMap
import RoadMapWriter

/// A link of 1,000 m from A to B: the map knows its curvature, slope and altitude on the first 300 m and
/// from 600 to 900 m, where each doubles.
func knownInParts() throws -> MapSketch {
    var profiles: [NewProfile] = []
    let kinds: [(ProfileKind, Int32)] = [(.curvature, 200), (.slope, 300), (.altitude, 20_000)]
    for (kind, value) in kinds {
        for start in [0, 60_000] {
            let first = ProfileSpot(offset: Centimetres(start), value: value)
            let last = ProfileSpot(offset: Centimetres(start + 30_000), value: value * 2)
            profiles.append(NewProfile(kind, provenance: .tagged, spots: [first, last]))
        }
    }
    let road = MapSketch.Road("AB", profiles: profiles)
    return try MapSketch("A-B", gridMetres: 500, roads: [road])
}
