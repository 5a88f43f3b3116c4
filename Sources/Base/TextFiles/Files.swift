import CLibrary

/// Whole files, read and written with errors that name them.
public enum Files {
    /// What is read as a whole has at most so many bytes: a day of a receiver's sentences is a tenth of it, and a
    /// device that never ends does not take all memory.
    public static let mostBytes = 512 << 20

    /// Creates a file that does not exist yet, for writing; -1 with `errno` where that fails. What has the name
    /// already, a link too, is removed and never followed: others may write in the folder, and a process that was
    /// killed may have had the same number.
    /// - Parameter isPrivate: Whether its user alone may read it: it holds a person's movements.
    public static func create(_ path: String, isPrivate: Bool = false) -> Int32 {
        create(path, in: AT_FDCWD, isPrivate: isPrivate)
    }

    /// The same in an open folder.
    static func create(_ name: String, in folder: Int32, isPrivate: Bool) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(folder, name, flags, isPrivate ? 0o600 : 0o644)
        guard descriptor < 0, errno == EEXIST, unlinkat(folder, name, 0) == 0 else {
            return descriptor
        }
        return openat(folder, name, flags, isPrivate ? 0o600 : 0o644)
    }

    /// The folder of a file.
    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether a path is a symbolic link.
    public static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The path of the file that a path leads to by links.
    public static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// A device such as `/dev/zero` has no end, and its bytes would fill the memory up to the bound of a file.
    private static let mostBytesOfDevice = 1 << 20

    /// The bytes of a file; `-` is standard input. The failure names the path and the reason; one is that
    /// the file has more than `most` bytes, or a device more than 1 MiB.
    public static func read(_ path: String, atMost most: Int = mostBytes) throws(Failure) -> [UInt8]
    {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure.ofCall("cannot open \(path)")
        }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        return try read(descriptor, of: path, atMost: most)
    }

    /// The bytes of a regular file: a device is not read, and a pipe is not waited for.
    public static func readRegular(
        _ path: String, atMost most: Int = mostBytes
    ) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure.ofCall("cannot open \(path)")
        }
        defer { close(descriptor) }
        return try readRegular(descriptor, of: path, atMost: most)
    }

    /// The rest of an open file that is to be a regular one.
    static func readRegular(
        _ descriptor: Int32, of path: String, atMost most: Int
    ) throws(Failure) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("cannot read \(path): it is not a regular file")
        }
        return try read(descriptor, of: path, atMost: most)
    }

    /// The rest of an open file, which the failure calls by its path.
    static func read(
        _ descriptor: Int32, of path: String, atMost most: Int
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var status = stat()
        let isDevice = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
        let most = isDevice ? min(most, mostBytesOfDevice) : most
        while true {
            let count = chunk.withUnsafeMutableBytes {
                CLibrary.read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure.ofCall("cannot read \(path)")
            }
            guard count <= most - bytes.count else {
                throw Failure("\(path): more than \(most) bytes")
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }
}
