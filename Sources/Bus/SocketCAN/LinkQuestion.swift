import CLinux
public import LinuxLoop

/// A question to the kernel for the state of an interface, from ``LinkMonitor/question``.
public struct LinkQuestion: Sendable {
    let descriptor: Int32
    let index: Int32

    /// Asks. The kernel answers while it holds its lock of all interfaces, so the call waits while
    /// another process changes one: call it on a thread that may wait, and not after the monitor
    /// has gone.
    public func ask() throws(SystemError) {
        try systemCall("netlink send") { clinux_link_request(descriptor, index) }
    }
}
