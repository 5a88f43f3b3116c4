import ADASISv2
import CANFrames
import Engine
import HorizonProvider
import HorizonReconstructor
import ProtocolChecker
import ProtocolTrials
public import Quantities

/// What the daemon did that it must not do.
public struct Breach: Sendable, Hashable, CustomStringConvertible {
    /// What must hold in each moment.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// POSITION at least each 0.2 s while the bus takes frames.
        case positionGap = "gap of POSITION"
        /// No second with more bits than the bus load limit.
        case load = "bus load"
        /// Every frame keeps to the protocol.
        case protocolRule = "protocol"
        /// At most two POSITIONs wait in the kernel for a bus that takes none.
        case stale = "old POSITION"
        /// Few frames are passed to a controller that is bus-off.
        case void = "frames for a controller that is bus-off"
        /// The daemon brings an interface back that it sets up itself.
        case recovery = "interface that stays away"
        /// A client has the whole main path soon after each return of the bus.
        case completeness = "horizon of a client"
        /// Everything is sent again only after frames may have been lost.
        case needless = "sent again without a loss"
        /// Lines about the bus are limited.
        case lines = "lines"
        /// The loop waits where nothing is to be done.
        case spinning = "rounds of the loop"
        /// No fault ends the daemon.
        case failure = "failure"
    }

    /// The rule.
    public let rule: Rule
    /// When it was broken.
    public let time: MonotonicTime
    /// How.
    public let explanation: String

    /// `71.300 s: gap of POSITION: 0.31 s`
    public var description: String { "\(seconds(time)): \(rule.rawValue): \(explanation)" }
}

/// Sees all that the daemon does to the bus, to its clients and to the people who read its lines.
struct Witness {
    private(set) var breaches: [Breach] = []
    /// The frames that went over the bus.
    private(set) var frames = 0
    /// How long clients waited for the whole main path after returns of the bus.
    private(set) var completions: [Nanoseconds] = []

    private let layout: Layout
    private let mostBits: Int
    private let notice: Nanoseconds
    private let completeWithin: Nanoseconds
    private var load = LoadMeter()
    private var checker: ProtocolChecker
    private var reportedViolations = 0
    private var lastPosition: MonotonicTime?
    /// A client that gets every frame that the kernel took.
    private var reference = HorizonReconstructor()
    /// A client that joins when the bus is back.
    private var newcomer: (client: HorizonReconstructor, since: MonotonicTime, root: PathIndex?)?
    private var lineTimes: [MonotonicTime] = []
    private var stalePositions = 0
    private var isVoidReported = false
    private var awaySince: MonotonicTime?
    private var nextLook = MonotonicTime.zero
    private var announcements = 0
    private var rounds: (second: Int64, count: Int) = (0, 0)

    /// The longest gap of POSITION.
    static let longestGap = Nanoseconds.milliseconds(200)
    /// So many frames are passed to a controller until its state is known.
    static let mostVoid = 60
    /// Restarts are tried at least each 10 s.
    static let longestAway = Nanoseconds.seconds(12)
    /// So many lines about the bus are written in 20 s at most.
    static let mostLines = 10
    /// So many times in a second the loop goes round at most: frames, confirmations and reports come one by one.
    static let mostRounds = 20_000

    /// The rules of the protocol but for the intervals: faults of the bus break them, and ``Breach/Rule/positionGap``
    /// judges what is left.
    private static let rules = Rule.allCases.filter {
        $0 != .positionInterval && $0 != .metaDataInterval
    }

    init(
        _ parameters: ProviderParameters, _ traits: InterfaceTraits, completeWithin: Nanoseconds
    ) {
        self.completeWithin = completeWithin
        layout = parameters.layout
        mostBits = Int(Double(parameters.pace.bitRate) * parameters.pace.budgetPercent / 100)
        notice = traits.longestNotice
        var rules = CheckerParameters()
        rules.bitsPerSecond = mostBits
        // The intervals are not looked at and must not fill the list.
        rules.keptViolations = 10_000
        checker = ProtocolChecker(parameters: rules)
    }

    private mutating func note(_ rule: Breach.Rule, _ explanation: String, at time: MonotonicTime) {
        guard breaches.count < 100 else { return }
        breaches.append(Breach(rule: rule, time: time, explanation: explanation))
    }

    /// The kernel took a frame.
    mutating func noteSent(_ frame: CANFrame, at time: MonotonicTime) {
        let before = load.mostBits
        load.note(frame.worstCaseBits, at: time)
        if load.mostBits > mostBits, load.mostBits > before {
            note(.load, "\(load.mostBits) bits in a second, \(mostBits) allowed", at: time)
        }
        if let message = try? layout.decode(frame) { reference.ingest(message, at: time) }
        checker.check(frame, at: time, layout: layout)
        let violations = Self.rules.reduce(0) { $0 + checker.count(of: $1) }
        guard violations > reportedViolations else { return }
        reportedViolations = violations
        let last = checker.violations.last { Self.rules.contains($0.rule) }
        note(.protocolRule, last.map { "\($0.rule.rawValue): \($0.explanation)" } ?? "", at: time)
    }

    /// A frame went over the bus.
    mutating func noteDelivered(
        _ frame: CANFrame, sentAt sent: MonotonicTime, at time: MonotonicTime
    ) {
        frames += 1
        guard let message = try? layout.decode(frame) else { return }
        if message.kind == .position {
            if time - sent > Self.longestGap {
                stalePositions += 1
                if stalePositions > 2 {
                    note(
                        .stale, "\(stalePositions), \((time - sent).seconds) s in the kernel",
                        at: time)
                }
            } else {
                stalePositions = 0
            }
            lastPosition = time
        }
        guard newcomer != nil else { return }
        newcomer?.client.ingest(message, at: time)
    }

