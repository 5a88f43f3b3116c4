import CLibrary
import CLinux

/// A file on its way to its name: the name always stands for a whole file, the one before or the new one.
///
/// ```swift
/// let file = try NewFile("roads.ehmap")
/// … write(file.descriptor, …) …
/// try file.takeName(isDurable: true)
/// ```
/// Where the file system allows it (O_TMPFILE), the file has no name until it is complete, so that nothing is left
/// of a program that is killed. Elsewhere it has a name that ends in `.partial` beside its place. That file is
/// removed with this object, and when a signal ends the program.
public final class NewFile: FileSteps {
    /// For writing, at any place.
    public let descriptor: Int32
    /// The path, for people.
    private let path: String
    /// The folder in which ``name`` is looked up.
    private let folder: Int32
    private let name: String
    /// The name until it is complete, where it needs one.
    private let temporaryName: String
    /// Whether it has a name before it is complete.
    private let isNamed: Bool
    /// Whether no file may have the name.
    private let isNew: Bool
    private let guardNumber: Int32
    private var isInPlace = false

    /// Begins a file. The failure is one line that names the path.
    /// - Parameter isPrivate: Whether its user alone may read it: it holds a person's movements.
    public convenience init(_ path: String, isPrivate: Bool = false) throws(Failure) {
        try self.init(
            path, in: AT_FDCWD, named: path, temporaryName: "\(path).\(getpid()).partial",
            isPrivate: isPrivate)
    }

    /// Begins a file in an open folder.
    init(
        _ path: String, in folder: Int32, named name: String, temporaryName: String,
        isPrivate: Bool, isNew: Bool = false
    ) throws(Failure) {
        self.isNew = isNew
        self.path = path
        self.folder = folder
        self.name = name
        self.temporaryName = temporaryName
        let mode: mode_t = isPrivate ? 0o600 : 0o644
        let unnamed = clinux_open_unnamed(folder, Files.folder(of: name), mode)
        isNamed = unnamed < 0
        // The guard comes before the file: a signal may come at once.
        guardNumber = isNamed && folder == AT_FDCWD ? clinux_guard_file(temporaryName) : -1
        descriptor =
            isNamed ? Files.create(temporaryName, in: folder, isPrivate: isPrivate) : unnamed
        guard descriptor >= 0 else {
            throw Failure("cannot write \(path): \(systemErrorText())")
        }
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
            if isNamed, !isInPlace { unlinkat(folder, temporaryName, 0) }
        }
        if guardNumber >= 0 { clinux_end_guard(guardNumber) }
    }

    /// Writes bytes from an index on. Returns how many the disk took.
    public func write(_ bytes: [UInt8], from start: Int) throws(Failure) -> Int {
        while true {
            let count = bytes.withUnsafeBytes {
                CLibrary.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
            if count >= 0 { return count }
            guard errno == EINTR else { throw failure }
        }
    }

    /// Returns once the disk has the content.
    public func sync() throws(Failure) {
        guard fsync(descriptor) == 0 else { throw failure }
    }

    /// Puts the file in the place of the one that has the name, in one step.
    public func replace() throws(Failure) {
        guard takesPlace() else { throw failure }
        isInPlace = true
    }

    private var failure: Failure { Failure("cannot write \(path): \(systemErrorText())") }

    /// Puts the file in the place of the one that has the name; `errno` has the reason where that fails.
    private func takesPlace() -> Bool {
        if isNamed, isNew {
            // A second name is refused where there is a file, and not put in its place.
            guard linkat(folder, temporaryName, folder, name, 0) == 0 else { return false }
            unlinkat(folder, temporaryName, 0)
            return true
        }
        if isNamed { return renameat(folder, temporaryName, folder, name) == 0 }
        if clinux_give_name(descriptor, folder, name) == 0 { return true }
        guard errno == EEXIST, !isNew else { return false }
        // A name that is taken is taken over by a rename: for a moment the file has another one, in which no
        // signal ends the program.
        var held = sigset_t()
        clinux_hold_signals(&held)
        defer { clinux_release_signals(&held) }
        if clinux_give_name(descriptor, folder, temporaryName) != 0 {
            guard errno == EEXIST, unlinkat(folder, temporaryName, 0) == 0,
                clinux_give_name(descriptor, folder, temporaryName) == 0
            else { return false }
        }
        guard renameat(folder, temporaryName, folder, name) != 0 else { return true }
        let reason = errno
        unlinkat(folder, temporaryName, 0)
        errno = reason
        return false
    }

    /// Returns once the disk has the name, which is part of the folder.
    public func syncFolder() throws(Failure) {
        let opened =
            folder == AT_FDCWD
            ? open(Files.folder(of: name), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : folder
        // A folder that may not be read cannot be flushed; the file itself is on the disk.
        guard opened >= 0 else { return }
        defer { if opened != folder { close(opened) } }
        // Some file systems cannot flush a folder and need not.
        if fsync(opened) != 0, errno != EINVAL { throw failure }
    }
}
