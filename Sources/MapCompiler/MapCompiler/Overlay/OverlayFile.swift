import JSONReading
import Positioning
public import Quantities

/// The entries of an overlay: the features of a GeoJSON text (RFC 7946).
///
/// A feature selects roads by the property `way`, by a `LineString`, a `Polygon` or a `MultiPolygon`, or a sign's place
/// by a `Point`. Its other properties are facts and their validity.
public struct OverlayFile: Sendable {
    /// The entries, in the order of the file.
    public private(set) var entries: [OverlayEntry] = []
    /// One line for each entry that is wrong, with file, number and line.
    public private(set) var problems: [String] = []

    private let name: String
    private let bytes: [UInt8]

    /// Reads a file under its name. The failure is one line that names it.
    public init(_ bytes: [UInt8], name: String) throws(OverlayFileError) {
        self.name = name
        self.bytes = bytes
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var reader = JSONReader(bytes, at: bytes.starts(with: mark) ? mark.count : 0)
        do throws(JSONReader.Failure) {
            try readCollection(&reader)
            try reader.finish()
        } catch {
            let line = JSONReader.line(of: error.at, in: bytes)
            throw OverlayFileError("\(name): line \(line): expected \(error.expected)")
        }
    }

    private mutating func readCollection(_ reader: inout JSONReader) throws(JSONReader.Failure) {
        var isFirst = true
        var type: String?
        var hasFeatures = false
        var known = (byte: 0, line: 1)
        var number = 0
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "type": type = try reader.text()
            case "features":
                hasFeatures = true
                var isFirst = true
                try reader.open("[")
                while try reader.nextElement(&isFirst) {
                    number += 1
                    let line = JSONReader.line(of: reader.at, in: bytes, after: known)
                    known = (reader.at, line)
                    let start = reader
                    // Goes over it first, so that entries after a wrong one are read.
                    try reader.skip()
                    read(start, number, line)
                }
            default: try reader.skip()
            }
        }
        guard type == "FeatureCollection", hasFeatures else {
            throw JSONReader.Failure(
                expected: "a FeatureCollection of GeoJSON with \"features\"", at: 0)
        }
    }

    private mutating func read(_ start: JSONReader, _ number: Int, _ line: Int) {
        var reader = start
        var id: String?
        do throws(JSONReader.Failure) {
            var feature = try OverlayFeature(&reader)
            id = feature.id
            entries.append(try feature.entry(file: name, number: number, line: line))
        } catch {
            let place = JSONReader.line(of: error.at, in: bytes)
            let title = "\(name): entry \(number)\(id.map { " (\($0))" } ?? "")"
            problems.append("\(title): line \(place): expected \(error.expected)")
        }
    }
}

/// The reason why a file is no overlay, as one line.
public struct OverlayFileError: Error, Sendable, CustomStringConvertible {
    /// The line.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension UTCTime {
    /// A moment of ISO 8601, or the beginning of a day (UTC).
    public init?(dateOrTime text: String) {
        self.init(iso8601: text.utf8.count == 10 ? "\(text)T00:00:00Z" : text)
    }
}
