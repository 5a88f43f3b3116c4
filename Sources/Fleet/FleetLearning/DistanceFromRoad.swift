import Geodesy
import MapMatching
import Quantities
import RoadMap
import Routing

// How far beside the line of its roads the car was, and where it drove against their direction.
extension DriveTrace.Stretch {
    /// The legs against one-way roads, one behind the other, on the map with its directions.
    func waysAgainstOneWays(on map: RoadMap) throws(MapError) -> [ClosedRange<Int>] {
        var ways: [ClosedRange<Int>] = []
        for (number, leg) in legs.enumerated() {
            guard try !map.link(leg.link.link).directions.contains(leg.link.direction) else {
                continue
            }
            if let last = ways.last, last.upperBound == number - 1 {
                ways[ways.count - 1] = last.lowerBound...number
            } else {
                ways.append(number...number)
            }
        }
        return ways
    }

    /// The fixes on some legs.
    func marks(on range: ClosedRange<Int>) -> ArraySlice<DriveTrace.Mark> {
        let (start, end) = (starts[range.lowerBound], self.end(of: range.upperBound))
        let first = marks.firstIndex { $0.along > start } ?? marks.endIndex
        let after = marks.firstIndex { $0.along >= end } ?? marks.endIndex
        return marks[first..<max(first, after)]
    }

    /// The mean distance of the fixes on some legs from the road, positive to the right of the driving direction; `nil`
    /// without a fix: then nobody has seen the car there.
    func meanDistance(
        on range: ClosedRange<Int>, _ fixes: [DriveFix], _ map: RoadMap
    ) throws(MapError) -> Metres? {
        let marks = marks(on: range)
        var (sum, count) = (0.0, 0.0)
        for mark in marks {
            let place = mark.place.place
            var shape = Shape()
            try map.appendShape(of: try map.link(place.link.link), to: &shape)
            let isForward = place.link.direction == .forward
            let along = isForward ? place.offset : shape.length - place.offset
            let frame = LocalFrame(around: mark.place.coordinate)
            let behind = frame.project(shape.place(at: max(along - Metres(1), .zero)))
            let ahead = frame.project(shape.place(at: min(along + Metres(1), shape.length)))
            let forward = (ahead - behind) * (isForward ? 1 : -1)
            guard forward.length > 0 else { continue }
            sum -= forward.cross(frame.project(fixes[mark.fix].place)) / forward.length
            count += 1
        }
        return count > 0 ? Metres(sum / count) : nil
    }
}
