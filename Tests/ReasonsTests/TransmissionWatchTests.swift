import ADASISv2
import Engine
import FrameReasons
import Quantities
import Testing

/// The reason of a message is the one that the provider had: its flags, distances and times agree with it.
@Suite struct TransmissionWatchTests {
    private static let again: Set<TransmissionCause> = [
        .distance, .time, .pathRefresh, .request, .clientsLost, .clientsForgot, .unknown,
    ]
    private static let first: Set<TransmissionCause> = [.newPath, .withinReach, .enabled]

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func reasonsAgreeWithTheMessages(seed: UInt64) throws {
        var drive = try ReasonedDrive(seed: seed)
        try drive.run(seconds: 240)
        #expect(drive.sent.count > 2000)
        var counts: [TransmissionCause: Int] = [:]
        for (message, reason, _) in drive.sent {
            counts[reason.cause, default: 0] += 1
            #expect(
                (reason.interval == nil) == (Self.first.contains(reason.cause) || reason.isStart))
            switch reason.cause {
            case .distance:
                #expect((reason.distance ?? .zero) >= Metres(200), "\(message) \(reason)")
            case .time: #expect((reason.interval ?? .zero) >= .seconds(20), "\(message) \(reason)")
            case .pathRefresh: #expect(message.kind == .stub)
            case .newPath, .withinReach: #expect(!message.retransmission)
            default: break
            }
            switch message {
            case .position:
                #expect(reason.cause == .cycle)
            case .metaData:
                #expect([.start, .announcement, .cycle, .newValue].contains(reason.cause))
            case .stub(let stub) where stub.update:
                #expect([.newValue, .newPath].contains(reason.cause), "\(stub) \(reason)")
            default:
                if message.retransmission {
                    #expect(Self.again.contains(reason.cause), "\(message) \(reason)")
                }
            }
        }
        for cause in [
            TransmissionCause.newPath, .withinReach, .newValue, .distance, .cycle, .start,
        ] {
            #expect(counts[cause, default: 0] > 0, "\(cause): \(counts)")
        }
        #expect(counts[.unknown, default: 0] * 50 < drive.sent.count, "\(counts)")
    }

    @Test func requestsAndALossOfTheBusAreReasons() throws {
        var drive = try ReasonedDrive(seed: 2)
        try drive.run(seconds: 60)
        var before = drive.sent.count
        try drive.take(.request(.segment, nil))
        try drive.run(seconds: 2)
        let asked = drive.sent[before...].filter { $0.reason.cause == .request }
        #expect(!asked.isEmpty && asked.allSatisfy { $0.message.kind == .segment })
        before = drive.sent.count
        try drive.take(.clientsLost)
        try drive.run(seconds: 3)
        let new = drive.sent[before...]
        #expect(new.contains { $0.reason.cause == .clientsLost })
        let metaData = new.filter { $0.message.kind == .metaData }
        #expect(metaData.first?.reason.cause == .announcement, "\(metaData)")
    }

    /// The message that a client asks for by its counter, and no other one.
    @Test func aRequestWithACounterIsTheReasonOfOneMessage() throws {
        var drive = try ReasonedDrive(seed: 2)
        try drive.run(seconds: 60)
        let last = try #require(drive.sent.last { $0.message.kind == .stub })
        let before = drive.sent.count
        try drive.take(.request(.stub, last.message.cyclicCounter))
        try drive.run(seconds: 1)
        let asked = drive.sent[before...].filter { $0.reason.cause == .request }
        #expect(asked.count == 1 && asked.first?.message.kind == .stub, "\(asked)")
    }
}

extension TransmissionReason {
    /// Whether nothing like it was sent before.
    fileprivate var isStart: Bool { cause == .start || (cause == .cycle && interval == nil) }
}
