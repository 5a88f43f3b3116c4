import Glibc
import LinuxLoop
import MapSignature
import RoadMap
import Synchronization

/// Looks once a second whether the map's name stands for another file, and reads such a file whole on
/// its own thread before it hands it over: only a map that holds together is driven on.
final class MapWatcher: Sendable {
    /// A file that the name stood for.
    struct Finding: Sendable {
        /// The file, opened and checked, or why it will not do.
        let result: Result<CheckedMap, Unfit>
    }

    /// A file that was checked. It is handed over open: what was checked is what is read later on,
    /// whatever becomes of the name.
    struct CheckedMap: @unchecked Sendable {
        // One thread gives it away and does not look back.
        let source: FileBlockSource
    }

    /// Why a file is not used.
    struct Unfit: Error, Sendable {
        let reason: String
    }

    private struct State {
        var finding: Finding?
    }

    private let path: String
    private let key: MapKey?
    private let wakeup: Wakeup
    private let state = Mutex(State())
    private let known: FileVersion?

    /// A watcher of a name; the file that it stands for now is the one that is in use.
    init(path: String, key: MapKey?, wakeup: Wakeup) {
        self.path = path
        self.key = key
        self.wakeup = wakeup
        known = FileVersion(of: path)
    }

    /// Begins to watch.
    func start() throws(SystemError) {
        try startThread { [self] in
            var last = known
            while true {
                sleep(1)
                // A name that stands for nothing is one that is about to be replaced.
                guard let version = FileVersion(of: path), version != last else { continue }
                last = version
                let result = check()
                state.withLock { $0.finding = Finding(result: result) }
                wakeup.wake()
            }
        }
    }

    /// What was found, once; `nil` where nothing has changed.
    func takeFinding() -> Finding? {
        state.withLock { state in
            defer { state.finding = nil }
            return state.finding
        }
    }

    private func check() -> Result<CheckedMap, Unfit> {
        do throws(MapError) {
            let source = try FileBlockSource(path: path)
            let map = try RoadMap(source: source, cacheBytes: 1 << 20)
            if let key {
                do throws(MapSignatureError) {
                    try MapSignature.check(source, named: path, against: key)
                } catch { return .failure(Unfit(reason: "\(error)")) }
            }
            var first: MapProblem?
            MapVerification(of: map).run { problem in
                first = problem
                return false
            }
            if let first { return .failure(Unfit(reason: "\(first)")) }
            return .success(CheckedMap(source: source))
        } catch {
            return .failure(Unfit(reason: "\(error)"))
        }
    }
}

/// What tells one file of a name from the next.
private struct FileVersion: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let length: Int64
    private let seconds: Int
    private let nanoseconds: Int

    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        length = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
