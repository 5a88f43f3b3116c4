import Geodesy
import Quantities

extension MapHeader {
    /// The header of a map without roads, of a country: its rectangle is a place that no car is at. A recording
    /// names it by its identity where the map in use was refused.
    public static func withoutRoads(of country: Country) -> MapHeader {
        var header = MapHeader(country: country)
        header.fileLength = UInt64(MapFormat.headerLength)
        header.indexOffset = header.fileLength
        header.notesOffset = header.fileLength
        header.notesChecksum = CRC32C().value
        header.indexChecksum = CRC32C().value
        header.bounds = BoundingBox(
            southE7: -900_000_000, westE7: 0, northE7: -900_000_000, eastE7: 0)
        return header
    }
}

extension RoadMap {
    /// A map without roads, of a country: each place is outside of it.
    public static func withoutRoads(of country: Country) throws(MapError) -> RoadMap {
        try RoadMap(source: MemoryBlockSource(MapHeader.withoutRoads(of: country).encoded()))
    }
}
