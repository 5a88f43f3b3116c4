import Geodesy
import Quantities

/// The places where a line enters or leaves an area.
struct AreaCrossings {
    /// Whether the line begins inside.
    private(set) var beginsInside: Bool
    /// The places where it crosses the border, from its beginning; each is an entry or an exit.
    private(set) var places: [(along: Centimetres, isEntry: Bool)] = []

    /// The distance between checked places along a line, metres. A line that leaves and returns
    /// between two of them does not count as leaving.
    private static let step = 10.0

    /// The crossings of a line with at least one point, by a function that checks whether a place
    /// is inside.
    init(of shape: Shape, _ contains: (Coordinate) -> Bool) {
        var isInside = contains(shape.points[0])
        beginsInside = isInside
        for index in 1..<shape.count {
            let (start, end) = (shape.offset(at: index - 1), shape.offset(at: index))
            func place(_ share: Double) -> Coordinate? {
                let (from, to) = (shape.points[index - 1], shape.points[index])
                return Coordinate(
                    latitude: from.latitude + (to.latitude - from.latitude) * share,
                    longitude: from.longitude + (to.longitude - from.longitude) * share)
            }
            let count = max(1, Int(((end - start).metres.value / Self.step).rounded(.up)))
            for number in 1...count {
                var (low, high) = (
                    Double(number - 1) / Double(count), Double(number) / Double(count)
                )
                let point = number == count ? shape.points[index] : place(high)
                guard let point, contains(point) != isInside else { continue }
                for _ in 0..<12 {
                    let middle = (low + high) / 2
                    guard let point = place(middle) else { break }
                    if contains(point) == isInside { low = middle } else { high = middle }
                }
                isInside.toggle()
                let along = (Double((end - start).value) * high).rounded()
                places.append((start + Centimetres(Int(along)), isInside))
            }
        }
    }
}
