import CLibrary
import RoadMapWriter
import TextFiles

/// A map file on its way to its place, so that the name always stands for a whole map, the old one or the new
/// one.
final class MapOutput: MapDestination {
    private let path: String
    private let file: NewFile

    /// Opens the output, before the work, so that a folder that cannot be written is known at once.
    init(_ path: String) throws(Failure) {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            throw Failure("cannot write \(path): it is not a regular file")
        }
        self.path = path
        // Of a link the map that it leads to is written.
        file = try NewFile(exists ? Files.resolved(path) : path)
    }

    /// The folder of the map, where temporary files have room too.
    var folder: String { Files.folder(of: path) }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(MapContentError) {
        var done = 0
        while done < bytes.count {
            let start = done
            let count = bytes.withUnsafeBytes { bytes in
                pwrite(
                    file.descriptor,
                    bytes.baseAddress.map { $0 + start },
                    bytes.count - start,
                    off_t(offset) + off_t(start)
                )
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .output("cannot write \(path): \(systemErrorText())")
            }
            done += count
        }
    }

    /// Puts the file in its place, once all of it is written and on the disk.
    func finish() throws(Failure) { try file.takeName(isDurable: true) }
}
