/// The contents of the blocks of pcapng. The block with its `size` bytes stands at the start of the queue.
extension PcapReader {
    /// The most interfaces of a section that are read.
    private static let mostInterfaces = 1 << 16

    /// Interface description: link type, reserved, captured limit, options.
    mutating func readInterface(_ size: Int) throws(BusLogProblem) {
        guard size >= 20 else { throw BusLogProblem("the interface's block is too short") }
        guard interfaces.count < Self.mostInterfaces else {
            throw BusLogProblem("the section has too many interfaces")
        }
        let linkType = Int(number(at: 8, size: 2))
        var interface = Interface(name: "can\(interfaces.count)")
        interface.link = SocketCANLink(linkType: linkType)
        interface.capturedLimit = Int(number(at: 12, size: 4))
        var offset = 16
        while offset + 4 <= size - 4 {
            let code = Int(number(at: offset, size: 2))
            let length = Int(number(at: offset + 2, size: 2))
            offset += 4
            guard code != PcapFormat.Option.end, length <= size - 4 - offset else { break }
            switch code {
            case PcapFormat.Option.interfaceName:
                let name = interfaceName(queue.slice(at: offset, count: length))
                interface.name = name ?? interface.name
            case PcapFormat.Option.resolution where length == 1:
                interface.resolution = PcapResolution(option: queue[offset])
            case PcapFormat.Option.timeOffset where length == 8:
                interface.timeOffset = Int64(bitPattern: number(at: offset, size: 8))
            default: break
            }
            offset += (length + 3) / 4 * 4
        }
        // Packets have the number of their interface, so that one without CAN counts too.
        add(interface)
        if interface.link == nil {
            throw BusLogProblem(
                "the link type \(linkType) of the interface \(interface.name) is not CAN"
            )
        }
    }

    /// Enhanced packet (interface, time, lengths, data), or the packet block of old files, in which the interface has
    /// 16 bits.
    func enhancedPacket(
        _ type: UInt32, _ size: Int, time: inout Int64
    ) throws(BusLogProblem) -> (CapturedPacket, Int)? {
        guard size >= 32 else { throw BusLogProblem("the packet's block is too short") }
        let isOld = type == PcapFormat.BlockType.packet
        let index = Int(number(at: 8, size: isOld ? 2 : 4))
        let count = Int(number(at: 20, size: 4))
        guard count <= size - 32 else {
            throw BusLogProblem("the packet is longer than its block")
        }
        let interface = try interface(index)
        guard let link = interface.link else { return nil }
        let stamp = number(at: 12, size: 4) << 32 | number(at: 16, size: 4)
        guard let elapsed = interface.resolution.nanoseconds(stamp) else {
            throw BusLogProblem("the time of the packet is out of range")
        }
        let (offset, isFar) = interface.timeOffset.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = elapsed.addingReportingOverflow(offset)
        guard !isFar, !overflows else {
            throw BusLogProblem("the time of the packet is out of range")
        }
        time = sum
        let packet = CapturedPacket(
            offset: 28, count: count, originalCount: Int(number(at: 24, size: 4)), link: link,
            isBigEndian: isBigEndian
        )
        return (packet, index)
    }

    /// Simple packet: the original length and the data, of the first interface.
    func simplePacket(_ size: Int) throws(BusLogProblem) -> (CapturedPacket, Int)? {
        guard size >= 16 else { throw BusLogProblem("the packet's block is too short") }
        let interface = try interface(0)
        guard let link = interface.link else { return nil }
        let original = Int(number(at: 8, size: 4))
        var count = min(original, size - 16)
        if interface.capturedLimit > 0 { count = min(count, interface.capturedLimit) }
        let packet = CapturedPacket(
            offset: 12, count: count, originalCount: original, link: link, isBigEndian: isBigEndian
        )
        return (packet, 0)
    }

    private func interface(_ index: Int) throws(BusLogProblem) -> Interface {
        guard index < interfaces.count else {
            throw BusLogProblem("the packet's interface \(index) is not described before it")
        }
        return interfaces[index]
    }
}
