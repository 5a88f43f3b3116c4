import Geodesy
import Quantities
import RoadMap

/// The parts of a link that have tags of their own.
struct LinkSections {
    /// In the order of the link.
    private var sections: [(section: RoadSection, from: Centimetres, to: Centimetres)] = []
    /// The directions that are open on all of the link; `nil` without sections.
    private(set) var directions: DirectionSet?

    /// Shorter parts do not close a link.
    private static let shortest = Centimetres(50)

    /// The sections of a road on one of its stretches. A link is open in the directions that are open on all of it.
    init(of road: RoadRecord, on stretch: ArraySlice<RoadPoint>, _ laws: ForeignLaws) {
        guard !road.sections.isEmpty else { return }
        var offsets: [Centimetres] = []
        var shape = Shape()
        for point in stretch {
            if let place = point.place, place != shape.points.last { shape.append(place) }
            offsets.append(shape.count > 0 ? shape.offset(at: shape.count - 1) : .zero)
        }
        guard let length = offsets.last, length > .zero else { return }
        func offset(_ position: WayPosition) -> Centimetres {
            let index = position.index - stretch.startIndex
            if index < 0 { return .zero }
            guard index < offsets.count - 1 else { return length }
            let part = Double((offsets[index + 1] - offsets[index]).value) * position.share
            return offsets[index] + Centimetres(Int(part.rounded()))
        }
        var covered = Centimetres.zero
        var open = DirectionSet.both
        for section in road.sections {
            let from = offset(section.range.lowerBound)
            let to = offset(section.range.upperBound)
            guard from < to else { continue }
            sections.append((section, from, to))
            covered = covered + (to - from)
            guard to - from >= min(Self.shortest, length) else { continue }
            let own = laws.traits(section.tags, in: Borders.Place())?.directions
            open.formIntersection(own ?? [])
        }
        guard !sections.isEmpty else { return }
        directions = covered == length ? open : open.intersection(road.directions)
    }

    /// Whether no direction is open.
    var areClosed: Bool { directions?.isEmpty ?? false }

    /// Stretches of the link, cut where a section begins or ends.
    func parts(
        of stretches: [LinkCountries.Stretch]
    ) -> [(stretch: LinkCountries.Stretch, section: RoadSection?)] {
        guard !sections.isEmpty else { return stretches.map { ($0, nil) } }
        var parts: [(stretch: LinkCountries.Stretch, section: RoadSection?)] = []
        for stretch in stretches {
            var from = stretch.from
            func add(upTo end: Centimetres, _ section: RoadSection?) {
                guard from < end else { return }
                parts.append(
                    (LinkCountries.Stretch(place: stretch.place, from: from, to: end), section))
                from = end
            }
            for (section, start, end) in sections where start < stretch.to && from < end {
                add(upTo: min(start, stretch.to), nil)
                add(upTo: min(end, stretch.to), section)
            }
            add(upTo: stretch.to, nil)
        }
        return parts
    }
}
