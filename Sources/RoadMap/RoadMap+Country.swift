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
