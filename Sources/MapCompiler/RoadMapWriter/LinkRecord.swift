import Geodesy
import Quantities
import RecordSorting
import RoadMap

/// A link that waits for writing. It contains all encoded parts that do not depend on its place in
/// the file.
struct LinkRecord {
    let way: Int64
    let directions: DirectionSet
    /// The directions with a turn restriction at their end.
    let restrictedExits: DirectionSet
    let pointCount: Int
    let length: Centimetres
    let box: BoundingBox
    let startNode: NewNode
    let endNode: NewNode
    /// The points between the ends, each as its difference to the one before.
    let innerPoints: [UInt8]
    /// The last point as its difference to the one before.
    let lastPoint: [UInt8]
    let profiles: [UInt8]
    /// Lists of attributes: of the whole link what other links may say too and what none does, and of
    /// stretches of it.
    let attributes: [[UInt8]]
    let texts: [Text]

    /// A text and what it is.
    struct Text {
        let kind: UInt8
        let directions: DirectionSet
        /// From the link's start node; `nil` for the whole link.
        let place: Centimetres?
        let utf8: [UInt8]
    }

    init(_ link: NewLink) throws(MapContentError) {
        guard (2...MapFormat.maximumPoints).contains(link.points.count) else {
            throw .pointCount(way: link.way, count: link.points.count)
        }
        guard link.points.first == link.startNode.place, link.points.last == link.endNode.place
        else { throw .detachedEnd(way: link.way) }
        let shape = Shape(link.points)
        let length = shape.offset(at: shape.count - 1)
        guard length.value <= Int(UInt32.max) else { throw .tooLong(way: link.way) }

        var box = BoundingBox.empty
        var inner = ByteWriter()
        var end = ByteWriter()
        for (index, point) in link.points.enumerated() {
            box.grow(toHold: point)
            if index == 0 { continue }
            let last = link.points[index - 1]
            if index == link.points.count - 1 {
                end.difference(from: last, to: point)
            } else {
                inner.difference(from: last, to: point)
            }
        }
        way = link.way
        directions = link.directions
        restrictedExits = link.attributes.reduce(into: []) { exits, attribute in
            if attribute.kind == .turnRestriction { exits.formUnion(attribute.directions) }
        }
        pointCount = link.points.count
        self.length = length
        self.box = box
        startNode = link.startNode
        endNode = link.endNode
        innerPoints = inner.bytes
        lastPoint = end.bytes
        profiles = LinkRecord.encoded(link.profiles, length)
        attributes = try LinkRecord.encoded(link.attributes, length, way: link.way)
        texts = link.texts.map { text in
            Text(
                kind: text.kind.rawValue,
                directions: text.directions,
                place: text.place.map { min(max($0, .zero), length) },
                utf8: Array(text.text.utf8)
            )
        }
        guard texts.allSatisfy({ $0.utf8.count <= MapFormat.longestText }) else {
            throw .tooLarge(way: link.way)
        }
        try LinkRecord.checkProportions(of: link, length)
    }

    /// A reader refuses what is out of proportion.
    private static func checkProportions(
        of link: NewLink, _ length: Centimetres
    ) throws(MapContentError) {
        var counts = AttributeCounts()
        for kind in link.attributes.map(\.kind) + link.texts.map(\.kind)
        where !counts.admits(kind) {
            throw .tooMany(way: link.way, what: "attributes, turn restrictions or conditions")
        }
        for kind in Set(link.profiles.map(\.kind)) {
            let spots = link.profiles.reduce(0) { $0 + ($1.kind == kind ? $1.spots.count : 0) }
            guard spots <= MapFormat.maximumSpots(of: length) else {
                throw .tooMany(way: link.way, what: "places of a profile")
            }
        }
    }

    /// Many links share the attributes of a whole link, so these are in a list of their own.
    /// References to other roads and days are in another list.
    private static func encoded(
        _ attributes: [Attribute],
        _ length: Centimetres,
        way: Int64
    ) throws(MapContentError) -> [[UInt8]] {
        var shared = ByteWriter()
        var own = ByteWriter()
        var ranged = ByteWriter()
        var counts = (shared: 0, own: 0, ranged: 0)
        var isOwn = false
        for attribute in attributes {
            let from = min(max(attribute.from, .zero), length)
            let to = min(max(attribute.to, from), length)
            let flags = attribute.directions.rawValue | attribute.provenance.rawValue << 2
            if from == .zero && to == length {
                // An attribute after a restriction belongs to it.
                isOwn = attribute.isOwn || isOwn && attribute.isAddition
                if isOwn {
                    counts.own += 1
                    own.attribute(attribute, flags)
                } else {
                    counts.shared += 1
                    shared.attribute(attribute, flags)
                }
            } else {
                counts.ranged += 1
                ranged.u8(attribute.kind.rawValue)
                ranged.u8(flags | 0x10)
                ranged.varint(UInt64(from.value))
                ranged.varint(UInt64((to - from).value))
                ranged.varint(attribute.value)
            }
        }
        guard counts.shared + counts.own + counts.ranged <= MapFormat.maximumAttributes else {
            throw .tooMany(way: way, what: "attributes")
        }
        var lists: [[UInt8]] = []
        if counts.shared > 0 { lists.append([UInt8(counts.shared)] + shared.bytes) }
        if counts.own > 0 { lists.append([UInt8(counts.own)] + own.bytes) }
        if counts.ranged > 0 { lists.append([UInt8(counts.ranged)] + ranged.bytes) }
        return lists
    }

    private static func encoded(_ profiles: [NewProfile], _ length: Centimetres) -> [UInt8] {
        var writer = ByteWriter()
        for profile in profiles {
            var body = ByteWriter()
            var offset = 0
            var value: Int64 = 0
            for spot in profile.spots {
                let place = min(max(spot.offset.value, offset), length.value)
                body.varint(UInt64(place - offset))
                body.zigzag(Int64(spot.value) - value)
                offset = place
                value = Int64(spot.value)
            }
            writer.u8(profile.kind.rawValue)
            writer.u8(profile.provenance.rawValue)
            writer.slice(body.bytes)
        }
        return writer.bytes
    }
}

extension Attribute {
    /// Whether hardly any other link has the same attribute.
    fileprivate var isOwn: Bool {
        kind == .turnRestriction || kind == .lastEdit || provenance == .observed
    }

    /// Whether it adds to the attribute before it.
    fileprivate var isAddition: Bool { kind == .previousWay || kind == .condition }
}

extension ByteWriter {
    /// Adds an attribute of a whole link.
    fileprivate mutating func attribute(_ attribute: Attribute, _ flags: UInt8) {
        u8(attribute.kind.rawValue)
        u8(flags)
        varint(attribute.value)
    }
}
