import CLibrary
import LinuxLoop
import MapSignature
import RoadMap
import Supervision
import Synchronization

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
    private let findings: Mutex<MapFindings<MapPart>>
    private let names: MapNames<FileVersion>

    /// A watcher of the names of an open map.
    init(_ map: OpenedMap, key: MapKey?, wakeup: Wakeup) {
        paths = map.paths
        self.key = key
        self.wakeup = wakeup
        findings = Mutex(MapFindings(map.parts))
        names = MapNames(paths.map { Self.version(of: $0, isSigned: key != nil) })
    }

    /// Begins to watch. The first map is in use before it is checked as a whole: a horizon cannot wait.
    func start() throws(SystemError) {
        try startThread { [self] in
            var names = names
            var verified = VerifiedFiles()
            verifyUsed(&verified)
            while true {
                sleep(1)
                lookAtFilesInUse()
                verifyUsed(&verified)
                look(at: &names)
            }
        }
    }

    /// Takes note that other files are in use again, because the last ones failed.
    func goBack(to map: CheckedMap) {
        findings.withLock { $0.goBack(to: map.parts) }
    }

    /// What was found, once; `nil` where nothing has changed.
    func takeFinding() -> Finding? {
        findings.withLock { $0.take() }.map { finding in
            Finding(
                map: finding.sources.map { CheckedMap(parts: $0) }, unfit: finding.unfit,
                refused: finding.refused)
        }
    }

    /// Checks the files in use that were not checked yet.
    private func verifyUsed(_ verified: inout VerifiedFiles) {
        let (parts, generation) = findings.withLock { ($0.inUse, $0.generation) }
        verified.begin(generation)
        for (index, part) in parts {
            for source in part.sources where source.isUsed && verified.isNew(source.path) {
                verify(index, part, source, generation)
            }
        }
    }

    private func verify(_ index: Int, _ part: MapPart, _ source: MapSource, _ generation: Int) {
        do throws(UnfitFile) {
            try source.verify()
        } catch { refuse(index, part, source.path, error.reason, generation) }
    }

    /// Refuses a file. The other regions of a set stay in use.
    private func refuse(
        _ index: Int, _ part: MapPart, _ path: String, _ reason: String, _ generation: Int
    ) {
        let file = UnfitFile(path: path, reason: reason)
        let isRefused = findings.withLock { [rest = part.without(path)] findings in
            guard let rest else { return findings.refuse(index, file, of: generation) }
            return findings.replace(index, by: rest, without: file, of: generation)
        }
        if isRefused { wakeup.wake() }
    }

    /// Refuses files that were written in place. Where only a name or the rights of a file have changed, as when
    /// a new one takes its name, its content is checked once more.
    private func lookAtFilesInUse() {
        let (parts, generation) = findings.withLock { ($0.inUse, $0.generation) }
        for (index, part) in parts {
            for source in part.sources {
                guard let state = try? source.file.state(), state != source.state else { continue }
                if state.hasOtherContent(than: source.state) {
                    refuse(index, part, source.path, "the file was changed in place", generation)
                } else {
                    findings.withLock { [path = source.path] in
                        $0.update(index, of: generation) { $0.note(state, of: path) }
                    }
                    if source.isUsed { verify(index, part, source, generation) }
                }
            }
        }
    }

    private func look(at names: inout MapNames<FileVersion>) {
        var fit: [(index: Int, source: MapPart)] = []
        var unfit: [UnfitFile] = []
        for (index, path) in paths.enumerated()
        where names.isToCheck(index, Self.version(of: path, isSigned: key != nil)) {
            do throws(UnfitFile) {
                let part = try open(path)
                try part.verify(
                    replacing: findings.withLock { $0.inUse.first { $0.index == index }?.source })
                fit.append((index, part))
                unfit += part.unfit
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

    private func open(_ path: String) throws(UnfitFile) -> MapPart {
        do throws(MapSource.Problem) {
            return try MapPart(path, key: key)
        } catch { throw UnfitFile(path: path, reason: "\(error)", isPassing: error.isPassing) }
    }

    private static func version(of path: String, isSigned: Bool) -> NameVersion<FileVersion> {
        NameVersion(
            file: FileVersion(of: path),
            signature: isSigned ? FileVersion(of: MapSignature.path(of: path)) : nil)
    }
}

/// The files that were checked since other ones are in use.
private struct VerifiedFiles {
    private var generation: Int?
    private var paths: Set<String> = []

    /// Looks at the files of a generation.
    mutating func begin(_ generation: Int) {
        if generation != self.generation { paths.removeAll() }
        self.generation = generation
    }

    /// Whether a file was not checked yet; from now on it counts as checked.
    mutating func isNew(_ path: String) -> Bool { paths.insert(path).inserted }
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
