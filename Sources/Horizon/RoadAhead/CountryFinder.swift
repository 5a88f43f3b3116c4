import Horizon
import Quantities
import RoadMap

/// Finds the places along a path where another country begins.
struct CountryFinder {
    /// The found items.
    private(set) var items: [AheadItem] = []
    private var country: Country?

    /// Takes the next link.
    mutating func take(
        _ reading: LinkReading, of element: AheadLine.Element, on map: RoadMap
    ) throws(MapError) {
        for section in reading.sections {
            let next = try map.country(of: element.link.record, on: section)
            if let country, country != next {
                let place = element.place(section.from)
                items.append(AheadItem(.country(next), at: place))
            }
            country = next
        }
    }
}
