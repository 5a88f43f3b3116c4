import ADASISv2
import CANFrames
import Foundation
import ProtocolChecker
import Quantities
import Testing

/// The demo's log: the frames that the provider sends for a drive of 12 minutes. `ReplayTests` compares them with those
/// of the provider. Faults are planted into its messages.
struct GoldenLog {
    struct Entry {
        var time: MonotonicTime
        var message: Message
        /// By how much its counter is more than the next one of its type, modulo 4.
        var jump: UInt8 = 0
    }

    var entries: [Entry]

    private static let golden = Result {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "can-fixtures/demo-drive.log")
        let layout = Layout(.adasis)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let logged = try LoggedFrame(parsing: String(line))
            guard case .data(let frame) = logged.content, let message = try layout.decode(frame)
            else { throw NoMessage(line: String(line)) }
            return Entry(
                time: MonotonicTime(nanoseconds: logged.nanoseconds), message: message)
        }
    }

    private struct NoMessage: Error { let line: String }

    init() throws { entries = try Self.golden.get() }

    /// The moment so many seconds after the start.
    func moment(_ seconds: Double) -> MonotonicTime { entries[0].time + .seconds(seconds) }

    /// The first message after a moment that meets a condition.
    func index(
        after seconds: Double, _ isMeant: (Entry) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
        let moment = moment(seconds)
        return try #require(
            entries.firstIndex { $0.time >= moment && isMeant($0) }, sourceLocation: sourceLocation)
    }

    /// The number of the next message of a type.
    private func next(_ kind: MessageKind, after index: Int) -> Int? {
        entries.indices.dropFirst(index).first { entries[$0].message.kind == kind }
    }

    /// A counter changes from a message of a type on.
    mutating func addJump(_ jump: UInt8, to kind: MessageKind, from index: Int) {
        if let next = next(kind, after: index) { entries[next].jump &+= jump }
    }

    /// A message is lost on its way.
    mutating func lose(_ index: Int) {
        let kind = entries.remove(at: index).message.kind
        addJump(1, to: kind, from: index)
    }

    /// A message comes later than it should; where it comes.
    mutating func delay(_ index: Int, by delay: Nanoseconds) throws -> Int {
        var late = entries.remove(at: index)
        late.time = late.time + delay
        let place = try #require(entries.firstIndex { $0.time > late.time })
        entries.insert(late, at: place)
        return place
    }

    /// The entries with the counters that their jumps give.
    private var counted: [Entry] {
        var counters = [CyclicCounter?](repeating: nil, count: 8)
        return entries.map { entry in
            var entry = entry
            let slot = Int(entry.message.kind.rawValue)
            let next = counters[slot]?.next ?? entry.message.cyclicCounter
            entry.message.cyclicCounter = CyclicCounter(raw: next.raw &+ entry.jump)
            counters[slot] = entry.message.cyclicCounter
            return entry
        }
    }

    /// The first mistake that explains violations of the whole log.
    func wholesaleFault() -> WholesaleFault? {
        let layout = Layout(.adasis)
        var checker = ProtocolChecker()
        var track = WholesaleTrack(layout: layout)
        for entry in counted {
            checker.check(entry.message, at: entry.time)
            let violations = checker.takeViolations()
            track.note(layout.encode(entry.message), at: entry.time, violations)
        }
        return track.faults.first
    }

    /// The violations with their causes.
    func findings(
        _ parameters: CheckerParameters = CheckerParameters()
    ) -> (all: [Finding], roots: [Violation]) {
        var checker = ProtocolChecker(parameters: parameters)
        var finder = CauseFinder(parameters: parameters)
        for entry in counted {
            checker.check(entry.message, at: entry.time)
            finder.note(entry.message, at: entry.time, checker.takeViolations())
        }
        if let last = entries.last { checker.finish(at: last.time) }
        finder.finish(checker.takeViolations())
        let all = finder.findings
        return (all, all.filter { $0.cause == nil }.map(\.violation))
    }
}

extension GoldenLog.Entry {
    var segment: SegmentMessage? {
        if case .segment(let segment) = message { segment } else { nil }
    }

    var stub: StubMessage? { if case .stub(let stub) = message { stub } else { nil } }

    var short: ProfileShortMessage? {
        if case .profileShort(let profile) = message { profile } else { nil }
    }

    /// The POSITION of the best place on a path.
    var position: PositionMessage? {
        guard case .position(let position) = message, position.positionIndex == 0,
            position.pathIndex.isNormal
        else { return nil }
        return position
    }

    /// The path and the offset of a message along paths, and whether it is sent for the first time.
    var place: (path: PathIndex, offset: OffsetCode, isFirst: Bool)? {
        switch message {
        case .stub(let stub):
            (stub.pathIndex, stub.offset, !stub.update && !stub.retransmission)
        case .segment(let segment):
            (segment.pathIndex, segment.offset, !segment.update && !segment.retransmission)
        case .profileShort(let profile):
            (profile.pathIndex, profile.offset, !profile.update && !profile.retransmission)
        case .profileLong(let profile):
            (profile.pathIndex, profile.offset, !profile.update && !profile.retransmission)
        case .systemSpecific, .position, .metaData: nil
        }
    }
}
