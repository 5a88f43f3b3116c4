import Quantities
import RecordSorting
import RoadMap
import RoadMapWriter

/// A way that is a road for cars, while it waits to be cut into links.
struct RoadRecord {
    /// The ids of its nodes; no two neighbours are the same.
    let nodes: [Int64]
    let directions: DirectionSet
    /// What its tags say of every link that is cut from it.
    private(set) var attributes: [Attribute]
    let texts: [NewText]

    /// `edited` is when the way was last edited, seconds since 1970; 0 where the file does not say.
    init(nodes: [Int64], _ traits: RoadTraits, edited: Int64) {
        self.nodes = nodes
        directions = traits.directions
        let day = UInt64(clamping: edited / 86400)
        let lastEdit = RoadFact(kind: .lastEdit, value: day, directions: .both, provenance: .tagged)
        attributes = (day == 0 ? traits.facts : traits.facts + [lastEdit]).map(\.attribute)
        texts = traits.texts.map { NewText($0.kind, $0.text, directions: $0.directions) }
    }

    /// The road as the bytes of a record in a sorter.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.u8(directions.rawValue)
        writer.varint(UInt64(nodes.count))
        var last: Int64 = 0
        for node in nodes {
            writer.zigzag(node &- last)
            last = node
        }
        writer.varint(UInt64(attributes.count))
        for attribute in attributes {
            writer.u8(attribute.kind.rawValue)
            writer.u8(attribute.directions.rawValue | attribute.provenance.rawValue << 2)
            writer.varint(attribute.value)
        }
        writer.varint(UInt64(texts.count))
        for text in texts {
            let utf8 = Array(text.text.utf8)
            writer.u8(text.kind.rawValue)
            writer.u8(text.directions.rawValue)
            writer.varint(UInt64(utf8.count))
            writer.bytes(utf8)
        }
        return writer.bytes
    }

    /// The road that ``bytes`` made a record of.
    init(_ record: RecordBytes) {
        var record = record
        directions = DirectionSet(rawValue: record.u8())
        var last: Int64 = 0
        nodes = (0..<record.varint()).map { _ in
            last &+= record.zigzag()
            return last
        }
        attributes = (0..<record.varint()).map { _ in
            let kind = AttributeKind(rawValue: record.u8())
            let flags = record.u8()
            let fact = RoadFact(
                kind: kind,
                value: record.varint(),
                directions: DirectionSet(rawValue: flags),
                provenance: Provenance(rawValue: flags >> 2) ?? .derived
            )
            return fact.attribute
        }
        texts = (0..<record.varint()).map { _ in
            let kind = AttributeKind(rawValue: record.u8())
            let directions = DirectionSet(rawValue: record.u8())
            let text = String(decoding: record.slice(), as: UTF8.self)
            return NewText(kind, text, directions: directions)
        }
    }
}

extension RoadRecord {
    /// Says that the road's limit is in doubt.
    mutating func doubtLimit() {
        for index in attributes.indices where attributes[index].kind == .speedLimit {
            guard var rule = SpeedLimitRule(attributeValue: attributes[index].value) else {
                continue
            }
            rule.isImplausible = true
            attributes[index].value = rule.attributeValue
        }
    }
}

extension RoadFact {
    /// The fact about the whole of a link, however long: a range is cut where its link ends.
    var attribute: Attribute {
        Attribute(
            kind,
            value,
            directions: directions,
            provenance: provenance,
            from: .zero,
            to: Centimetres(Int(UInt32.max))
        )
    }
}

extension Attribute {
    /// Whether it only holds because mappers would have tagged the opposite.
    var isConcludedFromSilence: Bool {
        provenance == .derived && (kind == .tunnel || kind == .bridge)
    }
}
