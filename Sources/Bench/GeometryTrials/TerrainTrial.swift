import CGDAL
public import Elevation
public import Geodesy
import Quantities

/// Slopes along roads over hills whose heights are known everywhere, from a grid of them with noise.
public struct TerrainTrial: Sendable {
    /// What was found.
    public struct Score: Sendable {
        /// Places looked at.
        public var places = 0
        /// Of those, where nothing was known.
        public var unknown = 0
        /// Where the stated error of the slope covers the truth.
        public var slopesCovered = 0
        /// Where that of the height does.
        public var heightsCovered = 0
        var squares = 0.0
        var heightSquares = 0.0

        /// No places yet.
        public init() {}

        private var known: Double { Double(max(places - unknown, 1)) }
        /// Root mean square error of the slope over a hundred metres: 0.01 is one per cent.
        public var slopeError: Double { (squares / known).squareRoot() }
        /// Root mean square error of the height, m.
        public var heightError: Double { (heightSquares / known).squareRoot() }
        /// The share of places where the stated error of the slope covers the truth.
        public var slopeCoverage: Double { Double(slopesCovered) / known }
        /// The share where that of the height does.
        public var heightCoverage: Double { Double(heightsCovered) / known }
    }

    /// Waves of hills: metres from crest to crest, direction, steepest slope, phase.
    private let waves: [(number: PlanarVector, height: Double, phase: Double)]
    private let frame: LocalFrame
    private static let corner = Coordinate(latitudeE7: 425_000_000, longitudeE7: 15_000_000)

    /// Hills of 800 m to 3 km, at most about as steep as roads are.
    public init?(with random: inout SeededNoise) {
        guard let corner = TerrainTrial.corner else { return nil }
        frame = LocalFrame(around: corner)
        waves = [800.0, 1200, 3000].map { wavelength in
            let wavenumber = 2 * .pi / wavelength
            let (sine, cosine) = sineAndCosine(random.uniform(0, 2 * .pi))
            return (
                PlanarVector(x: sine, y: cosine) * wavenumber,
                random.uniform(0.03, 0.06) / wavenumber,
                random.uniform(0, 2 * .pi)
            )
        }
    }

    /// The height of a place, m.
    public func height(_ place: PlanarVector) -> Double {
        waves.reduce(1000) { $0 + $1.height * sineAndCosine($1.number.dot(place) + $1.phase).sine }
    }

    /// Writes the hills as a GeoTIFF whose posts are so many seconds apart; some may be voids. It covers so many degrees
    /// in each direction.
    public func write(
        to path: String, seconds: Double, noise: Double, voids: Double = 0, degrees: Double = 0.08,
        with random: inout SeededNoise
    ) -> Bool {
        let step = seconds / 3600
        let side = Int(degrees / step)
        let west = 1.5 - 0.01
        let north = 42.5 - 0.01 + degrees
        var heights: [Double] = []
        for row in 0..<side {
            for column in 0..<side {
                let place = Coordinate(
                    latitude: north - Double(row) * step, longitude: west + Double(column) * step)
                guard let place else { return false }
                let isVoid = random.uniform() < voids
                let height = height(frame.project(place)) + noise * random.normal()
                heights.append(isVoid ? -32768 : height)
            }
        }
        var message = [CChar](repeating: 0, count: Int(CGDAL_MESSAGE_SIZE))
        return cgdal_write(
            path, Int32(side), Int32(side), north, west, step, heights, -32768, &message) == 0
    }

    /// Drives winding roads over the hills and compares.
    public func score(
        _ model: ElevationModel, roads: Int, with random: inout SeededNoise
    ) throws -> Score {
        var score = Score()
        for _ in 0..<roads {
            let bend = 1 / random.uniform(100, 800)
            let road = TrueRoad(
                (0..<5).map { .arc(random.uniform(150, 500), $0 % 2 == 0 ? bend : -bend) },
                heading: random.uniform(0, 1.5))
            let origin = PlanarVector(x: random.uniform(500, 2000), y: random.uniform(500, 2000))
            var shape = Shape()
            var places: [PlanarVector] = []
            for at in stride(from: 0.0, through: road.length, by: 10) {
                let place = origin + road.place(at: at)
                guard let coordinate = frame.unproject(place) else { continue }
                shape.append(coordinate)
                places.append(place)
            }
            let profile = try model.profile(along: shape)
            for index in 5..<places.count - 5 {
                score.places += 1
                let along = shape.distances[index]
                guard let spot = profile.value(at: along) else {
                    score.unknown += 1
                    continue
                }
                let rise = height(places[index + 5]) - height(places[index - 5])
                let run = shape.distances[index + 5] - shape.distances[index - 5]
                let slopeMiss = abs(spot.slope - rise / run)
                let heightMiss = abs(spot.height - height(places[index]))
                score.squares += slopeMiss * slopeMiss
                score.heightSquares += heightMiss * heightMiss
                if slopeMiss <= spot.slopeError { score.slopesCovered += 1 }
                if heightMiss <= spot.heightError { score.heightsCovered += 1 }
            }
        }
        return score
    }
}
