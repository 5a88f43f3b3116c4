import CLibrary
import CLinux
public import Quantities

/// Runs work on a thread of its own, for calls that may block: name look-ups, disks, netlink.
///
/// Signals are those of the starting thread, so they are to be blocked before (``SignalSource``).
public func startThread(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(Work(work))
    let code = clinux_start_thread(
        { context in
            guard let context else { return nil }
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }, box.toOpaque())
    guard code == 0 else {
        box.release()
        throw SystemError("pthread_create", code)
    }
}

/// Waits for another thread, until a moment at most. Returns whether what it waits for came.
public func waitUntil(_ end: MonotonicTime, _ holds: () -> Bool) -> Bool {
    while !holds() {
        guard monotonicNow() < end else { return false }
        usleep(1000)
    }
    return true
}

private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
