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

    /// Files that were checked. They are handed over open: what was checked is what is read later on,
    /// whatever becomes of the names. A file that is written in place all the same is not checked as a
    /// whole again: of what is read then each block is, against its checksum.
    struct CheckedMap: @unchecked Sendable {
        // A source has nothing that changes, so two threads may read it.
        let sources: [FileBlockSource]
    }

    /// Why a file is not used.
    struct Unfit: Error, Sendable {
        let path: String
        let reason: String
    }

    private struct State {
        var finding: Finding?
        /// The files that are driven on, or will be once the finding is taken.
        var driven: CheckedMap
    }

    /// A file that was checked and the place of its name.
    private struct CheckedFile: @unchecked Sendable {
        let index: Int
        let source: FileBlockSource
    }

    private let paths: [String]
    private let key: MapKey?
    private let wakeup: Wakeup
    private let state: Mutex<State>
    private let known: [NameVersion]

    /// A watcher of the names of a map's files, from the files on that are open.
    init(_ map: OpenedMap, key: MapKey?, wakeup: Wakeup) {
        paths = map.paths
        self.key = key
        self.wakeup = wakeup
        state = Mutex(State(driven: CheckedMap(sources: map.sources)))
        known = paths.map { NameVersion(of: $0, isSigned: key != nil) }
    }

    /// Begins to watch.
    func start() throws(SystemError) {
        try startThread { [self] in
            var seen = known
            var isRefused = paths.map { _ in false }
            while true {
                sleep(1)
                var fit: [CheckedFile] = []
                var unfit: [Unfit] = []
                for (index, path) in paths.enumerated() {
                    let version = NameVersion(of: path, isSigned: key != nil)
                    // A name that stands for nothing is one that is about to be replaced.
                    guard let file = version.file, version != seen[index] else { continue }
                    // A signature may come before its map or after it. By itself it matters to a file
                    // that was refused.
                    let isNew = file != seen[index].file
                    seen[index] = version
                    guard isNew || isRefused[index] else { continue }
                    // A file that will not do leaves the one before it in its place.
                    switch check(path) {
                    case .success(let source):
                        fit.append(CheckedFile(index: index, source: source))
                        isRefused[index] = false
                    case .failure(let failure):
                        unfit.append(failure)
                        isRefused[index] = true
                    }
                }
                guard !fit.isEmpty || !unfit.isEmpty else { continue }
                state.withLock { [fit, unfit] state in
                    var sources = state.driven.sources
                    for file in fit { sources[file.index] = file.source }
                    state.driven = CheckedMap(sources: sources)
                    // What was not taken yet is still news.
                    let former = state.finding
                    let map = fit.isEmpty ? former?.map : state.driven
                    state.finding = Finding(map: map, unfit: (former?.unfit ?? []) + unfit)
                }
                wakeup.wake()
            }
        }
    }

    /// Says that the map is made of other files again, because the last ones failed: a file that is
    /// replaced later comes to these.
    func goBack(to map: CheckedMap) { state.withLock { $0.driven = map } }

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

/// What a name of a map stands for: its file, and its signature's where there has to be one.
private struct NameVersion: Equatable, Sendable {
    /// `nil` where there is none.
    let file: FileVersion?
    private let signature: FileVersion?

    init(of path: String, isSigned: Bool) {
        file = FileVersion(of: path)
        signature = isSigned ? FileVersion(of: MapSignature.path(of: path)) : nil
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
