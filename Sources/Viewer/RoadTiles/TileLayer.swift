/// A layer of lines with properties, as the bytes of a vector tile.
///
/// ## Source
/// Mapbox Vector Tile Specification 2.1; Protocol Buffers, "Encoding".
struct TileLayer {
    /// A property of a line.
    enum Value: Hashable {
        case text(String)
        case number(Double)
        case whole(Int)
        case truth(Bool)
    }

    private let name: String
    private var keys: [String] = []
    private var keyNumbers: [String: Int] = [:]
    private var values: [Value] = []
    private var valueNumbers: [Value: Int] = [:]
    private var features = ProtobufWriter()
    /// The number of lines.
    private(set) var count = 0

    init(name: String) { self.name = name }

    /// Adds a line of one or several parts in whole units.
    mutating func add(_ parts: [[TilePoint]], _ properties: [(key: String, value: Value)]) {
        var tags: [UInt32] = []
        for (key, value) in properties {
            tags.append(UInt32(number(of: key)))
            tags.append(UInt32(number(of: value)))
        }
        var feature = ProtobufWriter()
        feature.packed(field: 2, tags)
        // 2 is a line.
        feature.varint(field: 3, 2)
        feature.packed(field: 4, Self.commands(for: parts))
        features.message(field: 2, feature.bytes)
        count += 1
    }

    /// The tile of this layer alone.
    func tile() -> [UInt8] {
        var layer = ProtobufWriter()
        layer.text(field: 1, name)
        layer.append(features.bytes)
        for key in keys { layer.text(field: 3, key) }
        for value in values { layer.message(field: 4, Self.bytes(of: value)) }
        layer.varint(field: 5, UInt64(TilePlace.extent))
        layer.varint(field: 15, 2)
        var tile = ProtobufWriter()
        tile.message(field: 3, layer.bytes)
        return tile.bytes
    }

    private mutating func number(of key: String) -> Int {
        if let number = keyNumbers[key] { return number }
        keyNumbers[key] = keys.count
        keys.append(key)
        return keys.count - 1
    }

    private mutating func number(of value: Value) -> Int {
        if let number = valueNumbers[value] { return number }
        valueNumbers[value] = values.count
        values.append(value)
        return values.count - 1
    }

    private static func bytes(of value: Value) -> [UInt8] {
        var writer = ProtobufWriter()
        switch value {
        case .text(let text): writer.text(field: 1, text)
        case .number(let number): writer.double(field: 3, number)
        case .whole(let number): writer.varint(field: 6, ProtobufWriter.zigzag(Int64(number)))
        case .truth(let truth): writer.varint(field: 7, truth ? 1 : 0)
        }
        return writer.bytes
    }

    /// Move-to and line-to commands with differences between points.
    private static func commands(for parts: [[TilePoint]]) -> [UInt32] {
        var commands: [UInt32] = []
        var (x, y) = (0, 0)
        func add(_ point: TilePoint) {
            let (nextX, nextY) = (Int(point.x), Int(point.y))
            commands.append(UInt32(truncatingIfNeeded: ProtobufWriter.zigzag(Int64(nextX - x))))
            commands.append(UInt32(truncatingIfNeeded: ProtobufWriter.zigzag(Int64(nextY - y))))
            (x, y) = (nextX, nextY)
        }
        for part in parts {
            commands.append(1 << 3 | 1)
            add(part[0])
            commands.append(UInt32(part.count - 1) << 3 | 2)
            for point in part.dropFirst() { add(point) }
        }
        return commands
    }
}
