import Console
import LinuxLoop
import SocketCAN
import Synchronization

/// One restart of a controller at a time: a slow adapter takes longer than the first waits.
final class RestartAttempt: Sendable {
    private let isUnderWay = Atomic(false)

    /// Begins one on a thread of its own, unless one is under way.
    func begin(of control: LinkControl) throws(SystemError) {
        guard !isUnderWay.exchange(true, ordering: .acquiring) else { return }
        do throws(SystemError) {
            try startThread { [self] in
                do {
                    try control.recover()
                } catch {
                    Program.say("ehorizond: \(error)")
                }
                isUnderWay.store(false, ordering: .releasing)
            }
        } catch {
            isUnderWay.store(false, ordering: .releasing)
            throw error
        }
    }
}
