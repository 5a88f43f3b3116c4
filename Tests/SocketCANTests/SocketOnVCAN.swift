import CANFrames
import LinuxLoop
import Quantities
import Testing

@testable import SocketCAN

@Suite(.serialized, .enabled(if: Bench.isThere, Bench.reason))
struct SocketOnVCAN {
    private func listener(isFlexible: Bool = true) throws -> CANSocket {
        var options = CANSocket.Options()
        options.filter = .everything
        options.isFlexible = isFlexible
        return try CANSocket(interface: Bench.name, options: options)
    }

    @Test func framesOfAllKindsArriveAsTheyWereSent() throws {
        let base = try #require(CANIdentifier(base: 0x7FF))
        let extended = try #require(CANIdentifier(extended: 0x1FFF_FFFF))
        let small = try #require(CANIdentifier(extended: 0x300))
        let frames = [
            try Bench.frame(base, [1, 2, 3, 4, 5, 6, 7, 8]), try Bench.frame(extended, [0xFF]),
            try Bench.frame(small, []),
            try Bench.frame(base, (0..<64).map { UInt8($0) }, isFD: true),
            try Bench.frame(extended, (0..<12).map { UInt8($0) }, isFD: true),
        ]
        let receiver = try listener()
        var options = CANSocket.Options()
        options.isFlexible = true
        let sender = try CANSocket(interface: Bench.name, options: options)
        for frame in frames { #expect(try sender.send(frame) == .sent) }
        let received = try receiver.receive(frames: frames.count)
        #expect(received.map(\.frame) == frames)
        for (_, receipt) in received {
            #expect(receipt.time != nil)
            #expect(receipt.isLocal)
            #expect(!receipt.isOwn)
        }
        // The sender asked for nothing and gets nothing.
        #expect(try sender.isSilent())
    }

    /// 0x300 of 11 bits is not 0x300 of 29 bits, and nothing else passes.
    @Test func theFilterLetsOwnIdentifiersThrough() throws {
        let base = try #require(CANIdentifier(base: 0x300))
        let extended = try #require(CANIdentifier(extended: 0x300))
        let other = try #require(CANIdentifier(base: 0x301))
        var options = CANSocket.Options()
        options.filter = .only([base])
        let receiver = try CANSocket(interface: Bench.name, options: options)
        let sender = try CANSocket(interface: Bench.name)
        for identifier in [other, extended, base] {
            #expect(try sender.send(try Bench.frame(identifier, [1])) == .sent)
        }
        // The last one that was sent is the first that arrives.
        let first = try receiver.receive(frames: 1).first?.frame
        #expect(first == (try Bench.frame(base, [1])))
        #expect(try receiver.isSilent())
    }

    @Test func ownFramesAreConfirmed() throws {
        let base = try #require(CANIdentifier(base: 0x300))
        var options = CANSocket.Options()
        options.filter = .only([base])
        options.confirmsOwn = true
        let socket = try CANSocket(interface: Bench.name, options: options)
        #expect(try socket.send(try Bench.frame(base, [7])) == .sent)
        let own = try #require(try socket.receive(frames: 1).first)
        #expect(own.frame == (try Bench.frame(base, [7])))
        #expect(own.receipt.isOwn)
    }

    /// Of 150 frames each call takes those that are queued, up to 64, in their order.
    @Test func oneCallTakesManyFrames() throws {
        let base = try #require(CANIdentifier(base: 0x310))
        var options = CANSocket.Options()
        options.filter = .only([base])
        let receiver = try CANConnection.open(interface: Bench.name, options: options)
        let sender = try CANSocket(interface: Bench.name)
        for number in 0..<150 as Range<UInt8> {
            #expect(try sender.send(try Bench.frame(base, [number])) == .sent)
        }
        var numbers: [UInt8] = []
        var counts: [Int] = []
        var items: [CANSocket.Received] = []
        let poller = try Poller()
        let descriptor = try #require(receiver.watch()?.descriptor)
        try poller.add(descriptor, .readable, token: 0)
        while numbers.count < 150, try poller.wait(timeout: .seconds(20), { _ in }) > 0 {
            items.removeAll(keepingCapacity: true)
            try receiver.receive(into: &items)
            counts.append(items.count)
            for case .data(let frame, let receipt) in items {
                numbers.append(frame.bytes[0])
                #expect(receipt.time != nil && receipt.isLocal && !receipt.isOwn)
            }
        }
        #expect(numbers == Array(0..<150))
        #expect(counts.allSatisfy { (1...64).contains($0) } && counts.contains { $0 > 1 })
        items.removeAll()
        try receiver.receive(into: &items)
        #expect(items.isEmpty)
        #expect(CANConnection.mostItems == 64)
    }

    @Test func aMissingInterfaceIsAnErrorThatNamesIt() {
        #expect(throws: SocketCANError.noInterface("nocan9")) {
            _ = try CANSocket(interface: "nocan9")
        }
        #expect(throws: SocketCANError.notCAN("lo")) { _ = try CANSocket(interface: "lo") }
    }

