import Console
import Glibc
import RoadMapWriter

/// A map file on its way to its place: written beside it, flushed to the disk, then renamed, so that
/// the name always stands for a whole map, the old one or the new one.
final class MapOutput: MapDestination {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var isInPlace = false

    /// Opens the output, before the work, so that a folder that cannot be written is known at once.
    init(_ path: String) throws(Failure) {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            throw Failure("cannot write \(path): it is not a regular file")
        }
        self.path = path
        let name = "\(path).\(getpid()).partial"
        temporary = name
        descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Failure("cannot write \(path): \(Program.systemError())")
        }
    }

    deinit {
        close(descriptor)
        if !isInPlace { unlink(temporary) }
    }

    /// The folder of the map, where temporary files have room too.
    var folder: String {
        let slash = path.lastIndex(of: "/")
        return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(MapContentError) {
        var done = 0
        while done < bytes.count {
            let start = done
            let count = bytes.withUnsafeBytes { bytes in
                pwrite(
                    descriptor,
                    bytes.baseAddress.map { $0 + start },
                    bytes.count - start,
                    off_t(offset) + off_t(start)
                )
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .output("cannot write \(path): \(Program.systemError())")
            }
            done += count
        }
    }

    /// Puts the file in its place, once all of it is written.
    func finish() throws(Failure) {
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure() }
        isInPlace = true
        try syncFolder()
    }

    /// The new name is part of the folder, and has to reach the disk too.
    private func syncFolder() throws(Failure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        // Some file systems cannot flush a folder and need not.
        if fsync(descriptor) != 0, errno != EINVAL { throw failure() }
    }

    private func failure() -> Failure {
        Failure("cannot write \(path): \(Program.systemError())")
    }
}
