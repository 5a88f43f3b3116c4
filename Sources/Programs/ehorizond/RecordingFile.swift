import Glibc
import LinuxLoop
import Recording
import Synchronization
import TextFiles

/// The file of a recording. Chunks come from the loop without ever blocking it; a thread of its own
/// writes them.
final class RecordingFile: Sendable {
    private struct State {
        /// Chunks to write, in order.
        var full: [[UInt8]] = []
        /// Chunks to fill.
        var empty: [[UInt8]] = []
        var isClosing = false
        var hasEnded = false
    }

    /// How far the disk may fall behind: 16 chunks of 64 KiB.
    private static let chunkCount = 16
    /// How long the disk may take to write the rest at the end.
    private static let closingTime = 5_000

    private let path: String
    private let descriptor: OwnedDescriptor
    private let wakeup: Wakeup
    private let state: Mutex<State>

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
        let number =
            isThere && status.st_mode & S_IFMT != S_IFREG
            ? open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            : Files.create(path, isPrivate: true)
        guard number >= 0 else { throw Failure("cannot write \(path): \(systemErrorText())") }
        descriptor = OwnedDescriptor(number)
        wakeup = try Wakeup()
        var state = State()
        state.full.reserveCapacity(Self.chunkCount + 1)
        // Swift ends the program where memory lacks; so that is found out first.
        guard let room = malloc(Self.chunkCount * RecordingFormat.longestChunk * 2) else {
            throw Failure("cannot write \(path): \(systemErrorText())")
        }
        free(room)
        state.empty = (0..<Self.chunkCount).map { _ in RecordingEncoder.emptyChunk() }
        self.state = Mutex(state)
        if let reason = write(header.encoded()) {
            throw Failure("cannot write \(path): \(reason)")
        }
        try startThread { [self] in work() }
    }

    /// What became of a chunk that was handed over.
    enum Outcome {
        /// It will be written; there is an empty one in its place.
        case taken
        /// The thread is just at it; again, a moment later.
        case later
        /// Nothing more is written: the thread has said why.
        case ended
    }

    /// Takes an encoder's chunk in exchange for an empty one. Never waits.
    func take(from encoder: inout RecordingEncoder) -> Outcome {
        let outcome = state.withLockIfAvailable { state -> Outcome in
            guard !state.hasEnded else { return .ended }
            guard var chunk = state.empty.popLast() else { return .later }
            encoder.exchange(&chunk)
            state.full.append(chunk)
            return .taken
        }
        guard let outcome else { return .later }
        if outcome == .taken { wakeup.wake() }
        return outcome
    }

    /// Lets the thread write the rest and end.
    func close() {
        state.withLock { $0.isClosing = true }
        wakeup.wake()
    }

    /// Waits until all is written, for some seconds at most.
    func waitUntilWritten() {
        for _ in 0..<Self.closingTime {
            if state.withLock({ $0.hasEnded }) { return }
            usleep(1000)
        }
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
        state.withLock { $0.hasEnded = true }
    }

    /// Writes what there is. Says whether there may be more.
    private func writeAll() throws(SystemError) -> Bool {
        while true {
            let (chunk, isClosing) = state.withLock { state in
                (state.full.isEmpty ? nil : state.full.removeFirst(), state.isClosing)
            }
            guard let chunk else {
                guard isClosing else { return true }
                if let reason = write(RecordingEncoder.endChunk) { reportEnd(reason) }
                return false
            }
            if let reason = write(chunk) {
                reportEnd(reason)
                return false
            }
            state.withLock { $0.empty.append(chunk) }
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
                    Glibc.write(
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
