import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Adds the road objects of a stretch of nodes to its link. Objects at an end hold for the direction
/// that leads there, so that on every way across a junction each is met once.
func addObjects(
    to link: inout NewLink,
    of stretch: ArraySlice<Int>,
    in network: RoadNetwork,
    length: Centimetres
) {
    guard stretch.contains(where: { !network.objects(at: $0).isEmpty }) else { return }
    var along = Centimetres.zero
    var shape = Shape()
    let roadDirections = link.directions
    for (position, node) in zip(stretch.indices, stretch) {
        if let place = network.place(of: node), place != shape.points.last { shape.append(place) }
        along = position == stretch.endIndex - 1 ? length : shape.offset(at: shape.count - 1)
        let isStart = position == stretch.startIndex
        let isEnd = position == stretch.endIndex - 1
        for found in network.objects(at: node) {
            var directions = found.directions.intersection(roadDirections)
            if isStart { directions.formIntersection(.backward) }
            if isEnd { directions.formIntersection(.forward) }
            guard !directions.isEmpty else { continue }
            link.attributes.append(
                Attribute(
                    .roadObject,
                    found.object.attributeValue,
                    directions: directions,
                    provenance: .tagged,
                    from: along,
                    to: along
                )
            )
            if let text = found.text {
                link.texts.append(NewText(.signText, text, directions: directions, at: along))
            }
        }
    }
    // The road ends at a barrier that no car passes, where it is no junction of others.
    for (node, holds) in [(stretch.first, DirectionSet.backward), (stretch.last, .forward)] {
        guard let node, network.isClosed(node) else { continue }
        let directions = holds.intersection(roadDirections)
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
