public import LinuxLoop

/// The reason why a CAN interface cannot be used. The condition of the bus is no error: it is data
/// (``SendResult``, ``CANSocket/Received``).
public enum SocketCANError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no interface of that name.
    case noInterface(String)
    /// The name is an alternative one of an interface. The kernel reports changes of interfaces by their own names.
    case alternativeName(String)
    /// The interface exists, but is not a CAN interface.
    case notCAN(String)
    /// The configuration requests CAN FD, but the interface supports classical frames only.
    case noFlexibleDataRate(String)
    /// The kernel has no CAN support.
    case noKernelSupport
    /// The process lacks the privilege to change interfaces (CAP_NET_ADMIN).
    case notPermitted(interface: String, operation: String)
    /// libsocketcan failed. It gives the reason only as text, if at all.
    case refused(interface: String, operation: String, words: String)
    /// A system call failed.
    case system(interface: String, SystemError)

    /// The error in one line that names the interface.
    public var description: String {
        switch self {
        case .noInterface(let name): return "there is no interface \(name)"
        case .alternativeName(let name):
            return "\(name) is an alternative name of an interface; use its own name"
                + " (ip link show \(name))"
        case .notCAN(let name): return "\(name) is not a CAN interface"
        case .noFlexibleDataRate(let name): return "\(name) does not carry CAN FD frames"
        case .noKernelSupport: return "this kernel has no CAN; load the module can_raw"
        case .notPermitted(let name, let operation):
            return "cannot \(operation) of \(name): needs root or CAP_NET_ADMIN"
        case .refused(let name, let operation, let words):
            let reason = words.isEmpty ? "the driver refuses" : words
            return "cannot \(operation) of \(name): \(reason)"
        case .system(let name, let error): return "\(name): \(error)"
        }
    }
}
