import Configuration
import Console
import Engine
import LinuxLoop
import RoadMap
import Synchronization

/// Reads the file of the route and finds it on the map, on a thread of its own since disks block and
/// long routes take their time, and hands the result over through a ``Wakeup``.
final class RouteLoader: Sendable {
    /// What became of it.
    struct Outcome: Sendable {
        /// The map that its links are those of.
        let map: MapIdentity
        /// What was asked for.
        let choice: RouteChoice
        /// The route, `nil` where there is none any more; or the line that says what is wrong.
        let guide: Result<RouteGuide?, Failure>
    }

    /// What is to be read.
    private struct Request: Sendable {
        let choice: RouteChoice
        let files: MapWatcher.CheckedMap
        let name: String
    }

    private struct State {
        var request: Request?
        var isReading = false
        var outcome: Outcome?
    }

    private let wakeup: Wakeup
    private let state = Mutex(State())

    /// A loader that has read nothing.
    init(wakeup: Wakeup) { self.wakeup = wakeup }

    /// Begins to read. Where it is just reading, it reads this afterwards.
    func start(
        _ choice: RouteChoice, on files: MapWatcher.CheckedMap, named name: String
    ) throws(SystemError) {
        let isReading = state.withLock { state in
            state.request = Request(choice: choice, files: files, name: name)
            defer { state.isReading = true }
            return state.isReading
        }
        guard !isReading else { return }
        do {
            try startThread { [self] in
                while let request = takeRequest() {
                    let outcome = Self.read(request)
                    state.withLock { $0.outcome = outcome ?? $0.outcome }
                    wakeup.wake()
                }
            }
        } catch {
            state.withLock { $0.isReading = false }
            throw error
        }
    }

    /// What was read, once; `nil` where nothing is there.
    func takeOutcome() -> Outcome? {
        state.withLock { state in
            defer { state.outcome = nil }
            return state.outcome
        }
    }

    private func takeRequest() -> Request? {
        state.withLock { state in
            defer { state.request = nil }
            state.isReading = state.request != nil
            return state.request
        }
    }

    /// Reads; `nil` where the map is not one any more, which the loop finds out by itself.
    private static func read(_ request: Request) -> Outcome? {
        guard let roads = try? RoadMap(sources: request.files.sources) else { return nil }
        let guide = Result { () throws(Failure) in
            try request.choice.read(on: roads, named: request.name)
        }
        return Outcome(map: MapIdentity(roads.header), choice: request.choice, guide: guide)
    }
}
