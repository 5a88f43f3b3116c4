/// An OpenStreetMap file in PBF made byte by byte, so that it can be wrong in any way.
/// Source: https://wiki.openstreetmap.org/wiki/PBF_Format.
struct HandMadePBF {
    /// How the data in a blob is packed: the field of the blob that holds it.
    enum Packing: UInt64 {
        case raw = 1
        case lz4 = 6
        case zstandard = 7
        /// A field that no version of the format has.
        case unknown = 31
    }

    /// Features that a reader must know.
    var features = ["OsmSchema-V0.6", "DenseNodes"]
    /// West, east, north, south in degrees × 10⁹; none where empty.
    var box: [Int64] = []
    var packing = Packing.raw
    /// The strings that tags are made of: the way's key and its value, behind the empty one.
    var texts = ["", "highway", "residential"]
    /// The types of further blobs before the data.
    var otherBlobs: [String] = []
    private var nodes: [(id: Int64, latitude: Int64, longitude: Int64)] = []
    private var ways: [(id: Int64, nodes: [Int64])] = []

    /// Adds a node, its place in degrees × 10⁷.
    mutating func node(_ id: Int64, _ latitude: Int64, _ longitude: Int64) {
        nodes.append((id, latitude, longitude))
    }

    /// Adds a residential road.
    mutating func way(_ id: Int64, _ nodes: [Int64]) { ways.append((id, nodes)) }

    /// The file.
    var bytes: [UInt8] {
        var header: [UInt8] = []
        if !box.isEmpty {
            let borders = zip(UInt64(1)..., box).flatMap { number($0, zigzag($1)) }
            header += field(1, borders)
        }
        for feature in features { header += field(4, Array(feature.utf8)) }
        var file = blob("OSMHeader", header)
        for type in otherBlobs { file += blob(type, [1, 2, 3]) }
        return file + blob("OSMData", data)
    }

    private var data: [UInt8] {
        let texts = texts.flatMap { field(1, Array($0.utf8)) }
        var ids: [UInt8] = []
        var latitudes: [UInt8] = []
        var longitudes: [UInt8] = []
        var last: (Int64, Int64, Int64) = (0, 0, 0)
        for node in nodes {
            ids += varint(zigzag(node.id - last.0))
            latitudes += varint(zigzag(node.latitude - last.1))
            longitudes += varint(zigzag(node.longitude - last.2))
            last = (node.id, node.latitude, node.longitude)
        }
        let dense = field(1, ids) + field(8, latitudes) + field(9, longitudes)
        var group: [UInt8] = []
        for way in ways {
            var refs: [UInt8] = []
            var last: Int64 = 0
            for node in way.nodes {
                refs += varint(zigzag(node - last))
                last = node
            }
            let id = number(1, UInt64(bitPattern: way.id))
            group += field(3, id + field(2, [1]) + field(3, [2]) + field(8, refs))
        }
        return field(1, texts) + field(2, field(2, dense)) + field(2, group)
    }

    private func blob(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var packed = content
        if packing == .lz4, type == "OSMData" {
            // One sequence of nothing but literals: token, rest of their number, they themselves.
            var rest = content.count - 15
            packed = [rest < 0 ? UInt8(content.count) << 4 : 0xF0]
            while rest >= 0 {
                packed.append(UInt8(min(rest, 255)))
                rest -= 255
            }
            packed += content
        }
        let isPlain = packing == .raw || type != "OSMData"
        let body =
            isPlain
            ? field(1, content)
            : number(2, UInt64(content.count)) + field(packing.rawValue, packed)
        let head = field(1, Array(type.utf8)) + number(3, UInt64(body.count))
        let length = UInt32(head.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + head + body
    }

    private func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(content.count)) + content
    }

    private func number(_ field: UInt64, _ value: UInt64) -> [UInt8] {
        varint(field << 3) + varint(value)
    }

    private func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

    private func varint(_ value: UInt64) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
