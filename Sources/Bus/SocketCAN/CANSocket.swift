public import CANFrames
import CLibrary
import CLinux
import LinuxLoop
public import Quantities

/// A raw CAN socket on one interface. It is non-blocking, and closes when its owner is released.
/// Source: raw CAN, Documentation/networking/can.rst, kernel 6.1.
///
/// ```swift
/// let socket = try CANSocket(interface: "can0")
/// switch try socket.send(frame) { case .sent: … case .wouldBlock: … }
/// ```
/// Conditions of the bus are returned as data. An error is thrown only if no sender can handle it.
/// Sending and receiving allocate nothing.
public struct CANSocket: ~Copyable, Sendable {
    /// The data frames that the socket receives.
    public enum Filter: Sendable, Hashable {
        /// None.
        case nothing
        /// Frames with these identifiers; base and extended format are distinguished.
        case only([CANIdentifier])
        /// All.
        case everything
    }

    /// The setup of a socket.
    public struct Options: Sendable, Hashable {
        /// The data frames that the socket receives.
        public var filter = Filter.nothing
        /// Whether the socket receives its own frames after transmission, as confirmation. The
        /// ``filter`` applies to them too.
        public var confirmsOwn = false
        /// Whether the socket receives error frames.
        public var receivesErrors = true
        /// Whether the socket sends and receives CAN FD frames. The interface must support them.
        public var isFlexible = false
        /// Whether the send buffer has the smallest size that the kernel grants, about eight
        /// frames. Then a slow bus results in ``SendResult/wouldBlock``, and no frame ages in the
        /// kernel.
        public var keepsSendBufferSmall = true

        /// The setup of a sender: no data frames, error frames, a small send buffer.
        public init() {}
    }

    /// A received item.
    public enum Received: Sendable {
        /// Nothing is queued.
        case nothing
        /// A data frame.
        case data(CANFrame, Receipt)
        /// A remote frame: a request for a frame of that identifier and length (classical CAN
        /// only).
        case remote(CANIdentifier, length: Int, Receipt)
        /// The controller reports an error, or its end.
        case error(ErrorFrame, Receipt)
        /// The interface went down; reported once. The socket works again when the interface is up.
        case linkDown
        /// The interface was removed. Open a new socket when it returns.
        case gone
    }

    /// The metadata of a received frame.
    public struct Receipt: Sendable, Hashable {
        /// The time at which the kernel received it, by the system's clock.
        public let time: UTCTime?
        /// Whether this socket has sent it.
        public let isOwn: Bool
        /// Whether this machine has sent it.
        public let isLocal: Bool

        /// The metadata of a frame.
        public init(time: UTCTime?, isOwn: Bool, isLocal: Bool) {
            self.time = time
            self.isOwn = isOwn
            self.isLocal = isLocal
        }
    }

    /// The name of the interface.
    public let interface: String
    /// The kernel's number of the interface. An interface that was removed and returns has another
    /// number.
    public let interfaceIndex: Int32
    private let owned: OwnedDescriptor

    /// The descriptor for a ``Poller``.
    public var descriptor: Int32 { owned.number }

    /// Opens a socket on the interface of that name. The interface may be down.
    public init(interface: String, options: Options = Options()) throws(SocketCANError) {
        // First, since closing a CAN socket waits for whoever changes an interface (the kernel's rtnl_lock).
        let index = try indexOfInterface(interface)
        // The descriptor closes itself if a step fails, so there is no half-open socket.
        let descriptor = try Self.open(interface)
        do throws(SystemError) {
            try Self.setUp(descriptor.number, options)
        } catch {
            throw .system(interface: interface, error)
        }
        try Self.bind(descriptor.number, interface, index, options)
        self.interface = interface
        interfaceIndex = index
        owned = descriptor
    }

    /// Throws ``SocketCANError/noKernelSupport`` if the kernel has no CAN sockets.
    static func checkSupport(for interface: String) throws(SocketCANError) {
        _ = try open(interface)
    }

