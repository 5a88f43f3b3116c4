import Geodesy
import JSONReading
import Quantities
import RouteReading

/// Objects from a file: the features of a GeoJSON text (RFC 7946).
///
/// Each feature has a `Point`, a `LineString` or a `Polygon`, or a property `openlr` in Base64 and no
/// geometry. Its name is its `id`. Properties are `kind`, `severity` (``CustomObject/Kind``,
/// ``CustomObject/Severity``), `expiry` in seconds since 1970, `limit` (``/RoadMap/SpeedLimit``), of a point
/// `course` in degrees, and `gantry`, which is true for a LineString across roads. Other properties are ignored.
public struct ObjectFile {
    /// The objects in the order of the file, each with the line that its feature begins in, from 1.
    public private(set) var objects: [(object: CustomObject, line: Int)] = []
    /// The errors of rejected features. All other features are read.
    public private(set) var problems: [ObjectFileError] = []

    private let bytes: [UInt8]
    private var reader: JSONReader

    /// The largest file, in bytes.
    public static var largest: Int { 64 << 20 }

    /// Reads a file. It throws if the text is not JSON or not a FeatureCollection.
    public init(_ bytes: [UInt8]) throws(ObjectFileError) {
        guard bytes.count <= Self.largest else {
            throw ObjectFileError(line: 1, reason: "longer than \(Self.largest >> 20) MiB")
        }
        // Behind a byte order mark.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        self.bytes = bytes
        reader = JSONReader(bytes, at: bytes.starts(with: mark) ? mark.count : 0)
        do throws(JSONReader.Failure) {
            try readCollection()
            try reader.finish()
        } catch {
            throw ObjectFileError(
                line: JSONReader.line(of: error.at, in: bytes),
                reason: "expected \(error.expected)")
        }
    }

    private mutating func readCollection() throws(JSONReader.Failure) {
        var isFirst = true
        var type: String?
        var known = (byte: 0, line: 1)
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "type": type = try reader.text()
            case "features":
                try reader.open("[")
                var isFirst = true
                while try reader.nextElement(&isFirst) {
                    let line = JSONReader.line(of: reader.at, in: bytes, after: known)
                    known = (reader.at, line)
                    if let object = try readFeature(inLine: line) { objects.append((object, line)) }
                }
            default: try reader.skip()
            }
        }
        guard type == "FeatureCollection" else {
            throw JSONReader.Failure(expected: "a FeatureCollection", at: 0)
        }
    }

    /// A value of a property with its position in the text.
    typealias Value = (text: String, at: Int)

    /// Reads a feature; `nil` if it is no object, with an error in ``problems``.
    private mutating func readFeature(
        inLine first: Int
    ) throws(JSONReader.Failure) -> CustomObject? {
        let start = reader
        var id: String?
        do throws(JSONReader.Failure) {
            return try readObject(&id)
        } catch {
            // It throws on where it is no JSON at all.
            reader = start
            try reader.skip()
            let line = JSONReader.line(of: error.at, in: bytes, after: (start.at, first))
            // A line is one line, whatever the name.
            let name = id.map { $0.isEmpty ? "" : "\($0.filter { !$0.isNewline }): " } ?? ""
            problems.append(
                ObjectFileError(line: line, reason: "\(name)expected \(error.expected)"))
            return nil
        }
    }

    private mutating func readObject(
        _ name: inout String?
    ) throws(JSONReader.Failure) -> CustomObject {
        let start = reader.at
        var isFirst = true
        var properties: [String: Value] = [:]
        var geometry: Figure?
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "id":
                properties["id"] = try readValue()
                name = properties["id"]?.text
            case "geometry":
                if reader.isAtObject() { geometry = try readFigure() } else { try reader.skip() }
            case "properties":
                guard reader.isAtObject() else {
                    try reader.skip()
                    continue
                }
                try reader.open("{")
                var isFirst = true
                while let name = try reader.nextMember(&isFirst) {
                    if Self.names.contains(name) {
                        properties[name] = try readValue()
                    } else {
                        try reader.skip()
                    }
                }
            default: try reader.skip()
            }
        }
        guard let id = properties["id"]?.text, !id.isEmpty else {
            throw JSONReader.Failure(expected: "an \"id\" of the feature", at: start)
        }
        // It stands in lines.
        guard !id.contains(where: \.isNewline) else {
            throw JSONReader.Failure(expected: "an \"id\" of one line", at: start)
        }
        return CustomObject(
            id: id, kind: try Self.named("kind", properties) ?? .custom,
            severity: try Self.named("severity", properties),
            // The first whole second at which it is over.
            expiry: try Self.number("expiry", properties) {
                Double($0).flatMap { Int64(exactly: $0.rounded(.up)) }
            },
            limit: try Self.limit(properties), try Self.geometry(geometry, properties, at: start))
    }

    private static let names: Set = [
        "id", "kind", "severity", "expiry", "limit", "course", "gantry", "openlr",
    ]

    private mutating func readValue() throws(JSONReader.Failure) -> Value? {
        _ = reader.isAtObject()
        let at = reader.at
        return try reader.text().map { ($0, at) }
    }

    private static func named<Named: RawRepresentable & CaseIterable>(
        _ name: String, _ properties: [String: Value]
    ) throws(JSONReader.Failure) -> Named? where Named.RawValue == String {
        guard let value = properties[name] else { return nil }
        guard let found = Named(rawValue: value.text) else {
            let known = Named.allCases.map(\.rawValue).joined(separator: ", ")
            throw JSONReader.Failure(expected: "a \(name) of \(known)", at: value.at)
        }
        return found
    }

    private static func number<Number>(
        _ name: String, _ properties: [String: Value], _ read: (String) -> Number?
    ) throws(JSONReader.Failure) -> Number? {
        guard let value = properties[name] else { return nil }
        guard let number = read(value.text) else {
            throw JSONReader.Failure(expected: "a number as \(name)", at: value.at)
        }
        return number
    }

    private static func geometry(
        _ figure: Figure?, _ properties: [String: Value], at start: Int
    ) throws(JSONReader.Failure) -> CustomObject.Geometry {
        if let openLR = properties["openlr"] {
            guard figure == nil else {
                throw JSONReader.Failure(expected: "no geometry beside openlr", at: start)
            }
            guard case .openLR(let line)? = try? RouteFile(Array(openLR.text.utf8)) else {
                throw JSONReader.Failure(
                    expected: "a line location of OpenLR in Base64", at: openLR.at)
            }
            return .openLR(line)
        }
        guard let figure else {
            throw JSONReader.Failure(expected: "a geometry or openlr", at: start)
        }
        let isGantry = try isGantry(properties, figure.type)
        switch (figure.type, figure.coordinates) {
        case ("Point", .position(let place)):
            let course = try number("course", properties) { text in
                Double(text).flatMap { (-360...360).contains($0) ? Degrees($0).normalized : nil }
            }
            return .point(place, course: course)
        case ("LineString", .list(let list)):
            let points = list.compactMap(\.position)
            guard points.count == list.count, points.count > 1 else { break }
            return isGantry ? .gantry(points) : .line(points)
        case ("Polygon", .list(let list)):
            let rings = list.map { $0.list?.compactMap(\.position) ?? [] }
            guard !rings.isEmpty, zip(rings, list).allSatisfy({ $0.count == $1.list?.count })
            else { break }
            return .polygon(rings)
        default: break
        }
        throw JSONReader.Failure(
            expected: "the coordinates of a Point, a LineString or a Polygon", at: figure.at)
    }
}

