public import Geodesy
public import RoadMap
import Quantities

/// A way to tell the curvature of a road from its line.
public protocol CurvatureEstimating: Sendable {
    /// The curvature along a line in its direction, in the unit of ``ProfileKind/curvature``, at spots
    /// in the order of their offsets. No spots where nothing can be told.
    func curvature(along shape: Shape) -> [ProfileSpot]
}

/// The circle through each inner shape point and its two neighbours. It says nothing of the ends of a
/// line, and it takes every bend of the drawing for one of the road.
public struct ThreePointCurvature: CurvatureEstimating {
    /// An estimator; it has nothing to set.
    public init() {}

    /// One spot for each inner point; of several at one centimetre, the first.
    public func curvature(along shape: Shape) -> [ProfileSpot] {
        var spots: [ProfileSpot] = []
        guard shape.count > 2 else { return spots }
        spots.reserveCapacity(shape.count - 2)
        for index in 1..<shape.count - 1 {
            let curvature = threePointCurvature(
                shape.points[index - 1],
                shape.points[index],
                shape.points[index + 1]
            )
            // Two points are at least 1e-7 degrees apart, so the value is far from the type's limits.
            guard let curvature, let value = Int32(exactly: (curvature.value * 1e5).rounded())
            else { continue }
            let offset = shape.offset(at: index)
            if spots.last?.offset == offset { continue }
            spots.append(ProfileSpot(offset: offset, value: value))
        }
        return spots
    }
}
