import CANFrames
import SocketCAN

/// What the socket of a simulated interface receives.
struct SimulatedSocket {
    /// What waits to be read.
    var received: [CANSocket.Received] = []
    /// What waits in the socket for requests.
    var requests: [CANSocket.Received] = []
    var losesConfirmations = false
    var doublesConfirmations = false

    mutating func confirm(_ frame: CANFrame) {
        let own = CANSocket.Receipt(time: nil, isOwn: true, isLocal: true)
        guard !losesConfirmations else { return }
        received.append(.data(frame, own))
        if doublesConfirmations { received.append(.data(frame, own)) }
    }

    /// An error frame, of the controller or forged by a program of this machine.
    mutating func tell(_ kinds: ErrorFrame.Kinds, isLocal: Bool = false) {
        let frame = ErrorFrame(
            identifier: 0x2000_0000 | kinds.rawValue, data: [8 of UInt8](repeating: 0))
        received.append(
            .error(frame, CANSocket.Receipt(time: nil, isOwn: false, isLocal: isLocal)))
    }

    /// Whether the kernel keeps one more request: it holds about 270 frames, and drops the next ones.
    var hasRoomForRequests: Bool { requests.count < 270 }

    /// A request of a client.
    mutating func request(_ frame: CANFrame) {
        guard hasRoomForRequests else { return }
        requests.append(.data(frame, CANSocket.Receipt(time: nil, isOwn: false, isLocal: false)))
    }

    /// A frame of another node.
    mutating func hear(_ frame: CANFrame) {
        received.append(.data(frame, CANSocket.Receipt(time: nil, isOwn: false, isLocal: false)))
    }
}
