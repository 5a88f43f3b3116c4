public import CANFrames
import CLibrary
import CLinux
import LinuxLoop
import Quantities

extension CANSocket {
    /// Passes a frame to the kernel, or returns why the kernel rejects it. Never waits.
    public func send(_ frame: CANFrame) throws(SocketCANError) -> SendResult {
        var raw = canfd_frame()
        raw.can_id = frame.identifier.value
        if frame.identifier.isExtended { raw.can_id |= UInt32(CAN_EFF_FLAG) }
        raw.len = UInt8(frame.length)
        withUnsafeMutableBytes(of: &raw.data) { data in
            for index in 0..<frame.length { data[index] = frame.bytes[index] }
        }
        // The structure of a classical frame is the first part of the structure of a CAN FD frame.
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

    /// Whether the kernel still holds frames of this socket: in the queue of the interface or, if the
    /// driver has an echo of its own, in the controller (socket(7), SO_MEMINFO).
    public var holdsFrames: Bool { clinux_socket_pending(descriptor) > 0 }

    /// The next received item; ``Received/nothing`` if none is queued. Never waits.
    public func receive() throws(SocketCANError) -> Received {
        var item = clinux_can_item()
        switch attempt({ clinux_can_receive(descriptor, &item, 1) }) {
        case .success: return Self.received(item)
        case .failure(let code): return try received(instead: code)
        }
    }

    /// Appends the items that are queued, up to the size of the buffer, in one system call. Never waits.
    func receive(by buffer: borrowing ReceiveBuffer, into items: inout [Received])
        throws(SocketCANError)
    {
        let count = attempt {
            clinux_can_receive(descriptor, buffer.items, Int32(ReceiveBuffer.capacity))
        }
        switch count {
        case .success(let count):
            for index in 0..<Int(count) { items.append(Self.received(buffer.items[index])) }
        case .failure(let code):
            let received = try received(instead: code)
            if case .nothing = received { return }
            items.append(received)
        }
    }

    private func received(instead code: Int32) throws(SocketCANError) -> Received {
        switch code {
        case EAGAIN: .nothing
        case ENETDOWN: .linkDown
        case ENXIO, ENODEV: .gone
        default: throw .system(interface: interface, SystemError("recvmmsg", code))
        }
    }

    private static func received(_ item: clinux_can_item) -> Received {
        let raw = item.frame
        let receipt = Receipt(
            time: item.nanoseconds > 0 ? UTCTime(nanoseconds: item.nanoseconds) : nil,
            isOwn: item.is_confirmed != 0,
            isLocal: item.is_local != 0
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
        let isFD = Int(item.size) == MemoryLayout<canfd_frame>.size
        // The kernel accepts no other lengths.
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
