import LinuxLoop
import Quantities
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
        matcher = BackgroundReader(wakeup: wakeup) { $0.read() }
        watcher = path.map { ObjectFileWatcher($0, wakeup: wakeup) }
    }

    /// Begins to watch the file.
    func begin() throws(SystemError) { try watcher?.start() }

    /// Changes the objects.
    mutating func change<R>(_ change: (inout ObjectSupervision) -> R) -> R { change(&list) }

    /// Takes the file's objects and the roads that were found. Returns lines about both; `nil` where there is neither.
    mutating func takeResults(on map: MapIdentity, at now: MonotonicTime) -> [String]? {
        let (content, found) = (watcher?.takeContent(), matcher.takeOutcome())
        guard content != nil || found != nil else { return nil }
        return (content.map { [list.take($0)] } ?? [])
            + (found.map { list.take($0, map: map, at: now) } ?? [])
    }

    /// Has new objects matched to a map.
    mutating func match(on map: DrivenMap, at now: MonotonicTime) {
        guard !map.files.isEmpty, let (number, objects) = list.takeRequest(at: now) else { return }
        do throws(SystemError) {
            try matcher.start(
                ObjectRequest(
                    number: number, objects: objects, files: map.files, identity: map.identity))
        } catch {
            if let line = list.noteUnread("\(error)", at: now) { report(line) }
        }
    }
}