    /// The bus takes frames since that moment.
    mutating func noteReturn(at time: MonotonicTime) {
        newcomer = (HorizonReconstructor(), time, nil)
    }

    /// The daemon announces everything again.
    mutating func noteAnnouncement(losses: Int, at time: MonotonicTime) {
        announcements += 1
        if announcements > losses {
            note(.needless, "for the \(announcements)th time after \(losses) losses", at: time)
            announcements = losses
        }
    }

    mutating func noteLine(_ line: String, at time: MonotonicTime) {
        lineTimes.append(time)
        lineTimes.removeAll { time - $0 > .seconds(20) }
        if lineTimes.count > Self.mostLines {
            note(.lines, "\(lineTimes.count) lines in 20 s: \(line)", at: time)
            lineTimes.removeAll()
        }
    }

    mutating func noteRound(at time: MonotonicTime) {
        let second = time.nanoseconds / 1_000_000_000
        rounds = second == rounds.second ? (second, rounds.count + 1) : (second, 1)
        if rounds.count == Self.mostRounds {
            note(.spinning, "\(rounds.count) in a second", at: time)
        }
    }

    mutating func noteFailure(_ error: any Error, at time: MonotonicTime) {
        note(.failure, "\(error)", at: time)
    }

    /// Looks at the interface.
    mutating func look(at interface: SimulatedInterface, hasCause: Bool, at time: MonotonicTime) {
        if interface.voidFrames > Self.mostVoid, !isVoidReported {
            note(.void, "\(interface.voidFrames)", at: time)
        }
        isVoidReported = interface.voidFrames > Self.mostVoid
        guard interface.readySince == nil, !hasCause else {
            awaySince = nil
            return
        }
        guard let awaySince else {
            awaySince = time
            return
        }
        guard time - awaySince > Self.longestAway else { return }
        note(.recovery, "for \(Self.longestAway.seconds) s", at: time)
        self.awaySince = time
    }

    /// Looks at what should have happened by now.
    /// - Parameter reach: How far the main path goes ahead of the vehicle, m.
    mutating func look(
        readySince: MonotonicTime?, hasHorizon: Bool, reach: Double, at time: MonotonicTime
    ) {
        guard let readySince else {
            newcomer = nil
            return
        }
        // After a return the daemon may first have to notice.
        let begin = readySince == .zero ? readySince : readySince + notice
        let last = max(lastPosition ?? begin, begin)
        if time - last > Self.longestGap {
            note(
                .positionGap, "\((time - last).seconds) s, ready since \(seconds(readySince))",
                at: time)
            lastPosition = time
        }
        guard let newcomer else { return }
        // Only a horizon that is there and whose main path stays can be complete: the time counts from then on.
        let root = reference.tree.vehicle?.path
        guard hasHorizon, let root, newcomer.root == root else {
            self.newcomer?.root = hasHorizon ? root : nil
            self.newcomer?.since = time
            return
        }
        guard time >= nextLook else { return }
        nextLook = time + .milliseconds(50)
        let missing = missing(newcomer.client.tree, within: Int(min(reach, 2000)) - 2)
        let waited = time - newcomer.since
        if missing == nil {
            completions.append(waited)
            self.newcomer = nil
            return
        }
        if waited > completeWithin + notice {
            note(.completeness, "without \(missing ?? "")", at: time)
            self.newcomer = nil
        }
    }

    /// What a client lacks of the main path up to 2 km ahead; `nil` where it lacks nothing.
    private func missing(_ held: ReconstructedTree, within reach: Int) -> String? {
        let known = reference.tree
        guard let vehicle = known.vehicle, let road = known.root else { return nil }
        guard held.metaData != nil else { return "META-DATA" }
        guard let root = held.root, root.index == road.index, let seen = held.vehicle else {
            return "the main path"
        }
        // Who joins late does not know how often the offsets of a long path have wrapped.
        let period = Double(OffsetCode.period)
        let wraps = (Double(vehicle.metres - seen.metres) / period).rounded()
        let shift = Int(wraps * period)
        for ahead in stride(from: 25, to: reach, by: 25) {
            let place = Metres(Double(vehicle.metres + ahead))
            let heldPlace = Metres(Double(vehicle.metres + ahead - shift))
            guard let segment = road.segment(at: place) else { continue }
            if root.segment(at: heldPlace)?.content != segment.content {
                return "SEGMENT \(ahead) m ahead"
            }
            for profile in road.profiles
            where root.value(of: profile.kind, at: heldPlace)
                != road.value(of: profile.kind, at: place)
            {
                return "\(profile.kind.name) \(ahead) m ahead"
            }
        }
        for stub in road.stubs.items {
            let ahead = stub.metres - vehicle.metres
            guard ahead > 25, ahead < reach else { continue }
            if !root.stubs.items.contains(where: { $0.metres == stub.metres - shift }) {
                return "STUB \(ahead) m ahead"
            }
        }
        return nil
    }
}

extension SegmentMessage {
    /// What it states of the road, without counters, flags and offset.
    fileprivate var content: SegmentMessage {
        var plain = self
        plain.cyclicCounter = .zero
        plain.retransmission = false
        plain.update = false
        plain.offset = .notAvailable
        return plain
    }
}
