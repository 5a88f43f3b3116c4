import ADASISv2
import CANFrames
import HorizonProvider
import LinuxLoop
import Quantities
import SocketCAN
import Supervision
import Testing

/// A sender on a bus that is never silent: a round of the daemon ends soon, and the daemon sleeps between two rounds.
@Suite struct BusSenderFloodTests {
    /// An interface whose sockets always have 64 frames more.
    private final class Flood {
        var reads = 0
        var requestReads = 0
        let frame: CANFrame?
        let isOwn: Bool

        init(_ identifier: UInt32, isOwn: Bool = false) {
            frame = CANIdentifier(base: identifier).flatMap {
                CANFrame(identifier: $0, length: 2)
            }
            self.isOwn = isOwn
        }

        var items: [CANSocket.Received] {
            guard let frame else { return [] }
            let receipt = CANSocket.Receipt(time: nil, isOwn: isOwn, isLocal: isOwn)
            return Array(repeating: .data(frame, receipt), count: 64)
        }
    }

    private struct Port: BusPort, ~Copyable {
        let flood: Flood
        var interface: String { "can0" }
        var isOpen: Bool { true }
        var isUp: Bool { true }
        var holdsFrames: Bool { false }
        var isChanging: Bool { false }
        func send(_ frame: CANFrame) -> SendResult { .sent }
        func receive(into items: inout [CANSocket.Received]) {
            flood.reads += 1
            items += flood.items
        }
        func receiveRequests(into items: inout [CANSocket.Received]) {
            flood.requestReads += 1
            items += flood.items
        }
        mutating func close() {}
        mutating func reopen() {}
        mutating func readLink(into events: inout [LinkEvent]) {}
        func ask() {}
        func setUp(_ settings: LinkSettings, restarts: Bool) {}
        func recover() {}
    }

    private func time(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    @Test("Requests that never end are read four times in 10 ms")
    func requests() throws {
        let flood = Flood(0x306)
        let parameters = ProviderParameters()
        var bus = BusSender(
            Port(flood: flood), bitRate: BitRateWatch(ProviderParameters()), own: nil,
            requests: RequestSupervision(
                .plain(), mask: parameters.mask, extent: parameters.extent)
        ) { _ in }
        for millisecond in 0..<100 as Range<Int64> {
            let now = time(millisecond)
            let (readsRequests, reads) = (bus.readsRequests, bus.reads)
            #expect(reads, "requests do not delay confirmations")
            if readsRequests { bus.receiveRequests(at: now) }
            bus.recover(at: now)
        }
        #expect(flood.requestReads == 40)
        let deadline = bus.deadline
        #expect(deadline != nil, "the daemon wakes for the rest")
    }

    @Test(
        "Frames of other nodes are read four times in 10 ms, confirmations at once",
        arguments: [false, true])
    func frames(isOwn: Bool) throws {
        let flood = Flood(0x301, isOwn: isOwn)
        var bus = BusSender(
            Port(flood: flood), bitRate: BitRateWatch(ProviderParameters()), own: nil
        ) { _ in }
        for millisecond in 0..<100 as Range<Int64> {
            let reads = bus.reads
            if reads { bus.receive(at: time(millisecond)) }
            bus.recover(at: time(millisecond))
        }
        #expect(flood.reads == (isOwn ? 400 : 40))
    }
}
