import Dispatch
import Synchronization

/// The sorted runs of a sorter. Chunks are sorted one after the other on another thread, and what does
/// not fit in memory is written there, while the sorter goes on taking records.
final class SealedRuns: Sendable {
    private struct State: Sendable {
        var runs: [RecordRun] = []
        /// What the runs in memory take.
        var heldBytes = 0
        var failure: SortingError?
    }

    private let space: SortingSpace
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "ehorizon.sorting")
    /// One chunk is sorted while the next one is filled: more would be memory for nothing.
    private let room = DispatchSemaphore(value: 1)

    init(in space: SortingSpace) { self.space = space }

    /// Takes a chunk; waits where the last one is not sorted yet.
    func add(_ chunk: RecordChunk) throws(SortingError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        guard !chunk.isEmpty else { return }
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            state.withLock { state in
                do throws(SortingError) { try seal(chunk, in: &state) } catch {
                    state.failure = error
                }
            }
        }
    }

    /// The runs of all chunks. There are none afterwards.
    func take() throws(SortingError) -> [RecordRun] {
        room.wait()
        defer { room.signal() }
        let state = state.withLock { state in
            defer { state = State() }
            return state
        }
        if let failure = state.failure { throw failure }
        return state.runs
    }

    private func seal(_ chunk: RecordChunk, in state: inout State) throws(SortingError) {
        var chunk = chunk
        chunk.sort()
        state.heldBytes += chunk.size
        state.runs.append(.memory(chunk))
        guard state.heldBytes > space.memoryPerSorter else { return }
        // What lies in memory becomes one run of the file; runs of the file stay as they are.
        var stored: [RecordRun] = []
        var held: [RecordRun] = []
        for run in state.runs {
            if case .memory = run { held.append(run) } else { stored.append(run) }
        }
        state.runs = []
        let records = try SortedRecords(held)
        held = []
        stored.append(.file(try space.file().write(records)))
        state.runs = stored
        state.heldBytes = 0
    }
}
