import LinuxLoop
import Quantities
import Recording
import RoadMap
import Supervision
import Synchronization
import TextFiles

/// The memory of the ring buffer, and the thread that writes it. ``RingStore`` decides; this does. The loop never
/// waits for it.
final class RingFile: RingOutput, Sendable {
    private let folder: PrivateFolder
    private let mostFiles: Int
    private let capacity: Int
    private let wakeup: Wakeup
    private let state: Mutex<RingStore>
    private let hasEnded = Mutex(false)

    /// Makes the folder where there is none, and starts the thread.
    init(_ path: String, store: RingStore, capacity: Int, mostFiles: Int) throws {
        folder = try PrivateFolder(path)
        self.mostFiles = mostFiles
        self.capacity = capacity
        wakeup = try Wakeup()
        state = Mutex(store)
        // A folder that cannot be written is known before the drive.
        try folder.check("ring")
        let interval = store.interval
        try startThread { [self] in work(every: interval) }
    }

    func wantsState(at now: MonotonicTime) -> Bool? {
        state.withLockIfAvailable { $0.wantsState(at: now) }
    }

    func begin(with encoder: RecordingEncoder, map: MapIdentity, isNew: Bool) -> Bool {
        state.withLockIfAvailable { $0.begin(with: encoder, map: map, isNew: isNew) } != nil
    }

    func take(from encoder: inout RecordingEncoder) -> MonotonicTime? {
        state.withLockIfAvailable { $0.take(from: &encoder, awake: awakeNow()) } ?? nil
    }

    func write(_ reason: RingReason, learnedTurns: [UInt8]) -> Bool {
        let isNoted =
            state.withLockIfAvailable {
                $0.write(reason, learnedTurns: learnedTurns)
                return true
            } ?? false
        if isNoted { wakeup.wake() }
        return isNoted
    }

    func close() {
        state.withLock { $0.close() }
        wakeup.wake()
    }

    func waitUntilWritten(until end: MonotonicTime) {
        if waitUntil(end, { hasEnded.withLock { $0 } }) { return }
        report("\(folder.path): the disk did not take the ring buffer in time")
    }

    func takeOutcome() -> RingOutcome? {
        state.withLockIfAvailable { $0.takeOutcome() } ?? nil
    }

    // MARK: The thread

    private func work(every interval: Nanoseconds?) {
        do {
            let poller = try Poller()
            try poller.add(wakeup.descriptor, .readable, token: 0)
            while writeAll() {
                try poller.wait(timeout: interval) { _ in }
                _ = try wakeup.acknowledge()
            }
        } catch {
            report("\(folder.path): \(error); the ring buffer is not written any more")
        }
        hasEnded.withLock { $0 = true }
    }

    /// The memory of a ring buffer and of the file that is made of it, bytes.
    static func memory(of capacity: Int) -> Int { 3 * capacity }

    /// Writes what is asked for. Returns whether there may be more.
    private func writeAll() -> Bool {
        while true {
            if state.withLock({ $0.wantsFile(awake: awakeNow()) }) {
                do throws(Failure) { try MemoryRoom.check(2 * capacity) } catch {
                    report("\(folder.path): \(error); the ring buffer is not written")
                    state.withLock { $0.refuseFile() }
                }
            }
            let (now, utc) = (monotonicNow(), systemNow())
            switch state.withLock({ $0.next(at: now, utc: utc) }) {
            case .wait: return true
            case .finish: return false
            case .write(let reason, let bytes):
                let isWritten = write(bytes, reason, at: utc)
                state.withLock { $0.note(RingOutcome(reason: reason, isWritten: isWritten)) }
            }
        }
    }

    /// Writes a file. Returns whether that went well.
    private func write(_ bytes: [UInt8], _ reason: RingReason, at utc: UTCTime) -> Bool {
        do throws(Failure) {
            let names = RingNames(among: try folder.names(), most: mostFiles, reason, at: utc)
            // First the new one: a disk without room keeps the old ones.
            try folder.writeNew(bytes, to: names.next)
            for name in names.surplus { _ = folder.remove(name) }
            report("\(folder.path(of: names.next)): the ring buffer is written")
            return true
        } catch {
            report("\(error); the ring buffer is not written")
            return false
        }
    }
}
