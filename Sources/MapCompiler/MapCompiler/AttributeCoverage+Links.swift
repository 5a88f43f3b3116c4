import Quantities
import RoadMap
import RoadMapWriter

extension AttributeCoverage {
    /// Counts a link with all its known values.
    mutating func add(_ link: NewLink, length: Centimetres) {
        add(linkOf: length, link.directions)
        for var attribute in link.attributes {
            attribute.to = min(attribute.to, length)
            add(attribute, of: link.directions)
        }
        for text in link.texts {
            let stretch = Attribute(
                text.kind,
                0,
                directions: text.directions,
                provenance: .tagged,
                from: text.place ?? .zero,
                to: text.place ?? length
            )
            add(stretch, of: link.directions)
        }
        for profile in link.profiles {
            guard let first = profile.spots.first, let last = profile.spots.last else { continue }
            add(profile.kind, over: last.offset - first.offset, of: link.directions)
        }
    }
}
