import Horizon
import RoadMap

/// Finds signs and other road objects along a path. An object at a node applies to the link that leads to
/// the node.
struct ObjectFinder {
    private let kinds: Set<AheadKind>
    /// The found items.
    private(set) var items: [AheadItem] = []

    init(_ kinds: Set<AheadKind>) { self.kinds = kinds }

    /// Takes the next link.
    mutating func take(
        _ reading: LinkReading, of element: AheadLine.Element, on map: RoadMap
    ) throws(MapError) {
        for placed in reading.objects {
            let isSign = placed.object.kind.isSign
            guard kinds.contains(isSign ? .sign : .object) else { continue }
            var content = AheadItem.Content.object(placed.object)
            if isSign {
                let text = try reading.signText(
                    at: placed.offset, of: element.link.record, on: map)
                content = .sign(placed.object, text: text)
            }
            let place = element.place(placed.offset)
            items.append(AheadItem(content, at: place))
        }
    }
}
