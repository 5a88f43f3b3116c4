import Geodesy
import Quantities

/// The end of a road's line, point by point inwards, as far as the road's bearing needs it.
struct LineEnd {
    private var frame: LocalFrame?
    private var inward = PlanarVector(x: 0, y: 0)
    /// The remaining length, m.
    private var rest: Double

    /// An end that counts over a length.
    init(_ length: Metres) { rest = length.value }

    /// Adds the next point. Returns whether it needs another one.
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

    /// The bearing from the end inwards; north if the line is a point.
    var bearing: Degrees { inward.bearing }
}
