import Geodesy
import Quantities

/// The end of a road's line, point by point inwards, as far as it counts for the road's bearing there.
struct LineEnd {
    private var frame: LocalFrame?
    private var inward = PlanarVector(x: 0, y: 0)
    /// How much of it is still to come, m.
    private var rest: Double

    /// An end that counts over a length.
    init(_ length: Metres) { rest = length.value }

    /// Takes the next point. Whether another one is wanted.
    mutating func take(_ point: Coordinate) -> Bool {
        guard let frame else {
            frame = LocalFrame(around: point)
            return true
        }
        let next = frame.project(point)
        let step = next - inward
        let length = step.length
        guard length < rest else {
            inward = inward + step * (rest / length)
            return false
        }
        inward = next
        rest -= length
        return true
    }

    /// The bearing from the end inwards; north where the line is a point.
    var bearing: Degrees { inward.bearing }
}
