import Observations
import ObservedRoads
import RoadMapWriter

/// A link of the map, encoded, with the roads on it that observations mention.
struct CompiledLink: Sendable {
    let link: NewLink
    let encoded: EncodedLink
    let roads: [RoadID]

    init(_ link: NewLink, by observed: ObservedRoads?) throws(MapContentError) {
        var link = link
        if let observed { link.attributes += observed.attributes(of: link) }
        self.link = link
        encoded = try EncodedLink(link)
        roads = observed?.mentioned(on: link) ?? []
    }
}
