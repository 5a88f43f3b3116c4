public import RoadMap
public import TextFiles

/// What a name of a map stands for: a map file, or the index of a region set.
public enum MapName: Sendable, Hashable {
    /// A map file.
    case file(String)
    /// A region set: its index, and the folder of its files.
    case regions(RegionIndex, folder: String)

    /// Looks at the first byte of a file, and reads an index. The failure names the path.
    public init(_ path: String) throws(Failure) {
        let file: FileBlockSource
        do throws(MapError) { file = try FileBlockSource(path: path) } catch {
            throw Failure("\(NamedMapError(path, error))")
        }
        try self.init(path, file)
    }

    /// The same for a file that is open.
    public init(_ path: String, _ file: FileBlockSource) throws(Failure) {
        var bytes: [UInt8] = [0]
        do throws(MapError) {
            guard file.length > 0 else {
                self = .file(path)
                return
            }
            try file.read(at: 0, into: &bytes, count: 1)
            guard RegionIndex.begins(with: bytes[0]) else {
                self = .file(path)
                return
            }
            guard file.length <= UInt64(RegionIndex.largest) else {
                throw .notAMap
            }
            bytes = [UInt8](repeating: 0, count: Int(file.length))
            try file.read(at: 0, into: &bytes, count: bytes.count)
        } catch { throw Failure("\(NamedMapError(path, error))") }
        do throws(Failure) {
            self = .regions(try RegionIndex(bytes), folder: Files.folder(of: path))
        } catch { throw Failure("\(path): \(error)") }
    }

    /// A map file that a name stands for.
    public struct Part: Sendable, Hashable {
        /// Its path.
        public let path: String
        /// What the index says of it; `nil` for a file that was named itself.
        public let region: RegionIndex.Region?

        /// A file with what an index says of it.
        public init(path: String, region: RegionIndex.Region?) {
            self.path = path
            self.region = region
        }

        /// Checks that a file has the map that the index names.
        public func check(_ header: MapHeader) throws(RegionProblem) {
            guard let region, MapIdentity(header) != region.identity else { return }
            throw .otherMap(MapIdentity(header), expected: region.identity)
        }
    }

    /// The map files.
    public var parts: [Part] {
        switch self {
        case .file(let path): [Part(path: path, region: nil)]
        case .regions(let index, let folder):
            index.regions.map { Part(path: "\(folder)/\($0.file)", region: $0) }
        }
    }

    /// The map files of several names.
    public static func parts(of names: [String]) throws(Failure) -> [Part] {
        var parts: [Part] = []
        for name in names { parts += try MapName(name).parts }
        return parts
    }
}

/// Why a file is not the region that its set's index names.
public enum RegionProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file has another map.
    case otherMap(MapIdentity, expected: MapIdentity)
    /// The digests of its pieces cannot be read.
    case noPieces(String)
    /// The digests of its pieces are not those that the index names.
    case otherPieces

    /// One line for people.
    public var description: String {
        switch self {
        case .otherMap(let found, let expected):
            "its identity is \(found), and the index names \(expected)"
        case .noPieces(let reason): "the digests of its pieces: \(reason)"
        case .otherPieces: "the digests of its pieces are not those of the index"
        }
    }
}
