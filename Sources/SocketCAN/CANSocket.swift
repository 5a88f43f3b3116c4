public import CANFrames
import CLinux
import Glibc
import LinuxLoop
public import Quantities

/// A raw CAN socket on one interface, non-blocking, closed when its owner goes. raw CAN:
/// Documentation/networking/can.rst, kernel 6.1.
///
/// ```swift
/// let socket = try CANSocket(interface: "can0")
/// switch try socket.send(frame) { case .sent: … case .wouldBlock: … }
/// ```
/// What can happen to a bus comes back as data; an error is thrown only for what no sender has an
/// answer to. Sending and receiving allocate nothing.
public struct CANSocket: ~Copyable, Sendable {
    /// Which data frames are received.
    public enum Filter: Sendable, Hashable {
        /// None.
        case nothing
        /// Those with these identifiers, formats told apart.
        case only([CANIdentifier])
        /// All.
        case everything
    }

    /// How a socket is set up.
    public struct Options: Sendable, Hashable {
        /// Which data frames are received.
        public var filter = Filter.nothing
        /// Whether this socket's own frames come back once they are sent, as confirmation; those in
        /// the ``filter`` only.
        public var confirmsOwn = false
        /// Whether error frames are received.
        public var receivesErrors = true
        /// Whether CAN FD frames are sent and received; the interface must be able to.
        public var isFlexible = false
        /// Whether the send buffer is the smallest the kernel grants, some eight frames, so that a
        /// slow bus shows as ``SendResult/wouldBlock`` and no frame grows old in the kernel.
        public var keepsSendBufferSmall = true

        /// What a sender wants: no data frames, error frames, a small send buffer.
        public init() {}
    }

    /// What was received.
    public enum Received: Sendable {
        /// Nothing more for now.
        case nothing
        /// A data frame.
        case data(CANFrame, Receipt)
        /// A request for a frame of that identifier and length (classical CAN only).
        case remote(CANIdentifier, length: Int, Receipt)
        /// The controller reports trouble, or the end of it.
        case error(ErrorFrame, Receipt)
        /// The interface was taken down; told once. The socket works again when it is up.
        case linkDown
        /// The interface is gone; the socket has to be opened again when it is back.
        case gone
    }

    /// What came with a frame.
    public struct Receipt: Sendable, Hashable {
        /// When the kernel had it, by the system's clock.
        public let time: UTCTime?
        /// Whether it is one of this socket's own, sent.
        public let isOwn: Bool
        /// Whether it was sent from this machine.
        public let isLocal: Bool
    }

    /// The name of the interface.
    public let interface: String
    /// The kernel's number of the interface; one that comes back has another.
    public let interfaceIndex: Int32
    private let owned: OwnedDescriptor

    /// For a ``Poller``.
    public var descriptor: Int32 { owned.number }

    /// Opens a socket on the interface of that name. The interface may be down.
    public init(interface: String, options: Options = Options()) throws(SocketCANError) {
        // A name of 16 bytes or more is cut by nobody: there is no such interface.
        let index = Int32(bitPattern: if_nametoindex(interface))
        guard index > 0 else { throw .noInterface(interface) }
        // Whole or not at all: the descriptor closes itself where a step fails.
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
        // It was there a moment ago: either it is of another kind or it went away just now.
        case .failure(ENODEV):
            throw if_nametoindex(interface) == 0 ? .noInterface(interface) : .notCAN(interface)
        case .failure(let code): throw .system(interface: interface, SystemError("bind", code))
        }
        guard options.isFlexible else { return }
        let mtu = clinux_interface_mtu(descriptor, interface)
        guard mtu >= MemoryLayout<canfd_frame>.size else { throw .noFlexibleDataRate(interface) }
    }

    private static let rawType =
        Int32(SOCK_RAW.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

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
        // The socket's own default.
        case .everything: return
        case .nothing: break
        case .only(let identifiers):
            for identifier in identifiers {
                // The format is part of the match, so that 0x300 of 11 bits is not 0x300 of 29;
                // remote frames never pass.
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
