public import CANFrames
import CLibrary
import CLinux
public import LinuxLoop

/// A CAN socket on an interface that may disappear and return. It counts how often the socket was
/// opened.
/// ```swift
/// try connection.receive(into: &items)      // everything that waits, up to 64 items; else nothing
/// ```
public struct CANConnection: ~Copyable {
    /// The name of the interface.
    public let interface: String
    private let options: CANSocket.Options
    private var socket: CANSocket?
    private var openings = 0
    private let buffer = ReceiveBuffer()

    /// Waits for an interface that does not exist yet: ``reopen()`` opens the socket.
    public init(waitingFor interface: String, options: CANSocket.Options) {
        self.interface = interface
        self.options = options
        socket = nil
    }

    /// Opens a socket on the interface of that name. If the interface does not exist and need not, the connection
    /// waits for it.
    public static func open(
        interface: String, options: CANSocket.Options, mustExist: Bool = true
    ) throws(SocketCANError) -> CANConnection {
        // Not an initialiser: compilers before 6.3 fail on one that throws here.
        var connection = CANConnection(waitingFor: interface, options: options)
        do throws(SocketCANError) {
            try CANSocket.checkSupport(for: interface)
            let opened = try CANSocket(interface: interface, options: options)
            connection.socket = consume opened
        } catch {
            guard case .noInterface = error, !mustExist else { throw error }
        }
        return connection
    }

    /// Whether there is a socket.
    public var isOpen: Bool {
        switch socket {
        case .some: true
        case nil: false
        }
    }

    /// The descriptor for a ``Poller``; `nil` without a socket.
    public func watch(reads: Bool = true, wantsRoom: Bool = false) -> Watch? {
        switch socket {
        case .some(let socket):
            Watch(socket.descriptor, opening: openings, reads: reads, wantsRoom: wantsRoom)
        case nil: nil
        }
    }

    /// Passes a frame to the kernel. Never waits. Without a socket, the result is
    /// ``SendResult/gone``.
    public func send(_ frame: CANFrame) throws(SocketCANError) -> SendResult {
        switch socket {
        case .some(let socket): try socket.send(frame)
        case nil: .gone
        }
    }

    /// Whether the kernel still holds frames that were passed to it: they wait for the bus.
    public var holdsFrames: Bool {
        switch socket {
        case .some(let socket): socket.holdsFrames
        case nil: false
        }
    }

    /// Whether the interface of the socket is up.
    public var isUp: Bool {
        switch socket {
        case .some(let socket):
            max(clinux_interface_flags(socket.descriptor, interface), 0) & Int32(IFF_UP) != 0
        case nil: false
        }
    }

    /// Appends the received items that are queued, at most ``mostItems``, in one system call; none without a socket.
    /// Never waits. Allocates nothing where the array has room.
    public func receive(into items: inout [CANSocket.Received]) throws(SocketCANError) {
        switch socket {
        case .some(let socket): try socket.receive(by: buffer, into: &items)
        case nil: break
        }
    }

    /// The most items of one ``receive(into:)``.
    public static let mostItems = ReceiveBuffer.capacity

    /// Closes the socket after its interface has disappeared.
    public mutating func close() { socket = nil }

    /// Opens a socket if there is none.
    public mutating func reopen() throws(SocketCANError) {
        guard !isOpen else { return }
        let opened = try CANSocket(interface: interface, options: options)
        socket = consume opened
        openings += 1
    }
}
