public import Quantities

extension RoadMap {
    /// The country that a place of a link is in, with driving side and unit: what the link says, or
    /// else that of the file it stands in. `place` counts from the link's start node. Nothing is
    /// allocated.
    public func country(of link: Link, at place: Centimetres) throws(MapError) -> Country {
        var country =
            files.count == 1
            ? header.country
            : files[try fileIndex(ofBlock: link.reference.block)].header.country
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.kind == .country, attribute.from <= place, place <= attribute.to else {
                return
            }
            guard let code = UInt16(exactly: attribute.value),
                let found = CountryTable.country(numericCode: code)
            else {
                let block = try self.block(link.reference.block)
                throw .invalid(part: block.part, byte: link.attributeListsOffset)
            }
            country = found
        }
        return country
    }
}

extension RoadMap {
    /// What clocks show where a link is, at a moment in seconds since 1970; `nil` where the map does not
    /// know the time zone.
    public func localTime(at moment: Int64, of link: Link) throws(MapError) -> LocalTime? {
        let file = files[files.count == 1 ? 0 : try fileIndex(ofBlock: link.reference.block)]
        var rule = try file.timeZone()
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.kind == .timeZone else { return }
            rule = TimeZoneRule(zone: try self.text(attribute, of: link))
        }
        guard let rule else { return nil }
        return LocalTime(
            secondsSince1970: moment, offset: rule.offset(at: moment),
            at: try node(link.startNode).place)
    }
}

extension TimeZoneRule {
    /// The rule of a zone as maps hold it, behind its name.
    init?(zone: String) {
        guard let space = zone.firstIndex(of: " ") else { return nil }
        self.init(zone[zone.index(after: space)...])
    }
}

/// A part of a country as attributes of kind ``AttributeKind/region`` hold it.
public struct RegionCode: Sendable, Hashable {
    /// What stands behind the dash in ISO 3166-2, such as `CT` of `ES-CT`.
    public let text: String

    /// A code of one to three letters and digits.
    public init?(_ text: some StringProtocol) {
        let isCode = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
        guard isCode, (1...3).contains(text.utf8.count) else { return nil }
        self.text = String(text)
    }

    /// The number that stands for it in an attribute.
    public var attributeValue: UInt64 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The code that a number in an attribute stands for, `nil` where it stands for none.
    public init?(attributeValue value: UInt64) {
        guard value < 1 << 24 else { return nil }
        let bytes = [value & 0xFF, value >> 8 & 0xFF, value >> 16].map { UInt8($0) }
        self.init(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }
}
