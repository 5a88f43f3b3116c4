/// What is wrong with a map, with the names of its files.
public struct NamedMapError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file that it is about; all files of the map where it may be any.
    public let path: String
    /// The error.
    public let error: MapError

    /// An error about a file.
    public init(_ path: String, _ error: MapError) {
        self.path = path
        self.error = error
    }

    /// One line for people.
    public var description: String {
        if case .cannotOpen = error { return "\(error)" }
        return "\(path): \(error)"
    }
}

extension RoadMap {
    /// Opens the files of a map by their names, one or several. With `isMapped` they are mapped into
    /// memory, for the bench (``MappedBlockSource``).
    public convenience init(
        paths: [String], isMapped: Bool = false, cacheBytes: Int = 8 << 20
    ) throws(NamedMapError) {
        var sources: [any BlockSource] = []
        for path in paths {
            do throws(MapError) {
                let source: any BlockSource =
                    isMapped ? try MappedBlockSource(path: path) : try FileBlockSource(path: path)
                // So that the error has the name of the file.
                _ = try MapHeader(decoding: source)
                sources.append(source)
            } catch { throw NamedMapError(path, error) }
        }
        do throws(MapError) {
            try self.init(sources: sources, cacheBytes: cacheBytes)
        } catch { throw NamedMapError(RoadMap.name(of: paths), error) }
    }

    /// The files of a map as they are named together.
    public static func name(of paths: [String]) -> String { paths.joined(separator: ", ") }
}
