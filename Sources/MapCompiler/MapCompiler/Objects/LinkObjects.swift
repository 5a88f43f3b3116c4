import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Adds the road objects of a stretch of nodes to its link, and the objects beside it. An object at
/// an end holds for the direction that leads there, so that each path across a junction meets it
/// once.
func addObjects(
    to link: inout NewLink,
    of stretch: ArraySlice<RoadPoint>,
    beside: [RoadsidePlace],
    length: Centimetres
) {
    guard !beside.isEmpty || stretch.contains(where: { !$0.objects.isEmpty }) else { return }
    var offsets: [Centimetres] = []
    var shape = Shape()
    for (position, point) in zip(stretch.indices, stretch) {
        if let place = point.place, place != shape.points.last { shape.append(place) }
        let isEnd = position == stretch.endIndex - 1
        offsets.append(isEnd ? length : shape.offset(at: shape.count - 1))
    }
    for (position, point) in zip(stretch.indices, stretch) {
        let along = offsets[position - stretch.startIndex]
        for found in point.objects {
            var (directions, provenance) = directions(
                of: found, at: position, in: stretch, link.directions, along, length)
            directions.formIntersection(link.directions)
            if position == stretch.startIndex { directions.formIntersection(.backward) }
            if position == stretch.endIndex - 1 { directions.formIntersection(.forward) }
            link.add(found, directions, provenance, at: along)
        }
    }
    for found in beside
    where found.position >= stretch.startIndex && found.position < stretch.endIndex - 1 {
        let index = found.position - stretch.startIndex
        let (from, to) = (offsets[index], offsets[index + 1])
        let part = Centimetres(Int((Double((to - from).value) * found.share).rounded()))
        // Between the ends, since an object at an end would hold for one direction only.
        let along = max(min(from + part, length - Centimetres(1)), min(Centimetres(1), length))
        for object in found.objects {
            link.add(
                object, found.directions.intersection(link.directions), found.provenance,
                at: along)
        }
    }
    // The road ends at a barrier that no car passes, away from a junction.
    for (point, holds) in [(stretch.first, DirectionSet.backward), (stretch.last, .forward)] {
        guard let point, point.isClosed else { continue }
        let directions = holds.intersection(link.directions)
        guard !directions.isEmpty else { continue }
        link.attributes.append(
            Attribute(
                .turnRestriction,
                TurnRestriction(.noPassage, toWay: 0, vehicles: .all, exceptions: .emergency)
                    .attributeValue,
                directions: directions,
                provenance: .derived,
                from: .zero,
                to: length
            )
        )
    }
}

/// The directions of an object on a road; both if unknown. They come from the tags, or from the
/// driving direction that the object faces. A stop or give-way sign without them applies towards
/// the nearer junction (https://wiki.openstreetmap.org/wiki/Tag:highway=stop).
private func directions(
    of found: NodeObject, at position: Int, in stretch: ArraySlice<RoadPoint>,
    _ roadDirections: DirectionSet, _ along: Centimetres, _ length: Centimetres
) -> (DirectionSet, Provenance) {
    guard !found.object.hasStatedDirection else { return (found.directions, .tagged) }
    if let heading = found.heading,
        let bearing = stretch.bearing(at: position)
    {
        let faced = DirectionSet.along(bearing, headedTo: heading)
        if !faced.isEmpty { return (faced, .derived) }
    }
    guard found.object.kind == .stopSign || found.object.kind == .giveWaySign,
        roadDirections == .both, let first = stretch.first, let last = stretch.last,
        first.isJunction || last.isJunction
    else { return (found.directions, .tagged) }
    let isNearEnd = along.value * 2 >= length.value
    let isForEnd = last.isJunction && (isNearEnd || !first.isJunction)
    return (isForEnd ? .forward : .backward, .derived)
}

extension ArraySlice<RoadPoint> {
    /// The direction of the line at one of its points, degrees; `nil` if it has no length there.
    fileprivate func bearing(at position: Int) -> Double? {
        let before = self[index(after: startIndex) > position ? position : position - 1].place
        let after = self[position == endIndex - 1 ? position : position + 1].place
        guard let before, let after, before != after else { return nil }
        return LocalFrame(around: before).project(after).bearing.value
    }
}

extension NewLink {
    fileprivate mutating func add(
        _ found: NodeObject, _ directions: DirectionSet, _ provenance: Provenance,
        at along: Centimetres
    ) {
        guard !directions.isEmpty else { return }
        attributes.append(
            Attribute(
                .roadObject, found.object.attributeValue, directions: directions,
                provenance: provenance, from: along, to: along))
        if let text = found.text {
            texts.append(NewText(.signText, text, directions: directions, at: along))
        }
    }
}
