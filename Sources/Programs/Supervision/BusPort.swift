public import CANFrames
public import LinuxLoop
public import SocketCAN

/// The interface that frames are sent on, as ``BusSender`` uses it: its socket, the kernel's messages about its
/// link, and its controller. In the daemon the port is the kernel's; in a simulation of faults it is a bus in virtual
/// time.
///
/// The state of the link at the start can be read at once. No call waits: the results of ``ask()``,
/// ``setUp(_:restarts:)`` and ``recover()`` arrive later, as events of the link, or not at all.
public protocol BusPort: ~Copyable {
    /// The name of the interface.
    var interface: String { get }
    /// Whether there is a socket.
    var isOpen: Bool { get }
    /// Whether the interface exists and is up.
    var isUp: Bool { get }
    /// Whether the kernel still holds frames that were passed to it.
    var holdsFrames: Bool { get }
    /// Whether a change of the interface has begun, by ``setUp(_:restarts:)`` or ``recover()``, and is not over.
    var isChanging: Bool { get }
    /// Passes a frame to the kernel.
    func send(_ frame: CANFrame) throws(SocketCANError) -> SendResult
    /// Appends the items that the socket received, as many as one system call takes; none if none is queued.
    func receive(into items: inout [CANSocket.Received]) throws(SocketCANError)
    /// Appends the items of the socket for requests in the same way; none without this socket. Requests have a socket
    /// of their own: they cannot take the place of confirmations in its queue.
    mutating func receiveRequests(into items: inout [CANSocket.Received]) throws(SocketCANError)
    /// Closes the socket after its interface has disappeared.
    mutating func close()
    /// Opens a socket if there is none.
    mutating func reopen() throws(SocketCANError)
    /// Appends the kernel's messages about the link since the last call.
    mutating func readLink(into events: inout [LinkEvent]) throws(SystemError)
    /// Begins to ask for the state of the link.
    func ask()
    /// Begins to set the interface up, and to bring it up.
    /// - Parameter restarts: Whether it goes down even if it is up with these settings.
    func setUp(_ settings: LinkSettings, restarts: Bool)
    /// Begins to restart the controller.
    func recover()
}
