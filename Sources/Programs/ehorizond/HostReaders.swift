import LinuxLoop
import Supervision

/// What is read on threads of their own.
struct HostReaders {
    let route: BackgroundReader<RouteRequest, FoundRoute>
    let objects: BackgroundReader<ObjectRequest, FoundObjects>

    init(_ wakeup: Wakeup) {
        route = BackgroundReader(wakeup: wakeup) { $0.read() }
        objects = BackgroundReader(wakeup: wakeup) { $0.read() }
    }
}
