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
        names = MapNames(map.versions)
    }

    /// Begins to watch. The first map is in use before it is checked as a whole: a horizon cannot wait.
    func start() throws(SystemError) {
        try startThread { [self] in
            var names = names
            // The files that were handed over are closed here: the last `close` of a file without a name frees its blocks,
            // which takes as long as the disk wants, and the loop does not wait for disks.
            var files = HeldObjects(findings.withLock { $0.inUse }.flatMap(\.source.files))
            var verified = VerifiedFiles()
            verifyUsed(&verified)
            while true {
                sleep(1)
                files.release()
                lookAtFilesInUse(&verified)
                verifyUsed(&verified)
                look(at: &names, &verified, &files)
            }
        }
    }

    /// Takes note that other files are in use again, because the last ones failed.
    /// - Parameter isPassing: Whether the last ones could not be read now, and are to be checked again.
    func goBack(to map: CheckedMap, isPassing: Bool = false) {
        findings.withLock { $0.goBack(to: map.parts, isPassing: isPassing) }
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
                verify(index, part, source, generation, &verified)
            }
        }
    }

    /// Checks a file in use. One that could not be read now is checked again later.
    private func verify(
        _ index: Int, _ part: MapPart, _ source: MapSource, _ generation: Int,
        _ verified: inout VerifiedFiles
    ) {
        do throws(UnfitFile) {
            try source.verify()
        } catch {
            guard error.isPassing else {
                return refuse(index, part, source.path, error.reason, generation)
            }
            verified.checkAgain(source.path)
            findings.withLock { $0.note(fit: [], unfit: [error]) }
            wakeup.wake()
        }
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
    private func lookAtFilesInUse(_ verified: inout VerifiedFiles) {
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
                    if source.isUsed { verify(index, part, source, generation, &verified) }
                }
            }
        }
    }

    private func look(
        at names: inout MapNames<FileVersion>, _ verified: inout VerifiedFiles,
        _ files: inout HeldObjects<FileBlockSource>
    ) {
        var fit: [(index: Int, source: MapPart)] = []
        var unfit: [UnfitFile] = []
        if findings.withLock({ $0.takeCheck() }) { names.checkAgain() }
        for (index, path) in paths.enumerated()
        where names.isToCheck(index, FileVersion.name(path, isSigned: key != nil)) {
            // A file in use that was written in place since the last look is a new version too.
            lookAtFilesInUse(&verified)
            do throws(UnfitFile) {
                let part = try open(path)
                let former = findings.withLock { $0.inUse.first { $0.index == index }?.source }
                let isPassing = part.unfit.contains(where: \.isPassing)
                names.noteChecked(index, isFit: true, isPassing: isPassing)
                // A region that still cannot be read.
                if isPassing, former?.hasSameFiles(as: part) ?? false { continue }
                try part.verify(replacing: former)
                fit.append((index, part))
                unfit += part.unfit
            } catch {
                unfit.append(error)
                names.noteChecked(index, isFit: false, isPassing: error.isPassing)
            }
        }
        guard !fit.isEmpty || !unfit.isEmpty else { return }
        files.hold(fit.flatMap(\.source.files))
        findings.withLock { [fit, unfit] in $0.note(fit: fit, unfit: unfit) }
        wakeup.wake()
    }

    private func open(_ path: String) throws(UnfitFile) -> MapPart {
        do throws(MapSource.Problem) {
            return try MapPart(path, key: key)
        } catch { throw UnfitFile(path: path, reason: "\(error)", isPassing: error.isPassing) }
    }
}

/// The files that were checked since other ones are in use.
private struct VerifiedFiles {
    private var generation: Int?
    private var paths: Set<String> = []
    /// In how many looks files are checked again.
    private var looksLeft: [String: Int] = [:]

    /// Looks at the files of a generation.
    mutating func begin(_ generation: Int) {
        if generation != self.generation { (paths, looksLeft) = ([], [:]) }
        self.generation = generation
        for (path, left) in looksLeft {
            looksLeft[path] = left > 1 ? left - 1 : nil
            if left <= 1 { paths.remove(path) }
        }
    }

    /// Takes note that a file could not be read now: it is checked again after a while.
    mutating func checkAgain(_ path: String) {
        looksLeft[path] = MapNames<FileVersion>.looksUntilAgain
    }

    /// Whether a file was not checked yet; from now on it counts as checked.
    mutating func isNew(_ path: String) -> Bool { paths.insert(path).inserted }
}
