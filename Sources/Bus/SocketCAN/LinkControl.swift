import CLibrary
import CLinux
import CSocketCAN
import LinuxLoop
public import Quantities

/// Changes a CAN interface and reads its state, through libsocketcan (0.0.12).
///
/// ```swift
/// try LinkControl("can0").setUp(LinkSettings(bitRate: 500_000))
/// ```
/// Every call exchanges messages with the kernel and blocks. Call it on a thread that may wait,
/// never between fix and frame. A change of an interface needs root or CAP_NET_ADMIN.
///
/// libsocketcan returns -1 for every failure and prints the reason, if it has one, on C's `stderr`.
/// This type captures the text and puts it into the error, so that nothing appears on standard
/// error. During a call it also captures text that other threads print through C's `stderr` stream.
/// It does not capture text that is written to descriptor 2.
public struct LinkControl: Sendable {
    /// The name of the interface.
    public let interface: String

    /// Controls the interface of that name.
    public init(_ interface: String) { self.interface = interface }

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

    /// Restarts a controller that is bus-off. Drivers reject the call in any other state, and with
    /// an automatic restart (restart-ms).
    public func restart() throws(SocketCANError) {
        try permit("restart the controller")
        try ask("restart the controller") { can_do_restart($0) }
    }

    /// The time after which the driver automatically restarts a controller that is bus-off
    /// (restart-ms); `nil` without an automatic restart.
    public func restartDelay() -> Nanoseconds? {
        var milliseconds: UInt32 = 0
        guard (try? ask("ask for restart-ms") { can_get_restart_ms($0, &milliseconds) }) != nil,
            milliseconds > 0
        else { return nil }
        return .milliseconds(Int64(milliseconds))
    }

    /// Restarts a controller that is bus-off or has lost its carrier. It does nothing in any other
    /// state, and with an automatic restart. If a driver cannot restart (slcan, or a controller that
    /// is error-active again without a carrier), the interface goes down and up.
    public func recover() throws(SocketCANError) {
        guard state() == .busOff || hasFlag(IFF_RUNNING) == false, restartDelay() == nil else {
            return
        }
        do throws(SocketCANError) {
            try restart()
        } catch {
            guard case .refused = error else { throw error }
            try takeDown()
            try bringUp()
        }
    }

    /// The controller's state; `nil` if it is unknown, as on vcan, which has no controller.
    public func state() -> ControllerState? {
        var state: Int32 = 0
        guard (try? ask("ask for the state") { can_get_state($0, &state) }) != nil else {
            return nil
        }
        return ControllerState(number: UInt32(bitPattern: state))
    }

    /// Whether the interface is up; `nil` if there is none of that name.
    public func isUp() -> Bool? { hasFlag(IFF_UP) }

    private func hasFlag(_ flag: some FixedWidthInteger) -> Bool? {
        guard case .success(let number) = attempt({ socket(AF_INET, Self.datagram, 0) }) else {
            return nil
        }
        let probe = OwnedDescriptor(number)
        let flags = clinux_interface_flags(probe.number, interface)
        return flags < 0 ? nil : flags & Int32(flag) != 0
    }

    private static let datagram = clinux_sock_datagram | clinux_sock_close_on_exec

    /// Names the failures for which libsocketcan returns only -1.
    func permit(_ operation: String) throws(SocketCANError) {
        // libsocketcan copies the name into 16 bytes and cuts a longer one.
        _ = try indexOfInterface(interface)
        guard clinux_may_change_links() != 0 else {
            throw .notPermitted(interface: interface, operation: operation)
        }
    }

    /// Calls libsocketcan; its words are those of the error.
    func ask(
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
