import Quantities
import RecordSorting
import RoadMap
import RoadMapWriter

/// A way that is a road for cars, before it is cut into links.
struct RoadRecord {
    /// The ids of its nodes; no two neighbours are the same.
    let nodes: [Int64]
    let directions: DirectionSet
    /// The facts of its tags that hold for every link of it.
    private(set) var attributes: [Attribute]
    /// The additional facts inside a drawn built-up area.
    let builtUpAttributes: [Attribute]
    let texts: [NewText]
    /// The tags, if they may have another meaning under another law: ``ForeignLaws``.
    private let tags: [UInt8]
    /// The tags of a way that an entry of an overlay corrects as a whole.
    private let correction: CorrectedTags?
    /// The parts of the way that have tags of their own, in order.
    let sections: [RoadSection]
    /// The limit that is in doubt because of the neighbours, and whether it is rejected unless an overlay gave it.
    private var limitDoubt: (isRejected: Bool, limit: SpeedLimit?)?
    private var isDivided = false

    /// `edited` is the time of the way's last edit, seconds since 1970; 0 if the file does not
    /// state it.
    init(
        nodes: [Int64], _ traits: WayFacts, names: [RoadText], edited: Int64, tags: [UInt8],
        correction: CorrectedTags? = nil, sections: [RoadSection] = []
    ) {
        self.nodes = nodes
        self.tags = tags
        self.correction = correction
        self.sections = sections
        directions = traits.directions
        attributes = traits.facts.map(\.attribute)
        builtUpAttributes = traits.builtUpFacts.map(\.attribute)
        let day = UInt64(clamping: edited / 86400)
        if day > 0 {
            let fact = RoadFact(kind: .lastEdit, value: day, directions: .both, provenance: .tagged)
            attributes.append(fact.attribute)
        }
        texts = (names + traits.texts).map { NewText($0.kind, $0.text, directions: $0.directions) }
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
        writer.attributes(attributes)
        writer.attributes(builtUpAttributes)
        writer.varint(UInt64(texts.count))
        for text in texts {
            let utf8 = Array(text.text.utf8)
            writer.u8(text.kind.rawValue)
            writer.u8(text.directions.rawValue)
            writer.varint(UInt64(utf8.count))
            writer.bytes(utf8)
        }
        writer.varint(UInt64(sections.count) << 1 | (correction == nil ? 0 : 1))
        if let correction { writer.bytes(correction.bytes) }
        for section in sections {
            writer.position(section.range.lowerBound)
            writer.position(section.range.upperBound)
            writer.bytes(section.tags.bytes)
        }
        writer.bytes(tags)
        return writer.bytes
    }

    /// The road from a record that ``bytes`` made.
    init(_ record: RecordBytes) {
        var record = record
        directions = DirectionSet(rawValue: record.u8())
        var last: Int64 = 0
        nodes = (0..<record.varint()).map { _ in
            last &+= record.zigzag()
            return last
        }
        attributes = record.attributes()
        builtUpAttributes = record.attributes()
        texts = (0..<record.varint()).map { _ in
            let kind = AttributeKind(rawValue: record.u8())
            let directions = DirectionSet(rawValue: record.u8())
            let text = String(decoding: record.slice(), as: UTF8.self)
            return NewText(kind, text, directions: directions)
        }
        let corrections = record.varint()
        correction = corrections & 1 == 0 ? nil : CorrectedTags(&record)
        sections = (0..<corrections >> 1).map { _ in
            let from = record.position()
            let to = record.position()
            return RoadSection(range: from..<to, tags: CorrectedTags(&record))
        }
        tags = Array(record.rest)
    }

    /// The facts of a section, or without one of the road, in a country or a region of it.
    private func traits(
        in place: Borders.Place, _ section: RoadSection?, _ laws: inout ForeignLaws
    ) -> WayFacts? {
        if let section { return laws.traits(section.tags, in: place) }
        guard let correction else { return laws.traits(tags, in: place) }
        return laws.isForeign(place) ? laws.traits(correction, in: place) : nil
    }

