import CLibrary
import Synchronization

/// Why records could not be kept on the disk.
public enum SortingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A temporary file failed; its folder and the system's reason.
    case temporaryFile(folder: String, reason: String)

    /// One line for people.
    public var description: String {
        switch self {
        case .temporaryFile(let folder, let reason):
            "cannot use a temporary file in \(folder): \(reason)"
        }
    }
}

/// The memory that sorters may use, and the folder for what does not fit. The temporary file has no
/// name: it is gone with the program, however that ends.
public final class SortingSpace: Sendable {
    /// How many sorters are full at one time at most, five, and a share for the chunks that are being
    /// sorted meanwhile: the memory is shared among so many.
    private static let sharers = 6

    private let folder: String
    private let opened = Mutex<SpillFile?>(nil)
    let memoryPerSorter: Int
    let chunkLength: Int

    /// A space of so many bytes of memory and the disk space of a folder.
    public init(memory: Int, folder: String) {
        self.folder = folder
        memoryPerSorter = max(memory / SortingSpace.sharers, 64 << 10)
        chunkLength = min(max(memoryPerSorter / 8, 32 << 10), 4 << 20)
    }

    /// How many bytes have been written to the disk.
    public var spilledBytes: UInt64 { opened.withLock { $0?.length ?? 0 } }

    func file() throws(SortingError) -> SpillFile {
        try opened.withLock { opened throws(SortingError) in
            if let opened { return opened }
            let file = try SpillFile(folder: folder)
            opened = file
            return file
        }
    }
}
