import LinuxLoop
import RoadMap
import Supervision

/// The objects of the host: a file and clients of the control socket give them, a thread matches them to the map.
/// ``ObjectSupervision`` decides; this does.
struct HostObjects {
    private(set) var list = ObjectSupervision()
    private let matcher: BackgroundReader<ObjectRequest, FoundObjects>
    private let watcher: ObjectFileWatcher?

    /// No objects yet; those of the file come when it was read.
    init(file path: String?, wakeup: Wakeup) {
        matcher = BackgroundReader(wakeup: wakeup, isPassing: { $0.isPassing }) { $0.read() }
        watcher = path.map { ObjectFileWatcher($0, wakeup: wakeup) }
    }

    /// Begins to watch the file.
    func begin() throws(SystemError) { try watcher?.start() }

    /// Changes the objects.
    mutating func change<R>(_ change: (inout ObjectSupervision) -> R) -> R { change(&list) }

    /// Takes the file's objects and the roads that were found. Returns lines about both; `nil` where there is neither.
    mutating func takeResults(on map: MapIdentity) -> [String]? {
        let (content, found) = (watcher?.takeContent(), matcher.takeOutcome())
        guard content != nil || found != nil else { return nil }
        return (content.map { [list.take($0)] } ?? [])
            + (found.map { list.take($0, map: map) } ?? [])
    }

    /// Has new objects matched to a map.
    func match(on map: DrivenMap) {
        guard let (number, objects) = list.toMatch, !map.files.isEmpty else { return }
        do throws(SystemError) {
            try matcher.start(
                ObjectRequest(
                    number: number, objects: objects, files: map.files, identity: map.identity))
        } catch {
            report("objects: \(error); they restrict nothing")
        }
    }
}
