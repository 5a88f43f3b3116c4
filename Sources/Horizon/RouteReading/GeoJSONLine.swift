import Geodesy
import JSONReading

/// Reads the LineStrings of a GeoJSON text (RFC 7946) in driving order. Each LineString is a stretch.
struct GeoJSONLine {
    private let bytes: [UInt8]
    private var reader: JSONReader
    private var stretches: [[RouteFile.Point]] = []
    /// The last byte whose line was computed, and the line: the next byte is mostly a little later.
    private var known = (byte: 0, line: 1)

    private init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        reader = JSONReader(bytes, at: start)
    }

    /// Reads a text from byte `start` on.
    static func stretches(
        of bytes: [UInt8], from start: Int
    ) throws(RouteError) -> [[RouteFile.Point]] {
        var line = GeoJSONLine(bytes, from: start)
        do throws(JSONReader.Failure) {
            try line.readObject(depth: 0)
            try line.reader.finish()
        } catch {
            throw .input(line: line.lineNumber(of: error.at), "expected \(error.expected)")
        }
        let stretches = line.stretches.filter { !$0.isEmpty }
        guard stretches.contains(where: { $0.count > 1 }) else {
            throw .route("this GeoJSON contains no LineString")
        }
        return stretches
    }

    private mutating func lineNumber(of byte: Int) -> Int {
        if byte < known.byte { known = (0, 1) }
        known = (byte, JSONReader.line(of: byte, in: bytes, after: known))
        return known.line
    }

    /// A geometry, a feature or a collection of features.
    private mutating func readObject(depth: Int) throws(JSONReader.Failure) {
        guard depth < JSONReader.deepest else { throw failure("fewer nested objects") }
        var isFirst = true
        var type: (name: String, at: Int)?
        var levels: Int?
        let begin = stretches.count
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "type":
                let at = reader.at
                type = try reader.text().map { ($0, at) }
            case "coordinates": levels = try readCoordinates(depth: 0)
            case "geometry":
                if reader.isAtObject() {
                    try readObject(depth: depth + 1)
                } else {
                    try reader.skip()
                }
            case "features", "geometries":
                try reader.open("[")
                var isFirst = true
                while try reader.nextElement(&isFirst) { try readObject(depth: depth + 1) }
            default: try reader.skip()
            }
        }
        guard let levels else { return }
        guard let type else { throw failure("a \"type\" beside the coordinates") }
        let expected = type.name == "LineString" ? 1 : type.name == "MultiLineString" ? 2 : nil
        guard let expected else {
            throw JSONReader.Failure(
                expected: "a LineString or MultiLineString, not a \(Self.shown(type.name))",
                at: type.at)
        }
        guard levels == expected || stretches.count == begin else {
            throw JSONReader.Failure(expected: "coordinates of a \(type.name)", at: type.at)
        }
    }

    /// Reads coordinates, and returns the number of array levels around the positions.
    private mutating func readCoordinates(depth: Int) throws(JSONReader.Failure) -> Int {
        let at = reader.at
        guard depth < 4 else { throw failure("fewer nested arrays") }
        try reader.open("[")
        if reader.isAtArray() {
            var isFirst = true
            stretches.append([])
            var levels: Int?
            while try reader.nextElement(&isFirst) {
                let below = try readCoordinates(depth: depth + 1)
                if let levels, levels != below { throw failure("arrays of one depth") }
                levels = below
            }
            return (levels ?? 0) + 1
        }
        var isFirst = true
        var numbers: [Double] = []
        while try reader.nextElement(&isFirst) {
            guard numbers.count < 8 else {
                throw JSONReader.Failure(expected: "at most 8 numbers", at: reader.at)
            }
            numbers.append(try reader.number())
        }
        if numbers.isEmpty, depth == 0 { return 1 }
        guard numbers.count > 1,
            let place = Coordinate(latitude: numbers[1], longitude: numbers[0])
        else { throw JSONReader.Failure(expected: "a longitude and a latitude", at: at) }
        let point = RouteFile.Point(place: place, line: lineNumber(of: at))
        if stretches.isEmpty { stretches.append([]) }
        stretches[stretches.count - 1].append(point)
        return 0
    }

    private func failure(_ expected: String) -> JSONReader.Failure {
        JSONReader.Failure(expected: expected, at: reader.at)
    }

    /// A name from a file, on one line.
    private static func shown(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.prefix(40).map {
                    $0.value < 0x20 || $0.value == 0x7F ? "?" : $0
                }))
    }
}
