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
            var changes = FileChanges<NamedFile>()
            /// What the last line was about, if the file could not be read.
            var reported: String?
            while true {
                switch changes.look(NamedFile(of: path)) {
                case .none: break
                case .missing:
                    reported = nil
                    handOver(.missing(path))
                case .read:
                    let bytes = Result(catching: read)
                    var failure: String?
                    if case .failure(let reason) = bytes {
                        failure = reason.description
                        changes.noteUnread()
                    }
                    if failure == nil || failure != reported {
                        handOver(ObjectFileContent(path, bytes))
                    }
                    reported = failure
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
