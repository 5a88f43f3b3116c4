public import Quantities

extension RoadMap {
    /// The country at a place of a link, with driving side and unit: the country of the link, or
    /// else that of its file. `place` counts from the link's start node. Nothing is allocated.
    public func country(of link: Link, at place: Centimetres) throws(MapError) -> Country {
        var code: UInt64?
        try forEachAttribute(of: link) { attribute in
            guard attribute.kind == .country, attribute.from <= place, place <= attribute.to else {
                return
            }
            code = attribute.value
        }
        return try country(code, of: link)
    }

    /// The country that a section of a link is in. Nothing is allocated.
    public func country(of link: Link, on section: RoadSection) throws(MapError) -> Country {
        try country(section.attributes.country, of: link)
    }

    /// The country of a number in the map; without one the country of the file.
    private func country(_ code: UInt64?, of link: Link) throws(MapError) -> Country {
        guard let code else {
            return files.count == 1
                ? header.country
                : files[try fileIndex(ofBlock: link.reference.block)].header.country
        }
        guard let number = UInt16(exactly: code),
            let country = CountryTable.country(numericCode: number)
        else {
            let block = try self.block(link.reference.block)
            throw .invalid(part: block.part, byte: link.attributeListsOffset)
        }
        return country
    }
}

extension RoadMap {
    /// Whether all of a link is in one country, as far as the map knows.
    public func isInOneCountry(_ link: Link) throws(MapError) -> Bool {
        var isInOne = true
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .country, attribute.from > .zero || attribute.to < link.length {
                isInOne = false
            }
        }
        return isInOne
    }
}

extension RoadMap {
    /// The local time at a link, for a moment in seconds since 1970; `nil` if the map does not know
    /// the time zone.
    public func localTime(at moment: Int64, of link: Link) throws(MapError) -> LocalTime? {
        let file = files[files.count == 1 ? 0 : try fileIndex(ofBlock: link.reference.block)]
        var rule = try file.timeZone()
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.kind == .timeZone else { return }
            try self.charge(TimeZoneRule.steps)
            rule = TimeZoneRule(zone: try self.text(attribute, of: link))
        }
        guard let rule else { return nil }
        return LocalTime(
            secondsSince1970: moment, offset: rule.offset(at: moment),
            at: try node(link.startNode).place)
    }
}

extension TimeZoneRule {
    /// The steps of work (``RoadMap/maximumSteps``) of reading a rule from its text.
    static let steps = 200

    /// The rule of a zone in the map's format, after its name.
    init?(zone: String) {
        guard let space = zone.firstIndex(of: " ") else { return nil }
        self.init(zone[zone.index(after: space)...])
    }
}

/// A part of a country as attributes of kind ``AttributeKind/region`` hold it.
public struct RegionCode: Sendable, Hashable {
    /// The part after the dash in ISO 3166-2, such as `CT` of `ES-CT`.
    public let text: String

    /// A code of one to three letters and digits.
    public init?(_ text: some StringProtocol) {
        let isCode = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
        guard isCode, (1...3).contains(text.utf8.count) else { return nil }
        self.text = String(text)
    }

    /// Its number in an attribute.
    public var attributeValue: UInt64 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The code of a number in an attribute; `nil` for other numbers.
    public init?(attributeValue value: UInt64) {
        guard value < 1 << 24 else { return nil }
        let bytes = [value & 0xFF, value >> 8 & 0xFF, value >> 16].map { UInt8($0) }
        self.init(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }
}
