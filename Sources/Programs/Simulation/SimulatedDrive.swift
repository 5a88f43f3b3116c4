import Geodesy
public import Positioning
public import Quantities
import RandomNumbers
public import RoadMap
public import Routing

/// A drive along a route at the speed limit, as a receiver reports it once a second.
///
/// Where the limit is unknown, the car drives the usual speed of the road's class (the table of
/// ``TravelCost``); it neither brakes in bends nor stops. The noise is a first-order Gauss-Markov
/// process in east and north with a time constant of 20 s, as receivers' errors wander and do not
/// jump; the same seed gives the same drive.
public struct SimulatedDrive {
    /// The fixes, one a second.
    public private(set) var fixes: [Fix] = []

    /// Drives a route.
    ///
    /// - Parameters:
    ///   - start: the time of the first fix.
    ///   - noise: the standard deviation of a position in each axis; 0 for a perfect receiver.
    public init(
        along route: Route, on map: RoadMap, start: UTCTime, noise: Metres, seed: UInt64
    ) throws(MapError) {
        var random = SplitMix64(seed: seed)
        var error = PlanarVector(x: 0, y: 0)
        // exp(-1 s / 20 s), and the factor that keeps the variance.
        let memory = exponential(-1.0 / 20)
        let fresh = (1 - memory * memory).squareRoot()
        if noise > .zero {
            error = PlanarVector(x: random.nextGaussian(), y: random.nextGaussian()) * noise.value
        }
        var second: Int64 = 0
        var untilFix = 0.0
        var shape = Shape()
        var reversed = Shape()
        for (number, link) in route.links.enumerated() {
            let record = try map.link(link.link)
            shape.removeAll()
            try map.appendShape(of: record, to: &shape)
            if link.direction == .backward {
                reversed = Shape(shape.points.reversed())
                swap(&shape, &reversed)
            }
            let speed = try TravelCost.permittedSpeed(of: record, link.direction, on: map)
            let isLast = number == route.links.count - 1
            let end = isLast ? route.endOffset : min(shape.length, record.length.metres)
            var along = number == 0 ? route.startOffset : .zero
            // Time to the next whole second decides where on the link the next fix falls.
            while along + Metres(untilFix * speed.value) <= end {
                along += Metres(untilFix * speed.value)
                untilFix = 1
                let place = shape.place(at: along)
                let seen = LocalFrame(around: place).unproject(error) ?? place
                fixes.append(
                    Fix(
                        time: UTCTime(nanoseconds: start.nanoseconds + second * 1_000_000_000),
                        place: seen, course: shape.bearing(at: along), speed: speed,
                        accuracy: noise > .zero ? noise : nil))
                second += 1
                if noise > .zero {
                    let step = PlanarVector(x: random.nextGaussian(), y: random.nextGaussian())
                    error = error * memory + step * (fresh * noise.value)
                }
            }
            untilFix -= max(end - along, .zero) / Metres(1) / speed.value
        }
    }
}
