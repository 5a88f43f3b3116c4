import Quantities
import RoadMap

/// Finds speed limits, recommended speeds and average speeds along a path. Each item covers the length of one unchanged value.
struct LimitFinder {
    private let kinds: Set<AheadKind>
    private var general = RunningItem<LimitStretch>()
    private var advisory = RunningItem<LimitStretch>()
    private var average = RunningItem<MetresPerSecond>()

    init(_ kinds: Set<AheadKind>) { self.kinds = kinds }

    /// Takes the next link.
    mutating func take(_ reading: LinkReading, of element: AheadLine.Element) {
        for section in reading.sections {
            let place = element.place(section.from)
            let end = element.place(section.to).distance
            if kinds.contains(.speedLimit) {
                general.take(
                    section.limits.general, of: reading.lastEdit, at: place, to: end, isSame
                ) { .speedLimit($0) }
            }
            if kinds.contains(.advisorySpeed) {
                advisory.take(
                    section.limits.advisory, of: reading.lastEdit, at: place, to: end, isSame
                ) { .advisorySpeed($0) }
            }
            if kinds.contains(.averageSpeed) {
                average.take(
                    section.attributes.averageSpeed.map {
                        MetresPerSecond(averageSpeed: UInt64($0))
                    }, of: nil, at: place, to: end, ==
                ) { .averageSpeed($0) }
            }
        }
    }

    /// The found items. An unknown recommended or average speed is an item only after a known one.
    var items: [AheadItem] {
        general.items + advisory.items.drop { $0.content == .advisorySpeed(nil) }
            + average.items.drop { $0.content == .averageSpeed(nil) }
    }

    /// Whether two limits have the same content. Their ranges on the links may differ.
    private func isSame(_ left: LimitStretch?, _ right: LimitStretch?) -> Bool {
        left?.rule == right?.rule && left?.condition == right?.condition
            && left?.provenance == right?.provenance
    }
}

/// Items of a value that holds until it changes.
private struct RunningItem<Value> {
    private(set) var items: [AheadItem] = []
    private var value: Value?

    mutating func take(
        _ next: Value?, of day: Int?, at place: AheadLine.Place, to end: Metres,
        _ isSame: (Value?, Value?) -> Bool, content: (Value?) -> AheadItem.Content
    ) {
        if items.isEmpty || !isSame(value, next) {
            items.append(
                AheadItem(
                    content(next), at: place, to: end, lastEdit: next == nil ? nil : day))
            value = next
        } else {
            items[items.count - 1].extend(to: end, lastEdit: day)
        }
    }
}
