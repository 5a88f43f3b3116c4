import ADASISv2
import ProtocolChecker
import Quantities
import Testing

/// A fault that is planted into a log after a moment, and the rule of the root cause that names it.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: Rule
    /// Another rule that names the fault, by its explanation, where the first cannot.
    var other: (rule: Rule, words: String)?
    /// The message type of the root cause.
    let kind: MessageKind?
    /// How long after the fault the root cause may come, in seconds: what is missing shows when it is repeated.
    var delay = 1.0
    /// Plants the fault; the index of the message that has it.
    let plant: @Sendable (inout GoldenLog, Double) throws -> Int

    var testDescription: String { name }

    /// The log with the fault, and when it is.
    func planted(in log: inout GoldenLog, after seconds: Double) throws -> MonotonicTime {
        let index = try plant(&log, seconds)
        return log.entries[min(index, log.entries.count - 1)].time
    }
}

// What is changed in a message.
extension GoldenLog {
    mutating func changeSegment(
        after seconds: Double, where isMeant: (SegmentMessage) -> Bool = { _ in true },
        _ change: (inout SegmentMessage) -> Void
    ) throws -> Int {
        let index = try index(after: seconds) { $0.segment.map(isMeant) ?? false }
        var segment = try #require(entries[index].segment)
        change(&segment)
        entries[index].message = .segment(segment)
        return index
    }

    mutating func changePosition(
        after seconds: Double, _ change: (inout PositionMessage) -> Void
    ) throws -> Int {
        let index = try index(after: seconds) { $0.position?.offset.metres ?? 0 > 300 }
        var position = try #require(entries[index].position)
        change(&position)
        entries[index].message = .position(position)
        return index
    }

    /// The first STUB of a path of which more is sent soon.
    func opening(after seconds: Double) throws -> Int {
        try index(after: seconds) { entry in
            guard let stub = entry.stub, !stub.retransmission, stub.subPathIndex.isNormal
            else { return false }
            // Another probability of a STUB opens no path.
            let isOpen = entries.contains {
                $0.time < entry.time && $0.stub?.subPathIndex == stub.subPathIndex
                    && $0.stub?.pathIndex == stub.pathIndex && $0.stub?.offset == stub.offset
            }
            return !isOpen
                && entries.contains {
                    $0.place?.path == stub.subPathIndex && $0.time >= entry.time
                        && $0.time - entry.time < .seconds(5)
                }
        }
    }

    mutating func changeStub(_ index: Int, _ change: (inout StubMessage) -> Void) throws -> Int {
        var stub = try #require(entries[index].stub)
        change(&stub)
        entries[index].message = .stub(stub)
        return index
    }
}
