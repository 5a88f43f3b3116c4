import CLinux
import CSocketCAN
import Glibc
import LinuxLoop
public import Quantities

/// Changes a CAN interface and asks for its state, through libsocketcan (0.0.12).
///
/// ```swift
/// try LinkControl("can0").setBitRate(500_000)
/// ```
/// Every call is a conversation with the kernel and blocks for it: this belongs to the thread that may
/// wait, never on the way of a frame. Changing an interface takes root or CAP_NET_ADMIN.
///
/// libsocketcan returns -1 for every failure and prints the reason, if it has one, on C's `stderr`.
/// Those words are caught here and put into the error; nothing of it appears on standard error. While
/// a call runs, what other threads print through C's `stderr` stream is caught with it; what is
/// written to descriptor 2 is not.
public struct LinkControl: Sendable {
    /// The name of the interface.
    public let interface: String

    /// Control over the interface of that name.
    public init(_ interface: String) { self.interface = interface }

    /// Sets the bit rate of the arbitration phase, bit/s. The interface is taken down, for its rate
    /// can only be set then, and brought up again: whoever else uses it sees the gap. After a failure
    /// it is brought up again if it was up.
    public func setBitRate(_ bitRate: UInt32) throws(SocketCANError) {
        let operation = "set the bit rate \(bitRate)"
        try permit(operation)
        let wasUp = isUp() == true
        if wasUp { try ask(operation) { can_do_stop($0) } }
        do throws(SocketCANError) {
            try ask(operation) { can_set_bitrate($0, bitRate) }
        } catch {
            if wasUp { try bringUp() }
            throw error
        }
        try bringUp()
    }

    /// Takes the interface down.
    public func takeDown() throws(SocketCANError) {
        try permit("change the state")
        try ask("change the state") { can_do_stop($0) }
    }

    /// Brings the interface up.
    public func bringUp() throws(SocketCANError) {
        try permit("change the state")
        try ask("change the state") { can_do_start($0) }
    }

    /// Restarts a controller that is off the bus. Drivers refuse it in any other state, and where
    /// they restart by themselves (restart-ms).
    public func restart() throws(SocketCANError) {
        try permit("restart the controller")
        try ask("restart the controller") { can_do_restart($0) }
    }

    /// After how long the driver restarts a controller that is off the bus by itself (restart-ms); `nil`
    /// where it does not.
    public func restartDelay() -> Nanoseconds? {
        var milliseconds: UInt32 = 0
        guard (try? ask("ask for restart-ms") { can_get_restart_ms($0, &milliseconds) }) != nil,
            milliseconds > 0
        else { return nil }
        return .milliseconds(Int64(milliseconds))
    }

    /// Brings a controller that is off the bus back to it, and does nothing in any other state or where
    /// the driver does it by itself. Drivers that cannot restart (slcan) are taken down and up.
    public func recover() throws(SocketCANError) {
        guard state() == .busOff, restartDelay() == nil else { return }
        do throws(SocketCANError) {
            try restart()
        } catch {
            guard case .refused = error else { throw error }
            try takeDown()
            try bringUp()
        }
    }

    /// The controller's state; `nil` where it is not known, as on vcan, which has no controller.
    public func state() -> ControllerState? {
        var state: Int32 = 0
        guard (try? ask("ask for the state") { can_get_state($0, &state) }) != nil else {
            return nil
        }
        switch UInt32(bitPattern: state) {
        case CAN_STATE_ERROR_ACTIVE.rawValue: return .active
        case CAN_STATE_ERROR_WARNING.rawValue: return .warning
        case CAN_STATE_ERROR_PASSIVE.rawValue: return .passive
        case CAN_STATE_BUS_OFF.rawValue: return .busOff
        case CAN_STATE_STOPPED.rawValue: return .stopped
        case CAN_STATE_SLEEPING.rawValue: return .sleeping
        default: return nil
        }
    }

    /// Whether the interface is up; `nil` where there is none of that name.
    public func isUp() -> Bool? {
        guard case .success(let number) = attempt({ socket(AF_INET, Self.datagram, 0) }) else {
            return nil
        }
        let probe = OwnedDescriptor(number)
        let flags = clinux_interface_flags(probe.number, interface)
        return flags < 0 ? nil : flags & Int32(IFF_UP) != 0
    }

    private static let datagram = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    /// Says clearly what libsocketcan would only say with -1.
    private func permit(_ operation: String) throws(SocketCANError) {
        // libsocketcan copies the name into 16 bytes and cuts what is longer.
        guard if_nametoindex(interface) != 0 else { throw .noInterface(interface) }
        guard clinux_may_change_links() != 0 else {
            throw .notPermitted(interface: interface, operation: operation)
        }
    }

    private func ask(
        _ operation: String,
        _ call: (UnsafePointer<CChar>) -> Int32
    ) throws(SocketCANError) {
        let isCaptured = clinux_capture_begin() == 0
        let result = interface.withCString(call)
        var text = [CChar](repeating: 0, count: 256)
        if isCaptured { clinux_capture_end(&text, text.count) }
        guard result < 0 else { return }
        // The library prints one line for each layer that fails; the first is the cause.
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let words = lines.first.map(String.init) ?? ""
        throw .refused(interface: interface, operation: operation, words: words)
    }
}
