import CLibrary
import LinuxLoop
import Quantities
import Recording
import Supervision
import Synchronization
import TextFiles

/// The file of a recording. Chunks come from the loop without ever blocking it; a thread of its own
/// writes them.
final class RecordingFile: RecordingOutput, Sendable {
    private let path: String
    private let descriptor: OwnedDescriptor
    private let wakeup: Wakeup
    private let state: Mutex<ChunkQueue>

    /// Begins a recording. A file of that name from before is kept as `FILE.1`.
    init(path: String, header: RecordingHeader) throws {
        self.path = path
        guard !Files.isLink(path) else {
            throw Failure("cannot write \(path): it is a symbolic link")
        }
        var status = stat()
        let isThere = lstat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFREG {
            // A recording shows why a program was started again; it is not to be lost by that.
            guard rename(path, path + ".1") == 0 else {
                throw Failure("cannot keep \(path) as \(path).1: \(systemErrorText())")
            }
        }
        // A pipe or a device is written to as it is.
        let isSpecial = isThere && status.st_mode & S_IFMT != S_IFREG
        // A pipe that nobody reads is an error, and nothing to wait for.
        let number =
            isSpecial
            ? open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
            : Files.create(path, isPrivate: true)
        guard number >= 0 else { throw Failure("cannot write \(path): \(systemErrorText())") }
        descriptor = OwnedDescriptor(number)
        if isSpecial { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) }
        wakeup = try Wakeup()
        do throws(Failure) {
            try MemoryRoom.check(ChunkQueue.chunkCount * RecordingFormat.longestChunk * 2)
        } catch {
            throw Failure("cannot write \(path): \(error)")
        }
        state = Mutex(ChunkQueue())
        if let reason = write(header.encoded()) {
            throw Failure("cannot write \(path): \(reason)")
        }
        try startThread { [self] in work() }
    }

    /// Takes an encoder's chunk in exchange for an empty one. Never waits.
    func take(from encoder: inout RecordingEncoder) -> ChunkQueue.Outcome {
        let outcome = state.withLockIfAvailable { $0.take(from: &encoder) }
        guard let outcome else { return .later }
        if outcome == .taken { wakeup.wake() }
        return outcome
    }

    /// Lets the thread write the rest and end.
    func close() {
        state.withLock { $0.close() }
        wakeup.wake()
    }

    /// The same with an encoder's last chunk. The thread never holds the lock for long.
    func close(with last: inout RecordingEncoder) {
        state.withLock { $0.close(with: &last) }
        wakeup.wake()
    }

    /// Waits until all is written, for some seconds at most.
    func waitUntilWritten() {
        let end = monotonicNow() + ClosingTime.recorders
        if waitUntil(end, { state.withLock { $0.hasEnded } }) { return }
        report("\(path): the disk did not take the end of the recording in time")
    }

    // MARK: The thread

    private func work() {
        do {
            let poller = try Poller()
            try poller.add(wakeup.descriptor, .readable, token: 0)
            while true {
                try poller.wait { _ in }
                _ = try wakeup.acknowledge()
                guard try writeAll() else { break }
            }
        } catch {
            report("\(path): \(error); the recording ends here")
        }
        state.withLock { $0.end() }
    }

    /// Writes what there is. Says whether there may be more.
    private func writeAll() throws(SystemError) -> Bool {
        while true {
            switch state.withLock({ $0.next() }) {
            case .wait: return true
            case .finish:
                if let reason = write(RecordingEncoder.endChunk) { reportEnd(reason) }
                return false
            case .write(let chunk):
                if let reason = write(chunk) {
                    reportEnd(reason)
                    return false
                }
                state.withLock { $0.noteWritten(chunk) }
            }
        }
    }

    private func reportEnd(_ reason: String) {
        report("cannot write \(path): \(reason); the recording ends here")
    }

    /// Writes bytes; the reason where that fails.
    private func write(_ bytes: [UInt8]) -> String? {
        var done = 0
        while done < bytes.count {
            let start = done
            let result = attempt {
                bytes.withUnsafeBytes { bytes in
                    CLibrary.write(
                        descriptor.number, bytes.baseAddress.map { $0 + start },
                        bytes.count - start)
                }
            }
            switch result {
            case .success(let count): done += count
            case .failure(let code): return String(cString: strerror(code))
            }
        }
        return nil
    }
}
