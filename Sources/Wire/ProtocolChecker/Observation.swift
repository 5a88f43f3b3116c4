import ADASISv2
import Quantities

/// A message on the bus, and what the rules look at.
struct Observation {
    let message: Message
    let time: MonotonicTime
    let number: Int
    /// The common fields of STUB, SEGMENT and the profiles.
    let place: Place?
    /// The fields that the layout has no place for, of those that rules look at: nothing follows from
    /// what they read as.
    let leftOut: Set<Field>

    struct Place {
        let path: PathIndex
        let offset: OffsetCode
        let isRetransmission: Bool
        let isUpdate: Bool
        /// The profile type; 0 for the others.
        let profileType: UInt8
    }

    init(_ message: Message, time: MonotonicTime, number: Int, leftOut: Set<Field> = []) {
        self.message = message
        self.leftOut = leftOut
        self.time = time
        self.number = number
        place =
            switch message {
            case .systemSpecific, .position, .metaData: nil
            case .stub(let stub):
                Place(
                    path: stub.pathIndex, offset: stub.offset,
                    isRetransmission: stub.retransmission, isUpdate: stub.update, profileType: 0)
            case .segment(let segment):
                Place(
                    path: segment.pathIndex, offset: segment.offset,
                    isRetransmission: segment.retransmission, isUpdate: segment.update,
                    profileType: 0)
            case .profileShort(let profile):
                Place(
                    path: profile.pathIndex, offset: profile.offset,
                    isRetransmission: profile.retransmission, isUpdate: profile.update,
                    profileType: profile.profileType.raw)
            case .profileLong(let profile):
                Place(
                    path: profile.pathIndex, offset: profile.offset,
                    isRetransmission: profile.retransmission, isUpdate: profile.update,
                    profileType: profile.profileType.raw)
            }
    }

    var kind: MessageKind { message.kind }

    /// The POSITION, if it is one of the vehicle's best place.
    var bestPosition: PositionMessage? {
        guard case .position(let position) = message, position.positionIndex == 0 else {
            return nil
        }
        return position
    }

    /// The path and the offset that the message names; `nil` where it names none.
    var namedPlace: (path: PathIndex, offset: OffsetCode)? {
        if case .position(let position) = message { return (position.pathIndex, position.offset) }
        return place.map { ($0.path, $0.offset) }
    }

    /// Whether this is said for the first time, by its flags; without them nothing says so.
    var isFirst: Bool {
        guard let place, !leftOut.contains(.retransmission), !leftOut.contains(.update) else {
            return false
        }
        return !place.isRetransmission && !place.isUpdate
    }
}

/// Collects what a message breaks.
struct Findings {
    let time: MonotonicTime
    let number: Int
    let kind: MessageKind?
    /// The path and the offset of the message.
    let path: PathIndex?
    let offset: OffsetCode?
    private(set) var violations: [Violation] = []

    init(
        time: MonotonicTime, number: Int, kind: MessageKind?,
        at place: (path: PathIndex, offset: OffsetCode)? = nil
    ) {
        self.time = time
        self.number = number
        self.kind = kind
        path = place.flatMap { $0.path == .unknown ? nil : $0.path }
        offset = place.flatMap { $0.offset == .notAvailable ? nil : $0.offset }
    }

    /// Adds a violation, of another path or offset than those of the message where one is given.
    mutating func report(
        _ rule: Rule, _ explanation: String, path: PathIndex? = nil, offset: OffsetCode? = nil
    ) {
        violations.append(
            Violation(
                time: time, number: number, rule: rule, kind: kind, explanation: explanation,
                path: path ?? self.path, offset: offset ?? self.offset))
    }
}

/// A rule, or a few that share what they remember.
protocol ProtocolRule {
    /// Looks at a message; `bus` is what was known before it.
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings)
    /// Looks at the end of the sequence.
    mutating func finish(_ bus: BusKnowledge, _ findings: inout Findings)
}

extension ProtocolRule {
    mutating func finish(_ bus: BusKnowledge, _ findings: inout Findings) {}
}
