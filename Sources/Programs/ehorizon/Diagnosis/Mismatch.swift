import Geodesy
import RoadMap

/// The segments of truth and match that differ, in groups of neighbouring fixes.
struct Mismatch {
    /// A group of segments.
    struct Group {
        /// The fixes at the segments.
        private(set) var fixes: ClosedRange<Int>
        /// Whether all of it lies before the first or behind the last fix.
        private(set) var place: Place
        private(set) var missed = 0.0
        private(set) var added = 0.0
        private(set) var missedWays: [Int64] = []
        private(set) var addedWays: [Int64] = []

        fileprivate init(_ item: Item) {
            fixes = item.fixes
            place = item.place
            add(item)
        }

        fileprivate mutating func add(_ item: Item) {
            fixes =
                min(
                    fixes.lowerBound, item.fixes.lowerBound)...max(
                    fixes.upperBound, item.fixes.upperBound)
            if item.place != place { place = .within }
            if item.isAdded { added += item.metres } else { missed += item.metres }
            guard let way = item.way else { return }
            if item.isAdded {
                if !addedWays.contains(way) { addedWays.append(way) }
            } else if !missedWays.contains(way) {
                missedWays.append(way)
            }
        }
    }

    /// Where a segment lies.
    enum Place {
        /// Before the first fix, between fixes, behind the last one.
        case before, within, behind
    }

    /// A segment.
    fileprivate struct Item {
        let fixes: ClosedRange<Int>
        let place: Place
        let isAdded: Bool
        let metres: Double
        let way: Int64?
        /// The number of the segment, so that the order is always the same.
        let order: Int
    }

    /// In the order of time.
    let groups: [Group]

    /// Compares the driven segments with the truth. `places` are the true places of the fixes.
    init(
        _ driven: [RouteOnMap.Segment: DrivenSegments.Driven], _ truth: RouteOnMap,
        _ places: [RouteAlignment.Place?], on map: RoadMap
    ) throws(MapError) {
        var items: [Item] = []
        for (segment, found) in driven where !truth.segments.contains(segment) {
            items.append(
                Item(
                    fixes: found.fixes, place: .within, isAdded: true, metres: segment.length,
                    way: try map.link(found.link.link).way, order: Int(segment.start.latitudeE7)))
        }
        var known: Set<RouteOnMap.Segment> = []
        for (index, part) in truth.parts.enumerated() {
            let segment = part.segment.undirected
            guard driven[segment] == nil, known.insert(segment).inserted else { continue }
            let (fixes, place) = Self.fixes(of: part, places)
            var way: Int64?
            if let link = part.links.first { way = try map.link(link.link).way }
            items.append(
                Item(
                    fixes: fixes, place: place, isAdded: false, metres: segment.length, way: way,
                    order: index))
        }
        items.sort { left, right in
            (
                left.fixes.lowerBound, left.fixes.upperBound, left.isAdded ? 1 : 0, left.order,
                left.metres
            )
                < (
                    right.fixes.lowerBound, right.fixes.upperBound, right.isAdded ? 1 : 0,
                    right.order, right.metres
                )
        }
        var groups: [Group] = []
        for item in items {
            if let last = groups.last, item.fixes.lowerBound <= last.fixes.upperBound + 1 {
                groups[groups.count - 1].add(item)
            } else {
                groups.append(Group(item))
            }
        }
        self.groups = groups
    }

    /// Places that differ by less are one place, metres.
    private static let rounding = 0.5

    /// The fixes on a part of the truth, or else the two around it.
    private static func fixes(
        of part: RouteOnMap.Part, _ places: [RouteAlignment.Place?]
    ) -> (ClosedRange<Int>, Place) {
        var inside: ClosedRange<Int>?
        var behind: Int?
        for (fix, place) in places.enumerated() {
            guard let along = place?.along else { continue }
            if along >= part.from - rounding, along <= part.to + rounding {
                inside = (inside?.lowerBound ?? fix)...fix
            } else if along > part.to, behind == nil {
                behind = fix
            }
        }
        if let inside { return (inside, .within) }
        let last = max(places.count - 1, 0)
        guard let behind else { return (last...last, .behind) }
        let before = places[..<behind].lastIndex { $0 != nil }
        guard let before else { return (behind...behind, .before) }
        return (before...behind, .within)
    }
}
