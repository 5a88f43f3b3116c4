public import LinuxLoop

/// Why a CAN interface cannot be used. The condition of the bus is no error: it is data
/// (``SendResult``, ``CANSocket/Received``).
public enum SocketCANError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no interface of that name.
    case noInterface(String)
    /// The interface is there and is no CAN interface.
    case notCAN(String)
    /// CAN FD was asked for and the interface takes classical frames only.
    case noFlexibleDataRate(String)
    /// The kernel has no CAN.
    case noKernelSupport
    /// The process has no right to change interfaces (CAP_NET_ADMIN).
    case notPermitted(interface: String, operation: String)
    /// libsocketcan could not do it; it says why only in words, if at all.
    case refused(interface: String, operation: String, words: String)
    /// A system call failed.
    case system(interface: String, SystemError)

    /// What is wrong in one line that names the interface.
    public var description: String {
        switch self {
        case .noInterface(let name): return "there is no interface \(name)"
        case .notCAN(let name): return "\(name) is not a CAN interface"
        case .noFlexibleDataRate(let name): return "\(name) does not carry CAN FD frames"
        case .noKernelSupport: return "this kernel has no CAN (module can_raw)"
        case .notPermitted(let name, let operation):
            return "cannot \(operation) of \(name): needs root or CAP_NET_ADMIN"
        case .refused(let name, let operation, let words):
            let reason = words.isEmpty ? "the driver refuses" : words
            return "cannot \(operation) of \(name): \(reason)"
        case .system(let name, let error): return "\(name): \(error)"
        }
    }
}
