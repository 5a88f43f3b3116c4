import Geodesy
import Quantities
import RoadMap

/// Writes one block: header, link records, node records, then what they point to.
struct BlockEncoder {
    let number: Int
    let plan: BlockPlan
    let content: MapContent
    let payloads: [LinkPayload]

    /// The block's bytes and the rectangle that holds its links.
    func encoded(incident: [[(link: Int, end: UInt8)]]) -> ([UInt8], BoundingBox) {
        let links = plan.links[number]
        let nodes = plan.nodes[number]
        var box = BoundingBox.empty
        for link in links { box.grow(toHold: payloads[link].box) }

        let linkTable = MapFormat.blockHeaderLength
        let nodeTable = linkTable + links.count * MapFormat.linkRecordLength
        let bodyStart = nodeTable + nodes.count * MapFormat.nodeRecordLength
        var body = ByteWriter()
        var places: [String: Int] = [:]
        func place(of text: String) -> Int {
            // Names repeat along a road, so a block keeps each text once.
            if let place = places[text] { return place }
            let place = bodyStart + body.bytes.count
            let utf8 = Array(text.utf8)
            body.varint(UInt64(utf8.count))
            body.bytes(utf8)
            places[text] = place
            return place
        }

        var linkRecords = ByteWriter()
        for index in links {
            let link = content.links[index]
            let payload = payloads[index]
            let texts = link.texts.map { ($0, place(of: $0.text)) }
            let geometryOffset = bodyStart + body.bytes.count
            body.bytes(payload.geometry)
            let attributesOffset = bodyStart + body.bytes.count
            body.bytes(payload.attributes)
            for (text, place) in texts {
                body.u8(text.kind.rawValue)
                let flags = text.directions.rawValue | Provenance.tagged.rawValue << 2
                body.u8(flags | (text.place == nil ? 0 : 0x10))
                if let spot = text.place {
                    body.varint(UInt64(min(max(spot, .zero), payload.length).value))
                    body.varint(0)
                }
                body.varint(UInt64(place))
            }
            let profilesOffset = bodyStart + body.bytes.count
            body.bytes(payload.profiles)

            let start = plan.nodeReferences[link.startNode]
            let end = plan.nodeReferences[link.endNode]
            let quantized = QuantizedBox(outward: payload.box, in: box)
            linkRecords.u64(UInt64(bitPattern: link.way))
            linkRecords.u32(start.block)
            linkRecords.u16(start.index)
            linkRecords.u16(end.index)
            linkRecords.u32(end.block)
            linkRecords.u32(UInt32(payload.length.value))
            linkRecords.u32(UInt32(geometryOffset))
            linkRecords.u16(UInt16(link.points.count))
            linkRecords.u8(link.directions.rawValue)
            linkRecords.u8(link.restrictedExits.rawValue)
            linkRecords.u32(UInt32(attributesOffset))
            linkRecords.u16(UInt16(payload.attributeCount + texts.count))
            linkRecords.u16(UInt16(payload.profileCount))
            linkRecords.u32(UInt32(profilesOffset))
            for border in [quantized.south, quantized.west, quantized.north, quantized.east] {
                linkRecords.u8(border)
            }
        }

        var nodeRecords = ByteWriter()
        for index in nodes {
            let node = content.nodes[index]
            nodeRecords.u64(UInt64(bitPattern: node.id))
            nodeRecords.u32(UInt32(bitPattern: node.place.latitudeE7))
            nodeRecords.u32(UInt32(bitPattern: node.place.longitudeE7))
            nodeRecords.u32(UInt32(bodyStart + body.bytes.count))
            nodeRecords.u16(UInt16(incident[index].count))
            nodeRecords.u16(0)
            let meeting = incident[index].sorted {
                (plan.linkReferences[$0.link].packed, $0.end)
                    < (plan.linkReferences[$1.link].packed, $1.end)
            }
            for (link, end) in meeting {
                body.u32(plan.linkReferences[link].block)
                body.u16(plan.linkReferences[link].index)
                body.u8(end)
                body.u8(0)
            }
        }

        var block = ByteWriter()
        block.u32(UInt32(number))
        block.u16(UInt16(links.count))
        block.u16(UInt16(nodes.count))
        block.box(box)
        block.u32(UInt32(linkTable))
        block.u32(UInt32(nodeTable))
        block.u32(UInt32(bodyStart + body.bytes.count))
        block.u32(0)
        block.bytes(linkRecords.bytes)
        block.bytes(nodeRecords.bytes)
        block.bytes(body.bytes)
        return (block.bytes, box)
    }
}
