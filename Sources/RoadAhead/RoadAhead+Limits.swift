import Horizon
import Quantities
import RoadMap

extension RoadAhead {
    /// Speed limits and recommended speeds, one item as long as the same holds.
    mutating func findLimits(on line: AheadLine, of tree: PathTree) throws(MapError) {
        var general = RunningItem<LimitStretch>()
        var advisory = RunningItem<LimitStretch>()
        var cuts: [Centimetres] = []
        for element in line.links {
            try limits.read(element.link, from: map, at: tree.moment, on: tree.surface)
            let length = element.link.record.length
            var lastEdit: Int?
            try map.forEachAttribute(of: element.link.record) { (attribute) throws(MapError) in
                if attribute.kind == .lastEdit { lastEdit = Int(clamping: attribute.value) }
            }
            cuts.removeAll(keepingCapacity: true)
            cuts.append(.zero)
            for stretch in limits.stretches {
                for place in [stretch.from, stretch.to]
                where place < length && !cuts.contains(place) {
                    cuts.append(place)
                }
            }
            cuts.sort()
            for (number, cut) in cuts.enumerated() {
                let end = number + 1 < cuts.count ? cuts[number + 1] : length
                let place = element.place(cut)
                let reach = element.place(end).distance
                if parameters.kinds.contains(.speedLimit) {
                    general.go(
                        on: limits.general(at: cut), of: lastEdit, at: place, to: reach, isSame
                    ) { .speedLimit($0) }
                }
                if parameters.kinds.contains(.advisorySpeed) {
                    advisory.go(
                        on: limits.advisory(at: cut), of: lastEdit, at: place, to: reach, isSame
                    ) { .advisorySpeed($0) }
                }
            }
        }
        items += general.items
        // That nothing is recommended is no news before something is.
        items += advisory.items.drop { $0.content == .advisorySpeed(nil) }
    }

    /// Whether two limits say the same of the road, wherever on their links they stand.
    private func isSame(_ left: LimitStretch?, _ right: LimitStretch?) -> Bool {
        left?.rule == right?.rule && left?.condition == right?.condition
            && left?.provenance == right?.provenance
    }

    /// Tunnels or bridges: stretches where an attribute is 1.
    mutating func findStretches(
        _ kind: AttributeKind, _ content: AheadItem.Content, on line: AheadLine
    ) throws(MapError) {
        var begun: (place: AheadLine.Place, end: Metres)?
        for element in line.links {
            var found: [(from: Centimetres, to: Centimetres)] = []
            let direction = element.link.link.direction
            try map.forEachAttribute(of: element.link.record) { (attribute) throws(MapError) in
                guard attribute.kind == kind, attribute.value == 1,
                    attribute.directions.contains(direction)
                else { return }
                let ends = (element.driven(attribute.from), element.driven(attribute.to))
                found.append((min(ends.0, ends.1), max(ends.0, ends.1)))
            }
            found.sort { $0.from < $1.from }
            for stretch in found {
                let place = element.place(stretch.from)
                let end = element.place(stretch.to).distance
                // It goes on where no centimetre is between.
                if let open = begun, place.distance - open.end < Metres(0.01) {
                    begun = (open.place, max(open.end, end))
                } else {
                    close(begun, content)
                    begun = (place, end)
                }
            }
        }
        close(begun, content)
    }

    private mutating func close(
        _ stretch: (place: AheadLine.Place, end: Metres)?, _ content: AheadItem.Content
    ) {
        guard let stretch else { return }
        add(content, at: stretch.place)
        items[items.count - 1].end = stretch.end
    }

    /// Where the way comes into another country.
    mutating func findCountries(on line: AheadLine) throws(MapError) {
        var before: Country?
        for element in line.links {
            let length = element.link.record.length
            var cuts: [Centimetres] = [.zero]
            try map.forEachAttribute(of: element.link.record) { (attribute) throws(MapError) in
                guard attribute.kind == .country else { return }
                cuts.append(element.driven(attribute.from))
                cuts.append(element.driven(attribute.to))
            }
            for cut in Set(cuts).sorted() where cut < length || cut == .zero {
                // Just beyond it, since a stretch has both its ends.
                let inside = min(cut + Centimetres(1), length)
                let country = try map.country(of: element.link.record, at: element.driven(inside))
                if let before, before != country { add(.country(country), at: element.place(cut)) }
                before = country
            }
        }
    }
}

/// Items of something that holds until it changes.
private struct RunningItem<Value> {
    private(set) var items: [AheadItem] = []
    private var value: Value?

    mutating func go(
        on next: Value?, of day: Int?, at place: AheadLine.Place, to end: Metres,
        _ isSame: (Value?, Value?) -> Bool, content: (Value?) -> AheadItem.Content
    ) {
        if items.isEmpty || !isSame(value, next) {
            items.append(
                AheadItem(
                    path: place.path, offset: place.offset, distance: place.distance, end: end,
                    content: content(next), lastEdit: next == nil ? nil : day))
            value = next
        } else {
            items[items.count - 1].end = end
            // One of unknown age may be older than all others.
            if let known = items[items.count - 1].lastEdit {
                items[items.count - 1].lastEdit = day.map { min($0, known) }
            }
        }
    }
}
