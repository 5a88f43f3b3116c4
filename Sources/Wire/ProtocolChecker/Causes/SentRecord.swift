import ADASISv2
import Quantities

/// The place and the subject of a message: what a later message for the same replaces.
struct SentKey: Hashable {
    let kind: MessageKind
    let path: PathIndex
    let offset: OffsetCode
    let profileType: UInt8
    /// The turn angle of a STUB, the leading bits of a long profile with several things at one place.
    let part: UInt32

    private init(
        _ kind: MessageKind, _ path: PathIndex, _ offset: OffsetCode, profileType: UInt8
    ) {
        (self.kind, self.path, self.offset) = (kind, path, offset)
        self.profileType = profileType
        part = 0
    }

    /// The place, whatever the part.
    var spot: SentKey { SentKey(kind, path, offset, profileType: profileType) }

    init?(_ seen: Observation) {
        guard let place = seen.place else { return nil }
        kind = seen.kind
        path = place.path
        offset = place.offset
        profileType = place.profileType
        switch seen.message {
        case .stub(let stub): part = UInt32(stub.turnAngle.raw)
        case .profileLong(let profile):
            let width = profile.profileType.record?.keyWidth ?? 0
            part = width > 0 ? profile.value.raw >> UInt32(32 - width) : 0
        default: part = 0
        }
    }
}

/// What was sent, also for the former paths of an index: so that a message can be found that was sent, and that
/// the rules no longer count to its path.
struct SentRecord {
    /// When a content was sent.
    private struct Moment {
        var time: MonotonicTime
        var metres: Int
    }

    /// The last message of a key.
    struct Last {
        let content: Message
        /// The content before it.
        let former: Message?
        let time: MonotonicTime
        /// When the first message of the key was sent; `nil` if that was none without flags.
        let first: MonotonicTime?
        /// The first violation of the message.
        let finding: Int?
    }

    /// A message that broke a rule, for a later one that differs from it in the field of the rule alone.
    struct Suspect {
        let content: Message
        let finding: Int
        let fields: Set<Field>
        /// When it was sent; `nil` for `nearFirst`: nearer places come after it by definition.
        let time: MonotonicTime?
        /// Whether the message that was meant is known: a wrong message stands for one right message, and no more.
        var isUsed = false
    }

    private var contents = [[Message: Moment]](repeating: [:], count: 64)
    private var last = [[SentKey: Last]](repeating: [:], count: 64)
    private var suspects: [Suspect] = []

    /// Beyond this distance driven, an equal content may be of another place: offsets begin again after 8,191 m.
    private static let memory = 6_000
    private static let mostContents = 8_192
    private static let mostSuspects = 128

    /// When a content was last sent for an index.
    func time(of content: Message, on path: PathIndex, driven metres: Int) -> MonotonicTime? {
        guard let moment = contents[Int(path.raw)][content], metres - moment.metres <= Self.memory
        else { return nil }
        return moment.time
    }

    /// The last message of a key, on the path that has the index now.
    func last(_ key: SentKey) -> Last? { last[Int(key.path.raw)][key] }

    /// When a new message of the kind and subject was sent for a place farther on: those before it were sent by then.
    func farther(than key: SentKey) -> MonotonicTime? {
        times(of: key) { (1...4_000).contains($0) }.min()
    }

    /// When the last new message of the kind and subject was sent for a nearer place: those farther on were sent after
    /// it.
    private func nearer(than key: SentKey) -> MonotonicTime? {
        times(of: key) { (-4_000 ... -1).contains($0) }.max()
    }

    /// When new messages of the kind and subject were sent for places on its path, by their distance from its own.
    private func times(of key: SentKey, at isIncluded: (Int) -> Bool) -> [MonotonicTime] {
        last[Int(key.path.raw)].compactMap { other, last in
            other.kind == key.kind && other.profileType == key.profileType
                && isIncluded(Int(other.offset.raw) - Int(key.offset.raw)) ? last.first : nil
        }
    }

