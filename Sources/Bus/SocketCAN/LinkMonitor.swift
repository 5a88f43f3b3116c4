import CLibrary
import CLinux
public import LinuxLoop
import Quantities

/// Reports when an interface is added, goes up, goes down or is removed, from the kernel's messages
/// (rtnetlink(7)). It does not poll, needs no privilege, and works for any kind of interface.
///
/// ```swift
/// var monitor = try LinkMonitor.open(interface: "can0") { event in … }   // how it is now
/// // whenever monitor.descriptor is readable:
/// try monitor.read { event in … }
/// ```
public struct LinkMonitor: ~Copyable {
    private var owned: OwnedDescriptor
    private var tracker: LinkTracker
    /// Aligned as `nlmsghdr` requires. Large enough for the messages of several interfaces at once.
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 16)

    /// The descriptor for a ``Poller``.
    public var descriptor: Int32 { owned.number }

    /// Whether the interface exists.
    public var isPresent: Bool { tracker.index != nil }

    /// Whether the interface exists and is up.
    public var isUp: Bool { tracker.isUp }

    /// Starts to watch the interface of that name and reports its state. The interface need not
    /// exist.
    public static func open(
        interface: String, _ report: (LinkEvent) -> Void
    ) throws(SystemError) -> LinkMonitor {
        // Not an initialiser: compilers before 6.3 fail on one that throws here.
        let number = try systemCall("netlink socket") { clinux_link_socket() }
        var monitor = LinkMonitor(OwnedDescriptor(number), interface)
        monitor.look(report)
        return monitor
    }

    private init(_ owned: consuming OwnedDescriptor, _ interface: String) {
        self.owned = owned
        tracker = LinkTracker(name: interface)
    }

    deinit { buffer.deallocate() }

    /// Reads the kernel's messages since the last call. Never waits.
    public mutating func read(_ report: (LinkEvent) -> Void) throws(SystemError) {
        var isIncomplete = false
        while true {
            switch attempt({ recv(descriptor, buffer.baseAddress, buffer.count, 0) }) {
            case .success(let count): note(count, report)
            case .failure(EAGAIN):
                if isIncomplete {
                    look(report)
                    report(.missed)
                }
                return
            // The socket's buffer overflowed, or the kernel could not make a message. The newest one is lost.
            // Read the remaining messages, then look.
            case .failure(ENOBUFS), .failure(EMSGSIZE): isIncomplete = true
            case .failure(let code): throw SystemError("netlink recv", code)
            }
        }
    }

    private mutating func note(_ count: Int, _ report: (LinkEvent) -> Void) {
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
                    isDeleted: raw.is_deleted != 0,
                    state: Self.state(of: raw)
                ),
                report
            )
        }
    }

    private static func state(of raw: clinux_link_message) -> LinkState {
        // IFF_LOWER_UP of linux/if.h, which glibc's net/if.h lacks.
        LinkState(
            hasCarrier: raw.flags & 0x1_0000 != 0,
            controller: raw.has_controller == 0
                ? nil
                : LinkState.Controller(
                    state: ControllerState(number: raw.controller_state),
                    errors: raw.has_counters == 0
                        ? nil
                        : ErrorCounters(
                            transmit: Int(raw.transmit_errors), receive: Int(raw.receive_errors)),
                    bitRate: raw.bit_rate > 0 ? Int(raw.bit_rate) : nil,
                    restartDelay: raw.restart_milliseconds > 0
                        ? .milliseconds(Int64(raw.restart_milliseconds)) : nil,
                    isListenOnly: raw.is_listen_only != 0),
            traffic: raw.has_traffic == 0
                ? nil : LinkTraffic(received: raw.received, transmitted: raw.transmitted))
    }

    /// A question for the state of the interface; `nil` if the interface does not exist. The answer
    /// is an event of ``read(_:)``.
    public var question: LinkQuestion? {
        tracker.index.map { LinkQuestion(descriptor: descriptor, index: $0) }
    }

    /// Looks whether the interface exists and is up. Any socket answers this; a new one may not be had.
    private mutating func look(_ report: (LinkEvent) -> Void) {
        let found = attempt { clinux_interface_index(descriptor, tracker.name) }
        switch (found, attempt { clinux_interface_flags(descriptor, tracker.name) }) {
        case (.success(let index), .success(let flags)):
            tracker.note(
                LinkMessage(
                    index: index,
                    name: tracker.name,
                    isUp: flags & Int32(IFF_UP) != 0,
                    isDeleted: false,
                    state: nil
                ),
                report
            )
        case (.failure(ENODEV), _), (_, .failure(ENODEV)): tracker.noteMissing(report)
        // No answer: it is as it was.
        case (.failure, _), (_, .failure): break
        }
    }
}
