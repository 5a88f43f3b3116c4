import CLibrary

/// A folder for files that a program keeps for itself: its user alone may read and write there. Its files are
/// reached through the open folder, so that nobody can put another one in its place; no link is followed.
public final class PrivateFolder: Sendable {
    /// Its path.
    public let path: String
    private let descriptor: Int32

    /// Opens a folder, and makes it where there is none. The failure is one line that names the path.
    public init(_ path: String) throws(Failure) {
        self.path = path
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Failure("cannot make the folder \(path): \(systemErrorText())")
        }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason =
                Files.isLink(path) ? "it is a symbolic link" : systemErrorText()
            throw Failure("cannot use the folder \(path): \(reason)")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw Failure("cannot use the folder \(path): \(systemErrorText())")
        }
        guard status.st_uid == geteuid() else {
            throw Failure("cannot use the folder \(path): it belongs to another user")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw Failure(
                "cannot use the folder \(path): others may write in it; set its mode to 0700")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The path of a file in it, for people.
    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// The bytes of a file; `nil` where there is none.
    public func read(_ name: String, atMost most: Int) throws(Failure) -> [UInt8]? {
        // Not to wait for who writes into a pipe of that name.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if file < 0, errno == ENOENT { return nil }
        guard file >= 0 else {
            throw Failure("cannot open \(path(of: name)): \(systemErrorText())")
        }
        defer { close(file) }
        return try Files.readRegular(file, of: path(of: name), atMost: most)
    }

    /// Writes a file: what was there before stays until all of it is on the disk.
    public func write(_ bytes: [UInt8], to name: String) throws(Failure) {
        let file = try begin(name)
        try file.write(bytes)
        try file.takeName(isDurable: true)
    }

    /// Writes a file under a name that no file has yet.
    public func writeNew(_ bytes: [UInt8], to name: String) throws(Failure) {
        let file = try begin(name, isNew: true)
        try file.write(bytes)
        try file.takeName(isDurable: true)
    }

    /// The names of its files, in no order.
    public func names() throws(Failure) -> [String] {
        // The stream closes its descriptor.
        let opened = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0, let stream = fdopendir(opened) else {
            throw Failure("cannot read the folder \(path): \(systemErrorText())")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a file. Returns whether that went well.
    public func remove(_ name: String) -> Bool { unlinkat(descriptor, name, 0) == 0 }

    /// Whether a file could be written now, up to its name: rules about the folder may allow the file and no name for
    /// it. The file is removed again.
    public func check(_ name: String) throws(Failure) {
        let trial = name + ".trial"
        // Of a program that was killed.
        _ = remove(trial)
        let file = try NewFile(
            path(of: name), in: descriptor, named: trial, temporaryName: trial + ".partial",
            isPrivate: true, isNew: true)
        try file.takeName(isDurable: false)
        _ = remove(trial)
    }

    /// Renames a file to `NAME.1`; whether that went well.
    public func setAside(_ name: String) -> Bool {
        renameat(descriptor, name, descriptor, name + ".1") == 0
    }

    private func begin(_ name: String, isNew: Bool = false) throws(Failure) -> NewFile {
        try NewFile(
            path(of: name), in: descriptor, named: name, temporaryName: name + ".partial",
            isPrivate: true, isNew: isNew)
    }
}
