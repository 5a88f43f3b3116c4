public import ADASISv2
public import CANFrames
public import Quantities

/// Watches a sender and says where it breaks the protocol.
///
/// ```swift
/// var checker = ProtocolChecker()
/// for (frame, time) in log { checker.check(frame, at: time, layout: layout) }
/// checker.finish(at: end)
/// for violation in checker.violations { print(violation.explanation) }
/// ```
/// It knows the protocol's reference and nothing of any sender. Where the reference leaves something
/// open, ``CheckerParameters`` does. It needs every frame: what is lost on the way here looks like a
/// hole in a counter and may make others look wrong.
///
/// ## Source
/// The protocol reference, §3 to §8; each ``Rule`` names its place.
public struct ProtocolChecker {
    /// The parameters.
    public let parameters: CheckerParameters
    /// The violations in the order of the messages, at most ``CheckerParameters/keptViolations``.
    public private(set) var violations: [Violation] = []

    private var counts = [Int](repeating: 0, count: Rule.allCases.count)
    private var bus: BusKnowledge
    private var load = LoadRule()
    private var rules: [any ProtocolRule] = [
        CounterRule(), IndexRule(), ReachRule(), ReservedValueRule(), ProfileValueRule(),
        PositionIntervalRule(), MetaDataRule(), MotionRule(), CandidateRule(), StubFirstRule(),
        ReuseRule(), NearFirstRule(), LastStubRule(), FlagRule(),
    ]
    private var number = 0

    /// How many messages were looked at, and frames that should have been some.
    public var messages: Int { number }

    /// A checker at the beginning of a sequence.
    public init(parameters: CheckerParameters = CheckerParameters()) {
        self.parameters = parameters
        bus = BusKnowledge(parameters: parameters)
    }

    /// How many violations of a rule were found.
    public func count(of rule: Rule) -> Int {
        Rule.allCases.firstIndex(of: rule).map { counts[$0] } ?? 0
    }

    /// Takes out the kept violations, for a caller that follows a sender without an end. The counts stay.
    public mutating func takeViolations() -> [Violation] {
        defer { violations.removeAll(keepingCapacity: true) }
        return violations
    }

    /// Looks at a frame; one on another identifier than the layout's is passed by.
    public mutating func check(_ frame: CANFrame, at time: MonotonicTime, layout: Layout) {
        do throws(FrameError) {
            guard let (kind, raw) = try layout.fields(of: frame),
                let message = try layout.decode(frame)
            else { return }
            var leftOut: Set<Field> = []
            for field in Self.optionalFields where !layout.carries(field, of: kind, in: frame) {
                leftOut.insert(field)
            }
            check(message, at: time, bits: frame.mostBits, leftOut: leftOut)
            let reserved = raw[kind.fields.count - 1]
            if reserved != 0 {
                let seen = Observation(message, time: time, number: number)
                report(
                    .reservedBits, "\(reserved) in the reserved bits", time, kind,
                    at: seen.namedPlace)
            }
        } catch {
            number += 1
            report(.frame, "\(error)", time, nil)
        }
    }

    /// Fields that layouts leave out and that rules look at.
    private static let optionalFields: [Field] = [
        .cyclicCounter, .retransmission, .update, .lastStubAtOffset,
    ]

    /// Looks at a message, which takes that many bits on the bus: 135 at most with an identifier of
    /// 11 bits. Of fields that the layout leaves out nothing is asked.
    public mutating func check(
        _ message: Message, at time: MonotonicTime, bits: Int = 135, leftOut: Set<Field> = []
    ) {
        number += 1
        let seen = Observation(message, time: time, number: number, leftOut: leftOut)
        bus.begin(at: time)
        var findings = Findings(
            time: time, number: number, kind: seen.kind, at: seen.namedPlace)
        load.check(bits, at: time, parameters, &findings)
        for index in rules.indices { rules[index].check(seen, bus, &findings) }
        bus.note(seen)
        keep(findings)
    }

    /// Looks at the end of the sequence: what should have come and did not.
    public mutating func finish(at time: MonotonicTime) {
        var findings = Findings(time: time, number: number, kind: nil)
        for index in rules.indices { rules[index].finish(bus, &findings) }
        keep(findings)
    }

    private mutating func report(
        _ rule: Rule, _ explanation: String, _ time: MonotonicTime, _ kind: MessageKind?,
        at place: (path: PathIndex, offset: OffsetCode)? = nil
    ) {
        var findings = Findings(time: time, number: number, kind: kind, at: place)
        findings.report(rule, explanation)
        keep(findings)
    }

    private mutating func keep(_ findings: Findings) {
        for violation in findings.violations {
            if let slot = Rule.allCases.firstIndex(of: violation.rule) { counts[slot] += 1 }
            if violations.count < parameters.keptViolations { violations.append(violation) }
        }
    }
}

extension CANFrame {
    /// The most bits that a frame takes with its stuff bits and the three bits between frames.
    /// ISO 11898-1: 44 or 64 bits around the data of a classical frame, of which all but ten can be
    /// stuffed, every fourth after the first.
    ///
    /// Of a CAN FD frame every bit counts as long as one at the nominal rate, an upper bound. From its
    /// start to the data length code there are 22 bits, or 41 with a long identifier, and together
    /// with the data every fourth after the first can be stuffed. Then come the stuff count with its
    /// parity (4), the checksum (17 bits up to 16 bytes, 21 beyond) and its fixed stuff bits (6 or 7),
    /// and 13 bits to the end: delimiter, acknowledgement, end of frame, space between frames.
    var mostBits: Int {
        let data = 8 * length
        if isFD {
            let before = (identifier.isExtended ? 41 : 22) + data
            return before + (before - 1) / 4 + (length > 16 ? 21 + 7 : 17 + 6) + 4 + 13
        }
        let around = identifier.isExtended ? 64 : 44
        return around + data + (around - 10 + data - 1) / 4 + 3
    }
}