    /// The STUBs that were last sent for an offset of a path.
    func stubs(at key: SentKey) -> [Last] {
        last[Int(key.path.raw)].filter { $0.key.kind == .stub && $0.key.offset == key.offset }
            .sorted { $0.value.time < $1.value.time }.map(\.value)
    }

    mutating func note(_ seen: Observation, driven metres: Int, finding: Int?) {
        guard let key = SentKey(seen) else { return }
        let slot = Int(key.path.raw)
        let content = seen.message.withoutCounterAndFlags
        if contents[slot].count >= Self.mostContents {
            contents[slot] = contents[slot].filter { metres - $0.value.metres <= Self.memory }
            if contents[slot].count >= Self.mostContents { contents[slot] = [:] }
        }
        contents[slot][content] = Moment(time: seen.time, metres: metres)
        if last[slot].count >= Self.mostContents { last[slot] = [:] }
        last[slot][key] = Last(
            content: content, former: last[slot][key]?.content, time: seen.time,
            first: last[slot][key].map(\.first) ?? (seen.isFirst ? seen.time : nil),
            finding: finding)
    }

    /// The index has another path. It was free unless the sender broke a rule: then former contents count still.
    mutating func reopen(_ path: PathIndex, wasFree: Bool) {
        last[Int(path.raw)] = [:]
        if wasFree { contents[Int(path.raw)] = [:] }
    }

    /// Takes note of a message that breaks a rule. A wrong retransmission stands for no other message: what it should
    /// have been was sent before.
    mutating func suspect(
        _ message: Message, _ rule: Rule, at time: MonotonicTime?, finding: Int
    ) {
        let fields = rule.fields
        guard !fields.isEmpty else { return }
        suspects.append(
            Suspect(
                content: message.withoutCounterAndFlags, finding: finding, fields: fields,
                time: time, isUsed: message.retransmission))
        if suspects.count > Self.mostSuspects { suspects.removeFirst() }
    }

    /// The message with a violation that differs from this content in one field alone, which is the field of the rule.
    /// Where something was sent for the place, it has to be that message; where nothing was, no nearer
    /// place may have a new message of the kind and subject that was sent after the suspect.
    mutating func takeSuspect(of content: Message, for key: SentKey) -> Int? {
        guard suspects.contains(where: { !$0.isUsed }) else { return nil }
        let place = last(key)?.content
        let nearer = place == nil ? nearer(than: key) : nil
        let open = suspects.indices.reversed().filter {
            let suspect = suspects[$0]
            if let nearer, let time = suspect.time, time < nearer { return false }
            return !suspect.isUsed && suspect.content.kind == content.kind
                && (place == nil || suspect.content == place)
        }
        guard !open.isEmpty else { return nil }
        let texts = content.rawTexts
        for index in open {
            let suspect = suspects[index]
            let names = zip(texts, suspect.content.rawTexts).filter { $0.value != $1.value }
                .map(\.0.name)
            if names.count == 1, suspect.fields.contains(where: { $0.rawValue == names[0] }) {
                suspects[index].isUsed = true
                return suspect.finding
            }
        }
        return nil
    }

    /// A message that broke the same rule with the same content.
    func repeated(_ content: Message, _ rule: Rule, among findings: FindingList) -> Int? {
        suspects.last {
            $0.content == content && findings.all[$0.finding].violation.rule == rule
        }?.finding
    }
}

extension Rule {
    /// The fields that the rule is about, where a wrong field breaks it.
    fileprivate var fields: Set<Field> {
        switch self {
        case .pathIndex: [.pathIndex, .subPathIndex]
        case .offset, .reach, .nearFirst: [.offset]
        case .reservedValue:
            [.formOfWay, .profileType, .currentLane, .countryCode]
        case .profileValue: [.value, .value0, .value1, .profileType]
        case .stubFirst: [.pathIndex]
        case .indexReuse, .pathLoop: [.pathIndex, .subPathIndex]
        default: []
        }
    }
}
