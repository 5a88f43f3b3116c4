import CLinux
import Glibc
public import LinuxLoop

/// Tells when an interface appears, comes up, goes down or goes away, as the kernel says it
/// (rtnetlink(7)): no polling, no right needed, for any kind of interface.
///
/// ```swift
/// let monitor = try LinkMonitor(interface: "can0") { event in … }   // how it is now
/// // whenever monitor.descriptor is readable:
/// try monitor.read { event in … }
/// ```
public struct LinkMonitor: ~Copyable {
    private let owned: OwnedDescriptor
    private var tracker: LinkTracker
    /// Aligned as `nlmsghdr` must be, large enough for the messages of some interfaces at once.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 16)

    /// For a ``Poller``.
    public var descriptor: Int32 { owned.number }

    /// Whether the interface is there.
    public var isPresent: Bool { tracker.index != nil }

    /// Whether the interface is there and up.
    public var isUp: Bool { tracker.isUp }

    /// Begins to watch the interface of that name, which need not be there, and tells how it is.
    public init(interface: String, _ tell: (LinkEvent) -> Void) throws(SystemError) {
        owned = OwnedDescriptor(try systemCall("netlink socket") { clinux_link_socket() })
        tracker = LinkTracker(name: interface)
        look(tell)
    }

    deinit { buffer.deallocate() }

    /// Reads what the kernel has said since the last time. Never waits.
    public mutating func read(_ tell: (LinkEvent) -> Void) throws(SystemError) {
        var isIncomplete = false
        while true {
            switch attempt({ recv(descriptor, buffer.baseAddress, buffer.count, 0) }) {
            case .success(let count): note(count, tell)
            case .failure(EAGAIN):
                if isIncomplete { look(tell) }
                return
            // The kernel had more to say than the socket held, and the newest is lost: after what is
            // still there, see for ourselves.
            case .failure(ENOBUFS): isIncomplete = true
            case .failure(let code): throw SystemError("netlink recv", code)
            }
        }
    }

    private mutating func note(_ count: Int, _ tell: (LinkEvent) -> Void) {
        var offset = 0
        var raw = clinux_link_message()
        while clinux_link_next(buffer.baseAddress, count, &offset, &raw) != 0 {
            let name = withUnsafeBytes(of: raw.name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            tracker.note(
                LinkMessage(
                    index: raw.index,
                    name: name,
                    isUp: raw.flags & UInt32(IFF_UP) != 0,
                    isDeleted: raw.is_deleted != 0
                ),
                tell
            )
        }
    }

    /// Asks how the interface is now.
    private mutating func look(_ tell: (LinkEvent) -> Void) {
        let index = if_nametoindex(tracker.name)
        guard index > 0, let isUp = LinkControl(tracker.name).isUp() else {
            tracker.noteMissing(tell)
            return
        }
        tracker.note(
            LinkMessage(
                index: Int32(bitPattern: index),
                name: tracker.name,
                isUp: isUp,
                isDeleted: false
            ),
            tell
        )
    }
}
