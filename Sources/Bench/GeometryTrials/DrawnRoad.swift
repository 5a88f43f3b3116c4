public import Geodesy

/// A road as a mapper drew it: points near its middle, and chords between them that the road stays near,
/// so they are farther apart where it is straighter, and never even.
public struct DrawnRoad: Sendable {
    /// The points.
    public private(set) var points: [PlanarVector] = []
    /// The place of each point along the true road, m.
    public private(set) var places: [Double] = []
    /// The way along the chords to each point, m.
    public private(set) var chords: [Double] = []

    /// Draws a road. The road stays about `tolerance` metres from the chords; points scatter about
    /// it with a standard deviation of `scatter` metres in each direction.
    public init(
        _ road: TrueRoad, scatter: Double, tolerance: Double, with random: inout SeededNoise
    ) {
        var at = 0.0
        while true {
            let scattered = PlanarVector(
                x: random.normal() * scatter, y: random.normal() * scatter)
            points.append(road.place(at: at) + scattered)
            places.append(at)
            guard at < road.length else { break }
            let effort = 0.5 + random.uniform()
            let next = DrawnRoad.farthest(
                on: road, from: at, within: tolerance * effort * effort, most: 80 * effort)
            let even = next - at
            at = road.length - next < even / 3 ? road.length : next
        }
        chords.append(0)
        for index in points.indices.dropFirst() {
            chords.append(chords[index - 1] + (points[index] - points[index - 1]).length)
        }
    }

    /// How far a chord reaches that the road stays near.
    private static func farthest(
        on road: TrueRoad, from start: Double, within tolerance: Double, most: Double
    ) -> Double {
        let first = road.place(at: start)
        var reach = 2.0
        while reach < most {
            let chord = road.place(at: start + reach) - first
            let isNear = (1..<8).allSatisfy { part in
                let place = road.place(at: start + reach * Double(part) / 8) - first
                return abs(chord.cross(place)) <= tolerance * chord.length
            }
            guard isNear else { break }
            reach *= 1.05
        }
        return start + min(reach / 1.05, most)
    }

    /// The way along the chords to where the true road has come so far.
    public func chord(at along: Double) -> Double {
        var index = 0
        while index < places.count - 2, places[index + 1] <= along { index += 1 }
        let fraction = (along - places[index]) / (places[index + 1] - places[index])
        return chords[index] + (chords[index + 1] - chords[index]) * fraction
    }
}
