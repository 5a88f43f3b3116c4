import CLibrary
import LinuxLoop
import Supervision
import Synchronization
import TextFiles

/// A file that lines are appended to by a thread of its own. It is renamed to `FILE.1` when it has reached its limit.
/// The loop never waits for it.
final class LineFile: Sendable {
    private let path: String
    private let limit: Int
    private let wakeup: Wakeup
    private let queue = Mutex(LineQueue())
    private let hasEnded = Mutex(false)

    /// How long the disk may take at the end, ms.
    private static let closingTime = 5_000

    /// Opens the file, and starts the thread.
    init(path: String, limit: Int) throws {
        self.path = path
        self.limit = limit
        wakeup = try Wakeup()
        let descriptor = try Self.open(path)
        try startThread { [self] in work(descriptor) }
    }

    /// Opens a file to append to: a regular one, which its user alone may read. No link is followed.
    private static func open(_ path: String) throws(Failure) -> Int32 {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let number = CLibrary.open(path, flags, 0o600)
        guard number >= 0 else { throw Failure("cannot write \(path): \(systemErrorText())") }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            CLibrary.close(number)
            throw Failure("cannot write \(path): it is not a regular file")
        }
        guard fchmod(number, 0o600) == 0 else {
            let reason = systemErrorText()
            CLibrary.close(number)
            throw Failure("cannot write \(path): \(reason)")
        }
        return number
    }

    /// Adds lines, as far as the thread lets; returns whether it did.
    /// - Parameter lost: The number of lines that were lost before them.
    func add(_ lines: [[UInt8]], lost: Int) -> Bool {
        let isAdded =
            queue.withLockIfAvailable { queue in
                queue.noteLost(lost)
                for line in lines { queue.add(line) }
                return true
            } ?? false
        if isAdded { wakeup.wake() }
        return isAdded
    }

    /// Waits until all is written, for some seconds at most.
    func close() {
        queue.withLock { $0.close() }
        wakeup.wake()
        for _ in 0..<Self.closingTime where !hasEnded.withLock({ $0 }) { usleep(1000) }
    }

    // MARK: The thread

    private func work(_ first: Int32) {
        var number = first
        var isFailing = false
        do {
            let poller = try Poller()
            try poller.add(wakeup.descriptor, .readable, token: 0)
            while try step(&number, &isFailing, poller) {}
        } catch {
            report("\(error); speed limits are not logged any more")
        }
        CLibrary.close(number)
        hasEnded.withLock { $0 = true }
    }

    /// Does what is next. Returns whether there may be more.
    private func step(
        _ number: inout Int32, _ isFailing: inout Bool, _ poller: borrowing Poller
    ) throws -> Bool {
        switch queue.withLock({ $0.next() }) {
        case .write(let bytes):
            do throws(Failure) {
                try rotate(&number, for: bytes.count)
                try write(bytes, to: number)
                isFailing = false
            } catch {
                // A full disk may have room again.
                if !isFailing { report("\(error); lines are lost until it can be written again") }
                isFailing = true
                queue.withLock { $0.noteLost(bytes.count { $0 == 0x0A }) }
            }
            return true
        case .wait:
            try poller.wait { _ in }
            _ = try wakeup.acknowledge()
            return true
        case .finish: return false
        }
    }

    /// Begins a new file where the one in use has reached its limit.
    private func rotate(_ number: inout Int32, for count: Int) throws(Failure) {
        var status = stat()
        guard fstat(number, &status) == 0, Int(status.st_size) + count > limit else { return }
        guard rename(path, path + ".1") == 0 else {
            throw Failure("cannot keep \(path) as \(path).1: \(systemErrorText())")
        }
        let next = try Self.open(path)
        CLibrary.close(number)
        number = next
    }

    private func write(_ bytes: [UInt8], to number: Int32) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let start = done
            let result = attempt {
                bytes.withUnsafeBytes { bytes in
                    CLibrary.write(
                        number, bytes.baseAddress.map { $0 + start }, bytes.count - start)
                }
            }
            switch result {
            case .success(let count): done += count
            case .failure(let code):
                throw Failure("cannot write \(path): \(String(cString: strerror(code)))")
            }
        }
    }
}
