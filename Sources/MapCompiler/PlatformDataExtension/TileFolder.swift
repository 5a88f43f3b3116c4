import CLibrary

/// A folder with saved responses: every file whose name ends in `.json`, in it and in the folders
/// below, whose names do not begin with a dot.
public struct TileFolder: Sendable {
    /// The folder.
    public let path: String
    /// The files as their paths from the folder, in the order of their bytes.
    public let files: [String]

    /// The deepest nesting of folders; deeper ones are circular.
    private static let deepest = 16

    /// Lists a folder.
    public init(_ path: String) throws(PlatformDataError) {
        self.path = path
        var files: [String] = []
        try Self.list(path, below: "", into: &files, depth: 0)
        guard !files.isEmpty else { throw .noTiles(folder: path) }
        self.files = files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Reads one of the files.
    public func response(_ file: String) throws(PlatformDataError) -> TileResponse {
        let path = "\(path)/\(file)"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_size > 0 {
            bytes.reserveCapacity(Int(status.st_size))
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return TileResponse(bytes, file: file) }
            if count < 0 {
                if errno == EINTR { continue }
                throw Self.failure(path)
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    private static func list(
        _ folder: String,
        below prefix: String,
        into files: inout [String],
        depth: Int
    ) throws(PlatformDataError) {
        guard depth < deepest else {
            throw .unreadable(path: folder, reason: "folders are nested too deeply")
        }
        guard let stream = opendir(folder) else { throw failure(folder) }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    String(cString: $0)
                }
            }
            guard !name.hasPrefix(".") else { continue }
            let path = "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else { throw failure(path) }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                try list(path, below: "\(prefix)\(name)/", into: &files, depth: depth + 1)
            case S_IFREG where name.hasSuffix(".json"): files.append(prefix + name)
            default: break
            }
        }
    }

    private static func failure(_ path: String) -> PlatformDataError {
        .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
}
