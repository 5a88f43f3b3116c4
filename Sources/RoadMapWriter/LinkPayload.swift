import Geodesy
import Quantities
import RoadMap

/// The encoded parts of a link that do not depend on where it stands.
struct LinkPayload {
    let length: Centimetres
    let box: BoundingBox
    let geometry: [UInt8]
    let attributes: [UInt8]
    let attributeCount: Int
    let profiles: [UInt8]
    let profileCount: Int
    /// An upper bound of what the link takes in its block, texts included.
    let recordedLength: Int

    init(_ link: NewLink, nodes: [NewNode]) throws(MapContentError) {
        guard (2...Int(UInt16.max)).contains(link.points.count) else {
            throw .pointCount(way: link.way, count: link.points.count)
        }
        guard link.points.first == nodes[link.startNode].place,
            link.points.last == nodes[link.endNode].place
        else { throw .detachedEnd(way: link.way) }
        let shape = Shape(link.points)
        let length = shape.offset(at: shape.count - 1)
        guard length.value <= Int(UInt32.max) else { throw .tooLong(way: link.way) }

        var box = BoundingBox.empty
        var geometry = ByteWriter()
        var last: Coordinate?
        for point in link.points {
            box.grow(toHold: point)
            if let last {
                geometry.zigzag(Int64(point.latitudeE7) - Int64(last.latitudeE7))
                geometry.zigzag(Int64(point.longitudeE7) - Int64(last.longitudeE7))
            } else {
                geometry.u32(UInt32(bitPattern: point.latitudeE7))
                geometry.u32(UInt32(bitPattern: point.longitudeE7))
            }
            last = point
        }
        var attributes = ByteWriter()
        for attribute in link.attributes {
            let from = min(max(attribute.from, .zero), length)
            let to = min(max(attribute.to, from), length)
            let isWhole = from == .zero && to == length
            attributes.u8(attribute.kind.rawValue)
            attributes.u8(
                attribute.directions.rawValue | attribute.provenance.rawValue << 2
                    | (isWhole ? 0 : 0x10)
            )
            if !isWhole {
                attributes.varint(UInt64(from.value))
                attributes.varint(UInt64((to - from).value))
            }
            attributes.varint(attribute.value)
        }
        var profiles = ByteWriter()
        for profile in link.profiles {
            profiles.u8(profile.kind.rawValue)
            profiles.u8(profile.provenance.rawValue)
            var body = ByteWriter()
            body.varint(UInt64(profile.spots.count))
            var offset = 0
            var value: Int64 = 0
            for spot in profile.spots {
                let place = min(max(spot.offset.value, offset), length.value)
                body.varint(UInt64(place - offset))
                body.zigzag(Int64(spot.value) - value)
                offset = place
                value = Int64(spot.value)
            }
            profiles.varint(UInt64(body.bytes.count))
            profiles.bytes(body.bytes)
        }
        self.length = length
        self.box = box
        self.geometry = geometry.bytes
        self.attributes = attributes.bytes
        attributeCount = link.attributes.count
        self.profiles = profiles.bytes
        profileCount = link.profiles.count
        recordedLength =
            MapFormat.linkRecordLength + geometry.bytes.count + attributes.bytes.count
            + profiles.bytes.count + link.texts.reduce(0) { $0 + $1.text.utf8.count + 20 }
    }
}

extension NewLink {
    /// The directions at whose end something may not be driven.
    var restrictedExits: DirectionSet {
        attributes.reduce(into: []) { exits, attribute in
            if attribute.kind == .turnRestriction { exits.formUnion(attribute.directions) }
        }
    }
}