// Geometries.
extension ObjectFile {
    private static func isGantry(
        _ properties: [String: Value], _ type: String
    ) throws(JSONReader.Failure) -> Bool {
        guard let value = properties["gantry"], value.text != "false" else { return false }
        guard value.text == "true" else {
            throw JSONReader.Failure(expected: "true or false as gantry", at: value.at)
        }
        guard type == "LineString" else {
            throw JSONReader.Failure(expected: "a LineString of a gantry", at: value.at)
        }
        return true
    }

    /// A geometry as it is written.
    private struct Figure {
        var type = ""
        var coordinates = Coordinates.list([])
        let at: Int
    }

    private enum Coordinates {
        case position(Coordinate)
        case list([Coordinates])

        var position: Coordinate? {
            if case .position(let place) = self { place } else { nil }
        }
        var list: [Coordinates]? { if case .list(let list) = self { list } else { nil } }
    }

    private mutating func readFigure() throws(JSONReader.Failure) -> Figure {
        var figure = Figure(at: reader.at)
        var isFirst = true
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "type": figure.type = try reader.text() ?? ""
            case "coordinates": figure.coordinates = try readCoordinates(depth: 0)
            default: try reader.skip()
            }
        }
        return figure
    }

    private mutating func readCoordinates(
        depth: Int
    ) throws(JSONReader.Failure) -> Coordinates {
        let at = reader.at
        guard depth < 4 else { throw JSONReader.Failure(expected: "fewer nested arrays", at: at) }
        try reader.open("[")
        var isFirst = true
        if reader.isAtArray() {
            var list: [Coordinates] = []
            while try reader.nextElement(&isFirst) {
                list.append(try readCoordinates(depth: depth + 1))
            }
            return .list(list)
        }
        var numbers: [Double] = []
        while try reader.nextElement(&isFirst) {
            guard numbers.count < 8 else {
                throw JSONReader.Failure(expected: "at most 8 numbers", at: reader.at)
            }
            numbers.append(try reader.number())
        }
        if numbers.isEmpty { return .list([]) }
        guard numbers.count > 1,
            let place = Coordinate(latitude: numbers[1], longitude: numbers[0])
        else { throw JSONReader.Failure(expected: "a longitude and a latitude", at: at) }
        return .position(place)
    }
}

/// The reason why a file gives no objects.
public struct ObjectFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The error.
    public let reason: String

    /// Line and error, in one line.
    public var description: String { "line \(line): \(reason)" }
}
