import CLibrary
import LinuxLoop
import RoadObjects
import Supervision
import Synchronization
import TextFiles

/// Reads the file of objects when it changes, on a thread of its own. ``FileChanges`` decides when.
final class ObjectFileWatcher: Sendable {
    /// The time from one look to the next, µs.
    private static let pause: UInt32 = 250_000

    private let path: String
    private let wakeup: Wakeup
    private let content = Mutex<ObjectFileContent?>(nil)

    /// A watcher of a name.
    init(_ path: String, wakeup: Wakeup) {
        self.path = path
        self.wakeup = wakeup
    }

    /// Begins to watch.
    func start() throws(SystemError) {
        try startThread { [self] in
            var changes = FileChanges<FileVersion>()
            while true {
                switch changes.look(FileVersion(of: path)) {
                case .none: break
                case .missing: handOver(.missing(path))
                case .read: handOver(ObjectFileContent(path, Result(catching: read)))
                }
                usleep(Self.pause)
            }
        }
    }

    /// The latest content, once; `nil` where nothing has changed.
    func takeContent() -> ObjectFileContent? {
        content.withLock { content in
            defer { content = nil }
            return content
        }
    }

    private func read() throws(Failure) -> [UInt8] {
        try Files.readRegular(path, atMost: ObjectSupervision.longestFile)
    }

    private func handOver(_ new: ObjectFileContent) {
        content.withLock { $0 = new }
        wakeup.wake()
    }
}