    /// The facts of the tags in a country or a region of it, in a section or outside of all.
    func attributes(
        in place: Borders.Place, _ section: RoadSection? = nil, _ laws: inout ForeignLaws
    ) -> [Attribute] {
        guard let traits = traits(in: place, section, &laws) else { return attributes }
        var found = traits.facts.map(\.attribute)
        found += attributes.filter { $0.kind == .lastEdit }
        if let limitDoubt {
            // Another limit that an overlay gives a section is not the one in doubt.
            found.doubtLimit(
                rejecting: limitDoubt.isRejected, ofOverlay: section == nil ? nil : limitDoubt.limit
            )
        }
        if isDivided { found.divide() }
        return found
    }

    /// The additional facts in a built-up area there.
    func builtUpAttributes(
        in place: Borders.Place, _ section: RoadSection? = nil, _ laws: inout ForeignLaws
    ) -> [Attribute] {
        traits(in: place, section, &laws)?.builtUpFacts.map(\.attribute) ?? builtUpAttributes
    }
}

extension ByteWriter {
    fileprivate mutating func attributes(_ attributes: [Attribute]) {
        varint(UInt64(attributes.count))
        for attribute in attributes {
            u8(attribute.kind.rawValue)
            u8(attribute.directions.rawValue | attribute.provenance.rawValue << 2)
            varint(attribute.value)
        }
    }
}

extension RecordBytes {
    fileprivate mutating func attributes() -> [Attribute] {
        (0..<varint()).map { _ in
            let kind = AttributeKind(rawValue: u8())
            let flags = u8()
            let fact = RoadFact(
                kind: kind,
                value: varint(),
                directions: DirectionSet(rawValue: flags),
                provenance: Provenance(rawValue: flags >> 2) ?? .derived
            )
            return fact.attribute
        }
    }
}

extension RoadRecord {
    /// Marks the road's limit as doubtful, and states whether the doubt is so large that the limit
    /// is not sent, unless an overlay gave it.
    mutating func doubtLimit(rejecting isRejected: Bool) {
        let limit = attributes.first { $0.kind == .speedLimit }?.value
        limitDoubt = (
            isRejected, limit.flatMap { SpeedLimitRule(attributeValue: $0)?.limit }
        )
        attributes.doubtLimit(rejecting: isRejected)
    }
}

extension RoadRecord {
    /// Marks the road as one carriageway of a divided road.
    mutating func divide() {
        attributes.divide()
        isDivided = true
    }
}

extension [Attribute] {
    fileprivate mutating func divide() {
        let facts = [
            RoadFact(
                kind: .formOfWay, value: UInt64(FormOfWay.multipleCarriageway.rawValue),
                directions: .both, provenance: .derived),
            RoadFact(kind: .dividedRoad, value: 1, directions: .both, provenance: .derived),
        ]
        self += facts.map(\.attribute)
    }

    /// `ofOverlay`: the only limit of an overlay that is in doubt; `nil`: each.
    fileprivate mutating func doubtLimit(
        rejecting isRejected: Bool, ofOverlay only: SpeedLimit? = nil
    ) {
        for index in indices where self[index].kind == .speedLimit {
            let isOfOverlay = self[index].provenance == .overlay
            guard var rule = SpeedLimitRule(attributeValue: self[index].value),
                !isOfOverlay || only == nil || only == rule.limit
            else { continue }
            rule.isImplausible = true
            // A limit of an overlay is sent, whatever the neighbours have; it stays in doubt.
            rule.isRejected = rule.isRejected || isRejected && !isOfOverlay
            self[index].value = rule.attributeValue
            if rule.isRejected { self[index].kind = .particularSpeedLimit }
        }
    }
}

extension RoadFact {
    /// The fact for a whole link of any length: a range is cut at the end of its link.
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
    /// Whether it only follows from the absence of the opposite tag.
    var isConcludedFromSilence: Bool {
        provenance == .derived && (kind == .tunnel || kind == .bridge)
    }
}
