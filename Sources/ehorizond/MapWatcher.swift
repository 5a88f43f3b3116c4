import Glibc
import LinuxLoop
import MapSignature
import RoadMap
import Synchronization

/// Looks once a second whether a name of the map's files stands for another file, and reads such a file
/// whole on its own thread before it hands it over: only a map that holds together is driven on.
final class MapWatcher: Sendable {
    /// Files that the names stood for.
    struct Finding: Sendable {
        /// The files of the map from now on, `nil` where none of the new ones will do.
        let map: CheckedMap?
        /// Why new ones will not do.
        let unfit: [Unfit]
    }

    /// Files that were checked, opened as one map. They are handed over open: what was checked is what is
    /// read later on, whatever becomes of the names.
    struct CheckedMap: @unchecked Sendable {
        // This thread lets go of it when it hands it over.
        let roads: RoadMap
    }

    /// The files that the map has by now.
    private struct Sources: @unchecked Sendable {
        // A source has nothing that changes, so two threads may read it.
        var files: [FileBlockSource]
    }

    /// Why a file is not used.
    struct Unfit: Error, Sendable {
        let path: String
        let reason: String
    }

    private struct State {
        var finding: Finding?
    }

    private let paths: [String]
    private let key: MapKey?
    private let wakeup: Wakeup
    private let state = Mutex(State())
    private let known: [FileVersion?]
    private let opened: Sources

    /// A watcher of the names of a map's files, from the files on that are open.
    init(_ map: OpenedMap, key: MapKey?, wakeup: Wakeup) {
        paths = map.paths
        self.key = key
        self.wakeup = wakeup
        opened = Sources(files: map.sources)
        known = paths.map { FileVersion(of: $0) }
    }

    /// Begins to watch.
    func start() throws(SystemError) {
        try startThread { [self] in
            var seen = known
            var sources = opened.files
            while true {
                sleep(1)
                var isChanged = false
                var unfit: [Unfit] = []
                for (index, path) in paths.enumerated() {
                    // A name that stands for nothing is one that is about to be replaced.
                    guard let version = FileVersion(of: path), version != seen[index] else {
                        continue
                    }
                    seen[index] = version
                    // A file that will not do leaves the one before it in its place.
                    switch check(path) {
                    case .success(let source):
                        sources[index] = source
                        isChanged = true
                    case .failure(let failure): unfit.append(failure)
                    }
                }
                guard isChanged || !unfit.isEmpty else { continue }
                var map: CheckedMap?
                // Opening reads each file's header and the notes: not in the loop that sends.
                if isChanged {
                    do throws(MapError) {
                        map = CheckedMap(roads: try RoadMap(sources: sources))
                    } catch {
                        unfit.append(Unfit(path: RoadMap.name(of: paths), reason: "\(error)"))
                    }
                }
                let found = map
                let refused = unfit
                state.withLock { state in
                    // What was not taken yet is still news.
                    let former = state.finding
                    state.finding = Finding(
                        map: found ?? former?.map, unfit: (former?.unfit ?? []) + refused)
                }
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

    private func check(_ path: String) -> Result<FileBlockSource, Unfit> {
        func unfit(_ reason: Any) -> Result<FileBlockSource, Unfit> {
            .failure(Unfit(path: path, reason: "\(reason)"))
        }
        do throws(MapError) {
            let source = try FileBlockSource(path: path)
            let map = try RoadMap(source: source, cacheBytes: 1 << 20)
            if let key {
                do throws(MapSignatureError) {
                    try MapSignature.check(source, named: path, against: key)
                } catch { return unfit(error) }
            }
            var first: MapProblem?
            MapVerification(of: map).run { problem in
                first = problem
                return false
            }
            if let first { return unfit(first) }
            return .success(source)
        } catch {
            return unfit(error)
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
