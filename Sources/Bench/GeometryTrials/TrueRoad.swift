public import Geodesy

/// A road whose curvature is known everywhere: stretches on which it changes evenly.
public struct TrueRoad: Sendable {
    /// A stretch.
    public struct Stretch: Sendable {
        /// Its length, m.
        public var length: Double
        /// The curvature at its start, 1/m, positive to the right.
        public var first: Double
        /// The curvature at its end, 1/m.
        public var last: Double

        /// A straight.
        public static func straight(_ length: Double) -> Self {
            Self(length: length, first: 0, last: 0)
        }

        /// An arc.
        public static func arc(_ length: Double, _ curvature: Double) -> Self {
            Self(length: length, first: curvature, last: curvature)
        }

        /// A clothoid from one curvature to another.
        public static func clothoid(_ length: Double, _ first: Double, _ last: Double) -> Self {
            Self(length: length, first: first, last: last)
        }
    }

    /// Its stretches, in order.
    public let stretches: [Stretch]
    private let starts: [Double]
    private let places: [PlanarVector]
    private static let step = 0.25

    /// A road of its stretches that begins at the origin in a direction (radians from north).
    public init(_ stretches: [Stretch], heading: Double = 0) {
        self.stretches = stretches
        var starts = [0.0]
        for stretch in stretches { starts.append(starts[starts.count - 1] + stretch.length) }
        self.starts = starts
        let length = starts[starts.count - 1]
        var place = PlanarVector(x: 0, y: 0)
        var places = [place]
        var heading = heading
        var at = 0.0
        while at < length + TrueRoad.step {
            let bend = TrueRoad.curvature(stretches, starts, at + TrueRoad.step / 2)
            let (sine, cosine) = sineAndCosine(heading + bend * TrueRoad.step / 2)
            place = place + PlanarVector(x: sine, y: cosine) * TrueRoad.step
            heading += bend * TrueRoad.step
            at += TrueRoad.step
            places.append(place)
        }
        self.places = places
    }

    /// Its length, m.
    public var length: Double { starts[starts.count - 1] }

    /// The curvature at a distance along it, 1/m.
    public func curvature(at along: Double) -> Double {
        TrueRoad.curvature(stretches, starts, along)
    }

    /// The place at a distance along it.
    public func place(at along: Double) -> PlanarVector {
        let index = min(max(Int(along / TrueRoad.step), 0), places.count - 2)
        let fraction = along / TrueRoad.step - Double(index)
        return places[index] + (places[index + 1] - places[index]) * fraction
    }

    /// How far the road bends away from a chord around a place: the sagitta of the stretch through it
    /// on which the curvature is within a fifth of that at the place, m. It is what there is to distinguish
    /// the curvature of the place from.
    public func sagitta(at along: Double) -> Double {
        let here = curvature(at: along)
        guard here != 0 else { return 0 }
        func holds(_ place: Double) -> Bool { abs(curvature(at: place) - here) <= abs(here) / 5 }
        var from = along
        while from > 0, holds(from - 1) { from -= 1 }
        var to = along
        while to < length, holds(to + 1) { to += 1 }
        from = max(from, 0)
        to = min(to, length)
        let half = min(abs(here) * (to - from) / 2, .pi)
        return (1 - sineAndCosine(half).cosine) / abs(here)
    }

    private static func curvature(
        _ stretches: [Stretch], _ starts: [Double], _ along: Double
    ) -> Double {
        var index = 0
        while index < stretches.count - 1, starts[index + 1] <= along { index += 1 }
        let stretch = stretches[index]
        let fraction = min(max((along - starts[index]) / stretch.length, 0), 1)
        return stretch.first + (stretch.last - stretch.first) * fraction
    }
}