    private static func open(_ interface: String) throws(SocketCANError) -> OwnedDescriptor {
        switch attempt({ socket(PF_CAN, rawType, Int32(CAN_RAW)) }) {
        case .success(let number): return OwnedDescriptor(number)
        case .failure(EAFNOSUPPORT), .failure(EPROTONOSUPPORT): throw .noKernelSupport
        case .failure(let code): throw .system(interface: interface, SystemError("socket", code))
        }
    }

    private static func bind(
        _ descriptor: Int32,
        _ interface: String,
        _ index: Int32,
        _ options: Options
    ) throws(SocketCANError) {
        switch attempt({ clinux_can_bind(descriptor, index) }) {
        case .success: break
        // The interface existed a moment ago. Either it is of another kind, or it was removed just
        // now.
        case .failure(ENODEV):
            _ = try indexOfInterface(interface)
            throw .notCAN(interface)
        case .failure(let code): throw .system(interface: interface, SystemError("bind", code))
        }
        guard options.isFlexible else { return }
        let mtu = clinux_interface_mtu(descriptor, interface)
        guard mtu >= MemoryLayout<canfd_frame>.size else { throw .noFlexibleDataRate(interface) }
    }

    private static let rawType =
        clinux_sock_raw | clinux_sock_non_blocking | clinux_sock_close_on_exec

    private static func setUp(_ descriptor: Int32, _ options: Options) throws(SystemError) {
        try setFilter(descriptor, options.filter)
        let errors = options.receivesErrors ? UInt32(CAN_ERR_MASK) : 0
        try set(
            descriptor,
            rawLevel,
            Int32(CAN_RAW_ERR_FILTER),
            "setsockopt CAN_RAW_ERR_FILTER",
            errors
        )
        let own = Int32(options.confirmsOwn ? 1 : 0)
        try set(
            descriptor,
            rawLevel,
            Int32(CAN_RAW_RECV_OWN_MSGS),
            "setsockopt CAN_RAW_RECV_OWN_MSGS",
            own
        )
        let flexible = Int32(options.isFlexible ? 1 : 0)
        try set(
            descriptor,
            rawLevel,
            Int32(CAN_RAW_FD_FRAMES),
            "setsockopt CAN_RAW_FD_FRAMES",
            flexible
        )
        if options.keepsSendBufferSmall {
            // The kernel raises it to its minimum: socket(7), SO_SNDBUF.
            try set(descriptor, SOL_SOCKET, SO_SNDBUF, "setsockopt SO_SNDBUF", Int32(0))
        }
        try set(
            descriptor,
            SOL_SOCKET,
            Int32(SO_TIMESTAMPNS),
            "setsockopt SO_TIMESTAMPNS",
            Int32(1)
        )
    }

    private static func setFilter(_ descriptor: Int32, _ filter: Filter) throws(SystemError) {
        var filters: [can_filter] = []
        switch filter {
        // The default of the socket.
        case .everything: return
        case .nothing: break
        case .only(let identifiers):
            for identifier in identifiers {
                // The format is part of the match: 0x300 with 11 bits differs from 0x300 with 29
                // bits. Remote frames never match.
                let bits = identifier.value | (identifier.isExtended ? UInt32(CAN_EFF_FLAG) : 0)
                let mask = UInt32(CAN_EFF_FLAG) | UInt32(CAN_RTR_FLAG) | UInt32(CAN_EFF_MASK)
                filters.append(can_filter(can_id: bits, can_mask: mask))
            }
        }
        let size = socklen_t(filters.count * MemoryLayout<can_filter>.stride)
        try systemCall("setsockopt CAN_RAW_FILTER") {
            setsockopt(descriptor, rawLevel, Int32(CAN_RAW_FILTER), filters, size)
        }
    }

    private static func set<Value: FixedWidthInteger>(
        _ descriptor: Int32,
        _ level: Int32,
        _ option: Int32,
        _ call: StaticString,
        _ value: Value
    ) throws(SystemError) {
        var value = value
        try systemCall(call) {
            setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
        }
    }

    /// SOL_CAN_RAW of `linux/can/raw.h`.
    private static let rawLevel = Int32(SOL_CAN_BASE) + Int32(CAN_RAW)
}
