/// Reads the lines of a vector tile, as the specification has them (Mapbox Vector Tile Specification 2.1).
struct TileReader {
    struct Line {
        var properties: [String: String] = [:]
        var parts: [[(x: Int, y: Int)]] = []

        /// The length of the line in a square, in units of the tile; segments over its edge count by their middle.
        func lengthWithin(_ range: ClosedRange<Int>) -> Double {
            var length = 0.0
            for part in parts {
                for (start, end) in zip(part, part.dropFirst()) {
                    // Small pieces, so that the part beyond the edge does not count.
                    let count = 1000
                    let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
                    for piece in 0..<count {
                        let share = (Double(piece) + 0.5) / Double(count)
                        let (x, y) = (Double(start.x) + share * dx, Double(start.y) + share * dy)
                        let low = Double(range.lowerBound)
                        let high = Double(range.upperBound)
                        guard x >= low, x < high, y >= low, y < high else { continue }
                        length += (dx * dx + dy * dy).squareRoot() / Double(count)
                    }
                }
            }
            return length
        }
    }

    enum Problem: Error { case truncated, unexpected(Int) }

    private(set) var lines: [Line] = []

    init(_ bytes: [UInt8]) throws {
        var tile = Fields(bytes)
        while let (number, content) = try tile.next() {
            guard number == 3, case .bytes(let layer) = content else {
                throw Problem.unexpected(number)
            }
            try read(layer)
        }
    }

    private mutating func read(_ layer: [UInt8]) throws {
        var keys: [String] = []
        var values: [String] = []
        var features: [[UInt8]] = []
        var fields = Fields(layer)
        while let (number, content) = try fields.next() {
            switch (number, content) {
            case (1, .bytes(let name)):
                guard String(decoding: name, as: UTF8.self) == "roads" else {
                    throw Problem.unexpected(1)
                }
            case (2, .bytes(let feature)): features.append(feature)
            case (3, .bytes(let key)): keys.append(String(decoding: key, as: UTF8.self))
            case (4, .bytes(let value)): values.append(try Self.value(value))
            case (5, .number(4096)), (15, .number(2)): break
            default: throw Problem.unexpected(number)
            }
        }
        for feature in features { lines.append(try Self.line(feature, keys, values)) }
    }

    private static func value(_ bytes: [UInt8]) throws -> String {
        var fields = Fields(bytes)
        guard let (number, content) = try fields.next() else { throw Problem.truncated }
        switch (number, content) {
        case (1, .bytes(let text)): return String(decoding: text, as: UTF8.self)
        case (3, .number(let bits)): return "\(Double(bitPattern: bits))"
        case (6, .number(let number)): return "\(signed(number))"
        case (7, .number(let number)): return number == 1 ? "true" : "false"
        default: throw Problem.unexpected(number)
        }
    }

    private static func line(
        _ feature: [UInt8], _ keys: [String], _ values: [String]
    ) throws -> Line {
        var line = Line()
        var fields = Fields(feature)
        while let (number, content) = try fields.next() {
            switch (number, content) {
            case (2, .bytes(let packed)):
                let tags = try Fields.numbers(packed)
                for place in stride(from: 0, to: tags.count - 1, by: 2) {
                    guard Int(tags[place]) < keys.count, Int(tags[place + 1]) < values.count else {
                        throw Problem.truncated
                    }
                    line.properties[keys[Int(tags[place])]] = values[Int(tags[place + 1])]
                }
            case (3, .number(2)): break
            case (4, .bytes(let packed)): line.parts = try parts(try Fields.numbers(packed))
            default: throw Problem.unexpected(number)
            }
        }
        return line
    }

    private static func parts(_ commands: [UInt64]) throws -> [[(x: Int, y: Int)]] {
        var parts: [[(x: Int, y: Int)]] = []
        var (x, y, next) = (0, 0, 0)
        while next < commands.count {
            let (command, count) = (commands[next] & 7, Int(commands[next] >> 3))
            next += 1
            guard command == 1 || command == 2, next + 2 * count <= commands.count else {
                throw Problem.truncated
            }
            if command == 1 { parts.append([]) }
            for _ in 0..<count {
                x += Int(signed(commands[next]))
                y += Int(signed(commands[next + 1]))
                next += 2
                guard !parts.isEmpty else { throw Problem.truncated }
                parts[parts.count - 1].append((x, y))
            }
        }
        return parts
    }

    private static func signed(_ number: UInt64) -> Int64 {
        Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// The fields of a message of Protocol Buffers.
    private struct Fields {
        enum Content {
            case number(UInt64)
            case bytes([UInt8])
        }

        private let bytes: [UInt8]
        private var at = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() throws -> (number: Int, content: Content)? {
            guard at < bytes.count else { return nil }
            let key = try varint()
            let number = Int(key >> 3)
            switch key & 7 {
            case 0: return (number, .number(try varint()))
            case 1:
                guard at + 8 <= bytes.count else { throw Problem.truncated }
                var bits: UInt64 = 0
                for byte in 0..<8 { bits |= UInt64(bytes[at + byte]) << UInt64(8 * byte) }
                at += 8
                return (number, .number(bits))
            case 2:
                let count = Int(try varint())
                guard at + count <= bytes.count else { throw Problem.truncated }
                at += count
                return (number, .bytes(Array(bytes[(at - count)..<at])))
            default: throw Problem.unexpected(number)
            }
        }

        static func numbers(_ bytes: [UInt8]) throws -> [UInt64] {
            var fields = Fields(bytes)
            var numbers: [UInt64] = []
            while fields.at < bytes.count { numbers.append(try fields.varint()) }
            return numbers
        }

        private mutating func varint() throws -> UInt64 {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard at < bytes.count else { throw Problem.truncated }
                value |= UInt64(bytes[at] & 0x7F) << shift
                at += 1
                if bytes[at - 1] & 0x80 == 0 { return value }
            }
            throw Problem.truncated
        }
    }
}
