public import Engine
import Quantities
public import RoadMap
import Routing

/// The reason why bytes are no stored place.
public enum StoredPlaceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// They have another content, or another version.
    case otherFormat
    /// They were changed, or end too early.
    case damaged
    /// The place is one of another map.
    case otherMap(MapIdentity)
    /// The map has no such place.
    case noSuchPlace

    /// The error in one line.
    public var description: String {
        switch self {
        case .otherFormat: "no stored position of version 1"
        case .damaged: "the stored position is damaged"
        case .otherMap(let map): "the stored position belongs to another map, \(map)"
        case .noSuchPlace: "the map does not have the stored position"
        }
    }
}

// The bytes that a host keeps, least significant first: `EHPLACE1`, the length of the map file (8), the checksum
// of its header (4), the kind: 0 off the road, 1 on a road, 2 unknown (1); on a road the link (8, bit 0 set if
// driven backward, 16 bits number in its block, 32 bits number of the block), the offset in driving direction in
// m, its standard deviation in m and the probability (8 each, IEEE 754). Behind them the CRC-32C of all before (4).
extension LastPlace {
    private static let magic = Array("EHPLACE1".utf8)
    /// The longest one.
    public static let mostBytes = 64

    /// The place on a map, for storage.
    public func bytes(on map: MapIdentity) -> [UInt8] {
        var writer = ByteWriter()
        writer.bytes(Self.magic)
        writer.u64(map.length)
        writer.u32(map.checksum)
        switch self {
        case .offRoad: writer.u8(0)
        case .unknown: writer.u8(2)
        case .onRoad(let place, let accuracy, let probability):
            writer.u8(1)
            writer.u64(place.link.packed)
            for number in [place.offset.value, accuracy.value, probability] {
                writer.u64(number.bitPattern)
            }
        }
        writer.u32(CRC32C.of(writer.bytes.span))
        return writer.bytes
    }

    /// Reads a stored place of a map. It validates everything but the map's own links
    /// (``/Engine/LastPlace/exists(on:)``).
    public init(_ bytes: [UInt8], on map: MapIdentity) throws(StoredPlaceError) {
        guard bytes.starts(with: Self.magic) else { throw .otherFormat }
        var at = Self.magic.count
        func take(_ count: Int) throws(StoredPlaceError) -> UInt64 {
            guard bytes.count - at >= count else { throw .damaged }
            var value: UInt64 = 0
            for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[at + index]) }
            at += count
            return value
        }
        let end = bytes.count - 4
        guard end >= at else { throw .damaged }
        let checksum = UInt64(CRC32C.of(bytes.span.extracting(..<end)))
        let own = MapIdentity(length: try take(8), checksum: UInt32(try take(4)))
        let place: LastPlace
        switch try take(1) {
        case 0: place = .offRoad
        case 2: place = .unknown
        case 1:
            guard let link = DirectedLink(packed: try take(8)) else { throw .damaged }
            let offset = Metres(Double(bitPattern: try take(8)))
            let accuracy = Metres(Double(bitPattern: try take(8)))
            let probability = Double(bitPattern: try take(8))
            place = .onRoad(
                LinkPlace(link, offset: offset), accuracy: accuracy, probability: probability)
        default: throw .damaged
        }
        guard at == end, try take(4) == checksum else { throw .damaged }
        guard own == map else { throw .otherMap(own) }
        self = place
    }
}
