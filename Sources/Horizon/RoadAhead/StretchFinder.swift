import Quantities
import RoadMap

/// Finds stretches along a path where an attribute is true: tunnels or bridges.
struct StretchFinder {
    private let content: AheadItem.Content
    private let isThere: (RoadAttributes) -> Bool?
    private var items: [AheadItem] = []
    private var open: (place: AheadLine.Place, end: Metres)?

    init(_ content: AheadItem.Content, where isThere: @escaping (RoadAttributes) -> Bool?) {
        self.content = content
        self.isThere = isThere
    }

    /// Takes the next link.
    mutating func take(_ reading: LinkReading, of element: AheadLine.Element) {
        for section in reading.sections where isThere(section.attributes) == true {
            let place = element.place(section.from)
            let end = element.place(section.to).distance
            // A stretch continues where no centimetre is between.
            if let open, place.distance - open.end < Metres(0.01) {
                self.open = (open.place, max(open.end, end))
            } else {
                close()
                open = (place, end)
            }
        }
    }

    /// Ends the last stretch; returns all.
    mutating func finish() -> [AheadItem] {
        close()
        return items
    }

    private mutating func close() {
        if let open { items.append(AheadItem(content, at: open.place, to: open.end)) }
        open = nil
    }
}
