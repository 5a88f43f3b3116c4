import LinuxLoop
import Quantities
import Supervision
import Synchronization
import TextFiles

/// Stores a value in a file while the vehicle drives, since an ECU may lose its power at any moment, and at the
/// end. Disks block, so a thread of its own writes. ``StoreSchedule`` and ``Storing`` decide; this does.
final class FileKeeper<Value: Sendable, Key: StorageKey>: StateKeeper, Sendable {
    private let path: String
    private let key: @Sendable (Value) -> Key
    private let write: @Sendable (Value) throws(Failure) -> Void
    private let state: Mutex<Storing<Key>>

    /// Stores values by `write` in a file, which has the value of a key by now. `path` names it.
    init(
        _ path: String, stored: Key?, key: @escaping @Sendable (Value) -> Key,
        write: @escaping @Sendable (Value) throws(Failure) -> Void
    ) {
        self.path = path
        self.key = key
        self.write = write
        state = Mutex(Storing(stored: stored))
    }

    /// Begins to write a value if it differs from what is stored. Returns whether it is written.
    func store(_ value: Value, at now: MonotonicTime) -> Bool {
        guard state.withLock({ $0.begin(key(value)) }) else { return false }
        do throws(SystemError) {
            try startThread { [self] in writeNow(value) }
        } catch {
            end("\(path): \(error)")
        }
        return true
    }

    /// Writes a value at the end, after what is being written. A disk that hangs does not keep the daemon from its end.
    func finish(_ value: Value?, at now: MonotonicTime) {
        let end = monotonicNow() + ClosingTime.state
        if waitUntilFree(end) {
            guard let value, store(value, at: now) else { return }
            if waitUntilFree(end) { return }
        }
        report("\(path): the disk did not take it in time; the next run may lack it")
    }

    private func waitUntilFree(_ end: MonotonicTime) -> Bool {
        waitUntil(end) { !state.withLock { $0.isBusy } }
    }

    private func writeNow(_ value: Value) {
        do throws(Failure) {
            try write(value)
            end(nil)
        } catch {
            end(error.description)
        }
    }

    private func end(_ failure: String?) {
        if let failure = state.withLock({ $0.end(failure) }) { report(failure) }
    }
}
