public import Quantities

/// What the map knows of a link in driving direction: read once, typed, with every place counted from
/// the node where the vehicle enters the link. A buffer that is filled again and again; in the steady
/// state it allocates nothing.
///
/// ```swift
/// var reading = LinkReading()
/// try reading.read(link, .backward, from: map)
/// for section in reading.sections { … section.attributes.lanes, section.limits.general … }
/// ```
public struct LinkReading: Sendable {
    /// The sections of the link in driving order; the first begins at 0, the last ends with the link.
    public private(set) var sections: [RoadSection] = []
    /// The speed limits.
    public private(set) var limits = LinkLimits()
    /// The road objects for the driving direction, in driving order; at one place in the order of the
    /// file.
    public private(set) var objects: [PlacedObject] = []
    /// The day on which the source's object was last edited, in days since 1970; `nil` if unknown.
    public private(set) var lastEdit: Int?
    private var texts: [Attribute] = []
    private var attributes: [Attribute] = []
    private var cuts: [Centimetres] = []

    /// An empty buffer.
    public init() {}

    /// Reads a link as a vehicle drives it in a direction. Limits under a condition are judged at a
    /// moment, in seconds since 1970, and on a surface (``LinkLimits``). Limits of the host hold beside those of the
    /// map. After an error the buffer is
    /// not to be used before the next reading.
    public mutating func read(
        _ link: Link, _ direction: Direction, from map: RoadMap, at moment: Int64? = nil,
        on surface: SurfaceCondition = .unknown,
        host restrictions: RoadRestrictions = RoadRestrictions()
    ) throws(MapError) {
        removeAll()
        var joiner = SpeedLimitJoiner(in: direction)
        try map.forEachAttribute(of: link) { attribute in
            if let limit = joiner.take(attribute) { limits.append(limit, of: link, direction) }
            take(attribute, of: link, direction)
        }
        if let limit = joiner.finish() { limits.append(limit, of: link, direction) }
        if !restrictions.isEmpty {
            limits.append(restrictions, on: DirectedLink(link.reference, direction))
        }
        try limits.evaluate(link, on: map, at: moment, surface)
        // Each is compared with each.
        let count = attributes.count + limits.stretches.count
        try map.charge(count * count / 2)
        objects.sort { $0.offset < $1.offset }
        cut(link.length)
        for (index, from) in cuts.enumerated() {
            sections.append(
                RoadSection(
                    from: from, to: index + 1 < cuts.count ? cuts[index + 1] : link.length,
                    attributes, limits.stretches, in: direction))
        }
    }

    /// The section at a place, from the node where the vehicle enters the link; outside of the link the
    /// first or the last one.
    public func section(at place: Centimetres) -> RoadSection {
        sections.last { $0.from <= place } ?? sections[0]
    }

    /// The last name or reference that holds in the driving direction, anywhere on the link; `nil` if
    /// the map has none.
    public func text(
        _ kind: AttributeKind, of link: Link, on map: RoadMap
    ) throws(MapError) -> String? {
        guard let text = texts.last(where: { $0.kind == kind }) else { return nil }
        return try map.text(text, of: link)
    }

    /// The text of the sign at a place, from the node where the vehicle enters the link; `nil` if
    /// the map has none.
    public func signText(
        at place: Centimetres, of link: Link, on map: RoadMap
    ) throws(MapError) -> String? {
        guard let text = texts.first(where: { $0.kind == .signText && $0.from == place })
        else { return nil }
        return try map.text(text, of: link)
    }

    /// Where the lanes of the link lead; no lanes where the map does not know. Nothing is allocated.
    public func turnLanes(of link: Link, on map: RoadMap) throws(MapError) -> TurnLanes {
        guard let text = texts.last(where: { $0.kind == .turnLanes }) else { return TurnLanes() }
        return try map.turnLanes(text, of: link)
    }

    private mutating func removeAll() {
        sections.removeAll(keepingCapacity: true)
        limits.removeAll()
        objects.removeAll(keepingCapacity: true)
        lastEdit = nil
        texts.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
        cuts.removeAll(keepingCapacity: true)
    }

    private mutating func take(_ attribute: Attribute, of link: Link, _ direction: Direction) {
        if RoadAttributes.reads(attribute.kind) {
            attributes.append(attribute.driven(on: link, in: direction))
            return
        }
        if attribute.kind == .lastEdit { lastEdit = Int(clamping: attribute.value) }
        if let object = PlacedObject(attribute, of: link, in: direction) { objects.append(object) }
        switch attribute.kind {
        case .name, .reference, .turnLanes, .signText:
            guard attribute.directions.contains(direction) else { return }
            texts.append(attribute.driven(on: link, in: direction))
        default: break
        }
    }

    /// Finds the places before the end of the link where something may change.
    private mutating func cut(_ length: Centimetres) {
        cuts.append(.zero)
        for attribute in attributes { add(attribute.from, attribute.to, before: length) }
        for limit in limits.stretches { add(limit.from, limit.to, before: length) }
        if cuts.count > 1 { cuts.sort() }
    }

    private mutating func add(
        _ from: Centimetres, _ to: Centimetres, before length: Centimetres
    ) {
        if from < length && !cuts.contains(from) { cuts.append(from) }
        if to < length && !cuts.contains(to) { cuts.append(to) }
    }
}

extension Attribute {
    /// The attribute with its range in driving direction.
    fileprivate func driven(on link: Link, in direction: Direction) -> Attribute {
        var driven = self
        (driven.from, driven.to) = link.range(of: self, in: direction)
        return driven
    }
}
