import CLibrary
import LinuxLoop
import Quantities
import Supervision

/// The service manager that has started the daemon, if it wants notices: systemd's protocol is one datagram
/// (sd_notify(3)), so that no library of systemd is needed. ``ServiceNotices`` decides; this sends.
struct ServiceManager: ~Copyable {
    private let datagrams: UnixDatagrams
    private var notices: ServiceNotices
    private var hasFailed = false

    /// The service manager of the environment; `nil` without one.
    static func ofEnvironment(start: MonotonicTime) -> ServiceManager? {
        guard let address = variable("NOTIFY_SOCKET") else { return nil }
        do throws(SystemError) {
            return ServiceManager(
                datagrams: try UnixDatagrams(address: address),
                notices: ServiceNotices(watchdog: watchdog(), start: start))
        } catch {
            report("NOTIFY_SOCKET: \(error); the service manager is not notified")
            return nil
        }
    }

    private init(datagrams: consuming UnixDatagrams, notices: ServiceNotices) {
        self.datagrams = datagrams
        self.notices = notices
    }

    /// The time of the watchdog, if it is that of this process.
    static func watchdog() -> Nanoseconds? {
        guard let microseconds = variable("WATCHDOG_USEC").flatMap(Int64.init), microseconds > 0,
            microseconds < Int64.max / 1000
        else { return nil }
        if let process = variable("WATCHDOG_PID"), process != String(getpid()) { return nil }
        return Nanoseconds(microseconds * 1000)
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Looks at the state at a tick.
    mutating func look(_ state: ServiceNotices.State, at now: MonotonicTime) {
        notices.look(state, at: now)
        send()
    }

    /// Whether no sign of life is given although one has been due for a while.
    func isFailing(at now: MonotonicTime) -> Bool { notices.isFailing(at: now) }

    /// Takes note that the configuration is read again, at a moment of ``/LinuxLoop/awakeNow()``.
    mutating func noteReload(at now: MonotonicTime) {
        notices.noteReload(at: now)
        send()
    }

    /// Takes note that the configuration was read.
    mutating func noteReloaded() {
        notices.noteReloaded()
        send()
    }

    /// Takes note of the end.
    mutating func noteStop() { _ = send(ServiceNotices.stopping) }

    /// Sends what is due. What the service manager does not take is due again at the next tick.
    private mutating func send() {
        while let words = notices.words, send(words) { notices.noteSent() }
    }

    private mutating func send(_ text: String) -> Bool {
        do throws(SystemError) {
            try datagrams.send(text)
            hasFailed = false
        } catch {
            if !hasFailed { report("the service manager is not notified: \(error)") }
            hasFailed = true
        }
        return !hasFailed
    }
}
