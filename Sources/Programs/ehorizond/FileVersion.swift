import CLibrary
import MapSignature
import Supervision

/// What a name has now.
enum NamedFile: Equatable, Sendable {
    /// A file.
    case file(FileVersion)
    /// It cannot be known: the reason as errno(3) numbers it.
    case unknown(Int32)

    /// `nil` where no file has the name.
    init?(of path: String) {
        if let version = FileVersion(of: path) {
            self = .file(version)
        } else {
            let reason = errno
            guard reason != ENOENT, reason != ENOTDIR else { return nil }
            self = .unknown(reason)
        }
    }
}

/// What distinguishes one file of a name from the next.
struct FileVersion: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let length: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The file that has a name now; `nil` with `errno` where none is found.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        length = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// The version of a name of a map's files.
    static func name(_ path: String, isSigned: Bool) -> NameVersion<FileVersion> {
        NameVersion(
            file: FileVersion(of: path),
            signature: isSigned ? FileVersion(of: MapSignature.path(of: path)) : nil)
    }
}
