public import CANFrames
import CLinux
import Glibc
import LinuxLoop
import Quantities

extension CANSocket {
    /// Hands a frame to the kernel, or says why it does not take it. Never waits.
    public func send(_ frame: CANFrame) throws(SocketCANError) -> SendResult {
        var raw = canfd_frame()
        raw.can_id = frame.identifier.value
        if frame.identifier.isExtended { raw.can_id |= UInt32(CAN_EFF_FLAG) }
        raw.len = UInt8(frame.length)
        withUnsafeMutableBytes(of: &raw.data) { data in
            for index in 0..<frame.length { data[index] = frame.bytes[index] }
        }
        // The structure of a classical frame is the start of that of a flexible one.
        let size = frame.isFD ? MemoryLayout<canfd_frame>.size : MemoryLayout<can_frame>.size
        switch attempt({ write(descriptor, &raw, size) }) {
        case .success: return .sent
        case .failure(EAGAIN): return .wouldBlock
        case .failure(ENOBUFS): return .queueFull
        case .failure(ENETDOWN): return .linkDown
        case .failure(ENXIO), .failure(ENODEV): return .gone
        case .failure(let code):
            throw .system(interface: interface, SystemError("write", code))
        }
    }

    /// The next thing received, ``Received/nothing`` where there is none. Never waits.
    public func receive() throws(SocketCANError) -> Received {
        var raw = canfd_frame()
        var told = clinux_can_receipt()
        let size: Int
        switch attempt({ clinux_can_receive(descriptor, &raw, &told) }) {
        case .success(let count): size = count
        case .failure(EAGAIN): return .nothing
        case .failure(ENETDOWN): return .linkDown
        case .failure(ENXIO), .failure(ENODEV): return .gone
        case .failure(let code):
            throw .system(interface: interface, SystemError("recvmsg", code))
        }
        let receipt = Receipt(
            time: told.nanoseconds > 0 ? UTCTime(nanoseconds: told.nanoseconds) : nil,
            isOwn: told.is_confirmed != 0,
            isLocal: told.is_local != 0
        )
        if raw.can_id & UInt32(CAN_ERR_FLAG) != 0 {
            var data = [8 of UInt8](repeating: 0)
            withUnsafeBytes(of: raw.data) { for index in 0..<8 { data[index] = $0[index] } }
            return .error(ErrorFrame(identifier: raw.can_id, data: data), receipt)
        }
        guard let identifier = Self.identifier(raw.can_id) else { return .nothing }
        if raw.can_id & UInt32(CAN_RTR_FLAG) != 0 {
            return .remote(identifier, length: Int(raw.len), receipt)
        }
        let isFD = size == MemoryLayout<canfd_frame>.size
        // The kernel lets no other lengths through.
        guard var frame = CANFrame(identifier: identifier, length: Int(raw.len), isFD: isFD) else {
            return .nothing
        }
        withUnsafeBytes(of: raw.data) { data in
            for index in 0..<frame.length { frame.bytes[index] = data[index] }
        }
        return .data(frame, receipt)
    }

    private static func identifier(_ bits: UInt32) -> CANIdentifier? {
        bits & UInt32(CAN_EFF_FLAG) != 0
            ? CANIdentifier(extended: bits & UInt32(CAN_EFF_MASK))
            : CANIdentifier(base: bits & UInt32(CAN_SFF_MASK))
    }
}