    @Test func aPollerSeesFrames() throws {
        let receiver = try listener()
        let poller = try Poller()
        try poller.add(receiver.descriptor, .readable, token: 3)
        let base = try #require(CANIdentifier(base: 1))
        let sender = try CANSocket(interface: Bench.name)
        #expect(try sender.send(try Bench.frame(base, [])) == .sent)
        var tokens: [UInt64] = []
        try poller.wait { tokens.append($0.token) }
        #expect(tokens == [3])
        #expect(try receiver.receive(frames: 1).count == 1)
    }

    /// An interface whose queue drains slowly: the frames that do not fit are refused with ENOBUFS,
    /// and by waiting as the pacer says every one of them gets through, in order.
    @Test(
        .enabled(
            if: Bench.canShape,
            "needs tc and the token bucket filter (module sch_tbf)"
        )
    )
    func aFullQueueLosesNothing() throws {
        let base = try #require(CANIdentifier(base: 0x123))
        let receiver = try listener()
        var options = CANSocket.Options()
        options.keepsSendBufferSmall = false
        let sender = try CANSocket(interface: Bench.name, options: options)
        try #require(Bench.shape(queue: 400))
        defer { Bench.unshape() }
        let timer = try DeadlineTimer()
        let poller = try Poller()
        try poller.add(timer.descriptor, .readable, token: 1)
        var pacer = SendPacer()
        var next: UInt8 = 0
        var refused = 0
        var tries = 0
        var arrived: [UInt8] = []
        while arrived.count < 100 {
            let now = monotonicNow()
            while next < 100, pacer.isOpen(at: now) {
                let result = try sender.send(try Bench.frame(base, [next]))
                pacer.note(result, at: now)
                tries += 1
                if result == .sent { next += 1 } else { refused += 1 }
                if result == .queueFull { #expect(pacer.deadline != nil) }
            }
            // Wakes for the next try, or to look for what arrives.
            try timer.arm(at: pacer.deadline ?? now + .milliseconds(5))
            try poller.wait { _ in }
            _ = try timer.acknowledge()
            while case .data(let frame, _) = try receiver.receive() {
                arrived.append(frame.bytes[0])
            }
        }
        #expect(arrived == (0..<100).map { UInt8($0) })
        #expect(refused > 0)
        // Each pause is one refusal: a spin would make thousands.
        #expect(tries - 100 == refused)
        #expect(refused < 1000)
    }

    /// With a small send buffer the socket fills before the queue does: EAGAIN, and the poller tells
    /// when there is room.
    @Test(.enabled(if: Bench.canShape, "needs tc and the token bucket filter (module sch_tbf)"))
    func aSmallBufferFillsFirstAndReportsWhenThereIsRoom() throws {
        let base = try #require(CANIdentifier(base: 0x124))
        let sender = try CANSocket(interface: Bench.name)
        try #require(Bench.shape(queue: 40_000))
        defer { Bench.unshape() }
        var pacer = SendPacer()
        var sent = 0
        while pacer.isOpen(at: .zero), sent < 200 {
            let result = try sender.send(try Bench.frame(base, [UInt8(sent)]))
            pacer.note(result, at: .zero)
            if result == .sent { sent += 1 }
        }
        #expect(pacer.gate == .room)
        // Eight on kernel 6.1, and one or two that have left already.
        #expect(sent < 40)
        let poller = try Poller()
        try poller.add(sender.descriptor, pacer.wantsRoom ? .writable : [], token: 0)
        var isWritable = false
        try poller.wait(timeout: .seconds(20)) { isWritable = $0.isWritable }
        #expect(isWritable)
        pacer.noteRoom()
        #expect(pacer.isOpen(at: .zero))
        #expect(try sender.send(try Bench.frame(base, [])) == .sent)
    }
}
