import Geodesy
import JSONReading
public import RoadMap
public import TextFiles

/// The index of a region set: map files in one folder that are one map together, in their order.
///
/// It is a JSON text. Each region has the name of its file in the folder of the index, the identity of the map
/// (``/RoadMap/MapIdentity``), and the BLAKE2b-256 digest of the file that has the digests of its pieces
/// (``/MapSignature/MapPieces``), so that one signature of the index covers all files.
///
/// ```json
/// {"regions":[
/// {"file":"andorra.ehmap","identity":"1f0c3a55-a5789","pieces":"9f86…"}
/// ],"version":1}
/// ```
public struct RegionIndex: Sendable, Hashable {
    /// A map file of the set.
    public struct Region: Sendable, Hashable {
        /// Its name in the folder of the index.
        public let file: String
        /// The identity of the map in it.
        public let identity: MapIdentity
        /// The digest of the digests of its pieces, in hexadecimal.
        public let pieces: String

        /// A region of its parts.
        public init(file: String, identity: MapIdentity, pieces: String) {
            self.file = file
            self.identity = identity
            self.pieces = pieces
        }
    }

    /// The version of the format.
    public static let version = 1
    /// The largest index, in bytes.
    public static let largest = 1 << 18

    /// The regions in the order of the set: a link in several files is that of the first one.
    public let regions: [Region]

    /// An index of regions.
    public init(_ regions: [Region]) { self.regions = regions }

    /// Whether a file may be an index: no map file begins so.
    public static func begins(with byte: UInt8) -> Bool { byte == UInt8(ascii: "{") }

    /// Reads an index. The failure says what is wrong, and in which line.
    public init(_ bytes: [UInt8]) throws(Failure) {
        var reader = JSONReader(bytes)
        do throws(JSONReader.Failure) {
            self = try Self.read(&reader)
            try reader.finish()
        } catch {
            let line = JSONReader.line(of: error.at, in: bytes)
            throw Failure("line \(line): expected \(error.expected)")
        }
    }

    private static func read(_ reader: inout JSONReader) throws(JSONReader.Failure) -> RegionIndex {
        var regions: [Region] = []
        var version: String?
        var isFirst = true
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "version":
                let at = reader.at
                version = try reader.text()
                guard version == String(Self.version) else {
                    throw JSONReader.Failure(expected: "version \(Self.version)", at: at)
                }
            case "regions":
                var isFirst = true
                try reader.open("[")
                while try reader.nextElement(&isFirst) {
                    let at = reader.at
                    let region = try readRegion(&reader)
                    guard regions.count < RoadMap.maximumFiles else {
                        throw JSONReader.Failure(
                            expected: "at most \(RoadMap.maximumFiles) regions", at: at)
                    }
                    guard !regions.contains(where: { $0.file == region.file }) else {
                        throw JSONReader.Failure(
                            expected: "each file once, and \(region.file) is there before", at: at)
                    }
                    regions.append(region)
                }
            default: try reader.skip()
            }
        }
        guard version != nil, !regions.isEmpty else {
            throw JSONReader.Failure(expected: "\"version\" and \"regions\"", at: 0)
        }
        return RegionIndex(regions)
    }

    private static func readRegion(
        _ reader: inout JSONReader
    ) throws(JSONReader.Failure) -> Region {
        let start = reader.at
        var (file, identity, pieces): (String?, MapIdentity?, String?)
        var isFirst = true
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            let at = reader.at
            switch key {
            case "file":
                file = try reader.text().flatMap { isPlainName($0) ? $0 : nil }
                guard file != nil else {
                    throw JSONReader.Failure(
                        expected: "the name of a file beside the index", at: at)
                }
            case "identity":
                identity = try reader.text().flatMap { MapIdentity(text: $0) }
                guard identity != nil else {
                    throw JSONReader.Failure(expected: "the identity of a map", at: at)
                }
            case "pieces":
                pieces = try reader.text().flatMap { isDigest($0) ? $0 : nil }
                guard pieces != nil else {
                    throw JSONReader.Failure(expected: "64 hexadecimal digits", at: at)
                }
            default: try reader.skip()
            }
        }
        guard let file, let identity, let pieces else {
            throw JSONReader.Failure(expected: "\"file\", \"identity\" and \"pieces\"", at: start)
        }
        return Region(file: file, identity: identity, pieces: pieces)
    }

    /// Whether a name stays in its folder.
    private static func isPlainName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
            && name.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 >= 0x20 && $0 != 0x7F }
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
    }

    /// The text of the index: a line for each region.
    public var text: String {
        let lines = regions.map { region in
            "{\"file\":\(jsonText(region.file)),\"identity\":\"\(region.identity)\","
                + "\"pieces\":\"\(region.pieces)\"}"
        }
        return "{\"version\":\(Self.version),\"regions\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
    }
}

extension MapIdentity {
    /// An identity as it is printed; `nil` for another text.
    init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let checksum = UInt32(parts[0], radix: 16),
            let length = UInt64(parts[1], radix: 16)
        else { return nil }
        self.init(length: length, checksum: checksum)
        guard description == text else { return nil }
    }
}
