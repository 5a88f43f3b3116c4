import CLibrary
import LinuxLoop
import MapSignature
import RoadMap
import Supervision
import Synchronization

/// A file of a map, open: what was checked is what is read later, whatever becomes of its name. A file that is
/// written in place all the same is not used any more: with a key each read is compared with what was signed,
/// and its state is looked at once a second.
struct MapSource: @unchecked Sendable {
    // Neither has anything that changes without a lock, so two threads may read them.
    /// The file.
    let file: FileBlockSource
    /// What the map is read from: the file, or the file under its seal.
    let blocks: any BlockSource
    /// The state of the file before it was checked.
    var state: FileState

    /// Opens a file; with a key its signature is checked.
    init(path: String, key: MapKey?) throws(Problem) {
        do throws(MapError) {
            file = try FileBlockSource(path: path)
            state = try file.state()
            _ = try MapHeader(decoding: file)
        } catch { throw .map(error) }
        guard let key else {
            blocks = file
            return
        }
        do throws(MapSignatureError) {
            blocks = try MapSignature.check(file, named: path, against: key)
        } catch { throw .signature(error) }
    }

    /// Why a file cannot be used.
    enum Problem: Error, CustomStringConvertible {
        case map(MapError)
        case signature(MapSignatureError)

        /// Whether it says nothing of the file.
        var isPassing: Bool {
            switch self {
            case .map(let error): error.isPassing
            case .signature(let error): error.isPassing
            }
        }

        var description: String {
            switch self {
            case .map(let error): "\(error)"
            case .signature(let error): "\(error)"
            }
        }
    }

    /// Reads the whole file and checks that it is consistent.
    func verify(named path: String) throws(UnfitFile) {
        let map: RoadMap
        do throws(MapError) {
            map = try RoadMap(source: blocks, cacheBytes: 1 << 20)
        } catch { throw UnfitFile(path: path, reason: "\(error)", isPassing: error.isPassing) }
        var first: MapProblem?
        let verification = MapVerification(of: map)
        verification.run { problem in
            first = problem
            return false
        }
        if let first {
            throw UnfitFile(path: path, reason: "\(first)", isPassing: verification.isUnread)
        }
    }
}

/// The files of a map that may be used.
struct CheckedMap: Sendable {
    /// The files; none for a map without roads.
    let sources: [MapSource]
}

/// Checks the files of a map while they are in use, and looks once a second whether a name of them has another
/// file. Such a file is read whole before it is handed over: only a consistent map is used. ``MapNames`` and
/// ``MapFindings`` decide; this does, on its own thread.
final class MapWatcher: Sendable {
    /// What the loop takes.
    struct Finding {
        /// The files of the map from now on; `nil` where none of the new ones is fit.
        let map: CheckedMap?
        /// Why new files are not used.
        let unfit: [UnfitFile]
        /// Why files in use are not used any more.
        let refused: [UnfitFile]
    }

    private let paths: [String]
    private let key: MapKey?
    private let wakeup: Wakeup
    private let findings: Mutex<MapFindings<MapSource>>
    private let names: MapNames<FileVersion>

    /// A watcher of the names of an open map.
    init(_ map: OpenedMap, key: MapKey?, wakeup: Wakeup) {
        paths = map.paths
        self.key = key
        self.wakeup = wakeup
        findings = Mutex(MapFindings(map.sources))
        names = MapNames(paths.map { Self.version(of: $0, isSigned: key != nil) })
    }

    /// Begins to watch. The first map is in use before it is checked as a whole: a horizon cannot wait.
    func start() throws(SystemError) {
        try startThread { [self] in
            var names = names
            let (files, generation) = findings.withLock { ($0.inUse, $0.generation) }
            for (index, source) in files { verify(index, source, generation) }
            while true {
                sleep(1)
                lookAtFilesInUse()
                look(at: &names)
            }
        }
    }

    /// Takes note that other files are in use again, because the last ones failed.
    func goBack(to map: CheckedMap) {
        findings.withLock { $0.goBack(to: map.sources) }
    }

    /// What was found, once; `nil` where nothing has changed.
    func takeFinding() -> Finding? {
        findings.withLock { $0.take() }.map { finding in
            Finding(
                map: finding.sources.map { CheckedMap(sources: $0) }, unfit: finding.unfit,
                refused: finding.refused)
        }
    }

    private func verify(_ index: Int, _ source: MapSource, _ generation: Int) {
        do throws(UnfitFile) {
            try source.verify(named: paths[index])
        } catch { refuse(index, error.reason, generation) }
    }

    private func refuse(_ index: Int, _ reason: String, _ generation: Int) {
        let file = UnfitFile(path: paths[index], reason: reason)
        if findings.withLock({ $0.refuse(index, file, of: generation) }) { wakeup.wake() }
    }

    /// Refuses files that were written in place. Where only a name or the rights of a file have changed, as when
    /// a new one takes its name, its content is checked once more.
    private func lookAtFilesInUse() {
        let (files, generation) = findings.withLock { ($0.inUse, $0.generation) }
        for (index, source) in files {
            guard let state = try? source.file.state(), state != source.state else { continue }
            if state.hasOtherContent(than: source.state) {
                refuse(index, "the file was changed in place", generation)
            } else {
                findings.withLock { $0.update(index, of: generation) { $0.state = state } }
                verify(index, source, generation)
            }
        }
    }

    private func look(at names: inout MapNames<FileVersion>) {
        var fit: [(index: Int, source: MapSource)] = []
        var unfit: [UnfitFile] = []
        for (index, path) in paths.enumerated()
        where names.isToCheck(index, Self.version(of: path, isSigned: key != nil)) {
            do throws(UnfitFile) {
                let source = try open(path)
                try source.verify(named: path)
                fit.append((index, source))
                names.noteChecked(index, isFit: true)
            } catch {
                unfit.append(error)
                names.noteChecked(index, isFit: false, isPassing: error.isPassing)
            }
        }
        guard !fit.isEmpty || !unfit.isEmpty else { return }
        findings.withLock { [fit, unfit] in $0.note(fit: fit, unfit: unfit) }
        wakeup.wake()
    }

    private func open(_ path: String) throws(UnfitFile) -> MapSource {
        do throws(MapSource.Problem) {
            return try MapSource(path: path, key: key)
        } catch { throw UnfitFile(path: path, reason: "\(error)", isPassing: error.isPassing) }
    }

    private static func version(of path: String, isSigned: Bool) -> NameVersion<FileVersion> {
        NameVersion(
            file: FileVersion(of: path),
            signature: isSigned ? FileVersion(of: MapSignature.path(of: path)) : nil)
    }
}

/// What distinguishes one file of a name from the next.
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
