import ADASISv2
import CANFrames
import Configuration
import Engine
import Horizon
import HorizonProvider
import HorizonReconstructor
import ProtocolChecker
import ProtocolTrials
import Quantities
import Supervision

/// Sees all that the daemon does to the bus, to its clients and to the people who read its lines.
struct Witness: ~Copyable {
    private(set) var breaches: [Breach] = []
    /// The frames that went over the bus.
    private(set) var frames = 0
    /// How long clients waited for the whole main path after returns of the bus.
    private(set) var completions: [Nanoseconds] = []

    private let layout: Layout
    private let traits: InterfaceTraits
    /// Until when the daemon knows a return of the bus only by its own questions.
    private var deafUntil = MonotonicTime.zero
    private let completeWithin: Nanoseconds
    /// What clients knew before the last halt, in which they have dropped it; and the engine's main path, then and now.
    private var dropped: (tree: ReconstructedTree, path: PathID?)?
    private var mainPath: PathID?
    private var load: LoadWitness
    private var checker: ProtocolChecker
    private let rules: CheckerParameters
    private var reportedViolations = 0
    /// The files of the daemon.
    let state = StateWitness()
    private var run = RunWitness(at: .zero)
    private var lastPosition: MonotonicTime?
    /// A client that gets every frame that the kernel took.
    private var reference = HorizonReconstructor()
    private var jumps = JumpWitness()
    /// A client that joins when the bus is back.
    private var newcomer: (client: HorizonReconstructor, since: MonotonicTime, root: PathIndex?)?
    private var busLines = BusLineWitness()
    private var announcement = AnnouncementWitness()
    private var stalePositions = 0
    private var away = AwayWitness()
    /// The last halt.
    private var halt = (start: MonotonicTime.zero, end: MonotonicTime.zero)
    private var nextLook = MonotonicTime.zero
    private var announcements = 0
    /// When the ignition was switched on last; `nil` while it is off.
    private var awakeSince: MonotonicTime? = .zero

    /// The longest gap of POSITION.
    static let longestGap = Nanoseconds.milliseconds(200)

    /// The rules of the protocol but for the intervals, which faults of the bus break, and the load, which depends on the bit rate:
    /// ``Breach/Rule/positionGap`` and ``LoadWitness`` judge them.
    private static let rules = Rule.allCases.filter {
        $0 != .positionInterval && $0 != .metaDataInterval
    }

    init(
        _ parameters: ProviderParameters, _ traits: InterfaceTraits, completeWithin: Nanoseconds
    ) {
        self.completeWithin = completeWithin
        layout = parameters.layout
        load = LoadWitness(parameters.pace)
        self.traits = traits
        var rules = CheckerParameters()
        rules.keptViolations = 10_000  // Intervals must not fill the list.
        self.rules = rules
        checker = ProtocolChecker(parameters: rules)
    }

    mutating func note(_ rule: Breach.Rule, _ explanation: String?, at time: MonotonicTime) {
        guard let explanation, breaches.count < 100 else { return }
        breaches.append(Breach(rule: rule, time: time, explanation: explanation))
    }

    /// Messages about the link are lost at this moment.
    mutating func noteDeaf(at time: MonotonicTime) { deafUntil = time + .seconds(2) }

    private func notice(at time: MonotonicTime) -> Nanoseconds {
        traits.longestNotice(isDeaf: time < deafUntil)
    }

    /// The bus has a bit rate, bit/s.
    mutating func note(bitRate: Int) { load.note(bitRate: bitRate) }

    /// The kernel took a frame.
    mutating func noteSent(_ frame: CANFrame, _ mask: MessageMask, at time: MonotonicTime) {
        note(.asleep, awakeSince == nil ? "sent" : nil, at: time)
        note(.load, load.noteSent(frame.worstCaseBits, at: time), at: time)
        if let message = try? layout.decode(frame) {
            reference.ingest(message, at: time)
            note(.jump, jumps.note(reference.report, at: time), at: time)
            note(.configuration, run.noteSent(message.kind, at: time), at: time)
            announcement.noteSent(
                message.kind, mask, timeout: rules.positionTimeout, at: time)
        }
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
                if stalePositions > 1 {
                    note(
                        .stale, "\(stalePositions), \((time - sent).seconds) s in the kernel",
                        at: time)
                }
            } else {
                stalePositions = 0
            }
            lastPosition = time
            run.notePosition()
        }
        // What a former run left in the kernel is of its paths, not of this run's (docs/limits.md).
        guard newcomer != nil, sent >= run.start else { return }
        newcomer?.client.ingest(message, at: time)
    }

    /// The bus takes frames since that moment.
    mutating func noteReturn(at time: MonotonicTime) {
        dropped = nil
        newcomer = (HorizonReconstructor(), time, nil)
    }

    /// The daemon did nothing for so long. Clients without POSITION have dropped everything.
    mutating func noteHalt(of time: Nanoseconds, at end: MonotonicTime) {
        away.noteCause()
        halt = (end + Nanoseconds(-time.value), end)
        newcomer?.since = end
        announcement.forgive()
        busLines.noteHalt(at: end)
        run.notePosition()
        // What was lost meanwhile shows itself no earlier.
        if deafUntil > halt.start { noteDeaf(at: end) }
        guard time > rules.positionTimeout + Self.longestGap else { return }
        noteReturn(at: end)
        dropped = (reference.tree, mainPath)
    }

    /// The daemon announces everything again, of the messages that the mask lets through.
    mutating func noteAnnouncement(
        losses: Int, mask: MessageMask, at time: MonotonicTime
    ) {
        announcement.note([.metaData, .position].filter(mask.allows), at: time)
        announcements += 1
        if announcements > losses {
            note(.needless, "for the \(announcements)th time after \(losses) losses", at: time)
            announcements = losses
        }
    }

    /// A client has asked for everything again, and the daemon begins anew for it.
    mutating func noteAnswerWithAll(at time: MonotonicTime) {
        newcomer?.since = time
        note(.needless, run.noteAnswerWithAll(at: time), at: time)
    }

    /// The ignition is switched off or on. Clients that were switched on with it hold nothing.
    mutating func noteIgnition(_ isOn: Bool, at time: MonotonicTime) {
        if isOn, awakeSince == nil { noteReturn(at: time) }
        awakeSince = isOn ? awakeSince ?? time : nil
        if !isOn { newcomer = nil }
    }

    /// - Parameter transmitted: The frames that the interface has transmitted by now.
    mutating func noteBusLine(_ line: String, transmitted: Int, at time: MonotonicTime) {
        note(.lines, busLines.note(line, transmitted: transmitted, at: time), at: time)
    }

    /// Looks whether a change of the bus has its line.
    mutating func lookAtBusLines(isReady: Bool, _ waitsForSummary: Bool, at time: MonotonicTime) {
        guard awakeSince != nil else { return }
        let problem = busLines.look(
            isReady: isReady, waitsForSummary: waitsForSummary, notice: notice(at: time), at: time)
        note(.lines, problem, at: time)
    }

    /// A line that is not about the bus.
    mutating func noteLine(_ line: String, at time: MonotonicTime) {
        note(.repetition, run.noteLine(line, at: time), at: time)
    }

    /// The daemon starts, again. What clients held is of the run before.
    mutating func noteStart(at time: MonotonicTime) {
        run = RunWitness(at: time)
        awakeSince = time
        busLines = BusLineWitness()
        announcement = AnnouncementWitness()
        lastPosition = nil
        (reference, jumps) = (HorizonReconstructor(), JumpWitness())
        newcomer = nil
        checker = ProtocolChecker(parameters: rules)
        reportedViolations = 0
        stalePositions = 0
        away.noteCause()
    }

    /// What is wrong with the files of the daemon.
    mutating func lookAtFiles(at time: MonotonicTime) {
        for problem in state.problems { note(.state, problem, at: time) }
        state.removeProblems()
    }

    /// The daemon has read its configuration again.
    mutating func noteConfiguration(
        from before: LoadedSettings, by read: ReadConfiguration, to after: LoadedSettings,
        event: EngineEvent?, at time: MonotonicTime
    ) {
        let problem = run.noteConfiguration(
            from: before, by: read, to: after, event: event, at: time)
        note(.configuration, problem, at: time)
    }

    /// The memory of the run, bytes.
    mutating func noteMemory(_ bytes: Int, at time: MonotonicTime) {
        note(.memory, run.noteMemory(bytes, at: time), at: time)
    }

    mutating func noteRound(at time: MonotonicTime) {
        note(.spinning, run.noteRound(at: time), at: time)
    }

    /// Looks at the interface.
    mutating func look(at interface: SimulatedInterface, hasCause: Bool, at time: MonotonicTime) {
        note(.void, away.lookAtVoid(interface), at: time)
        note(.recovery, away.look(interface, hasCause, awakeSince, at: time), at: time)
    }

    /// Looks at what should have happened by now.
    /// - Parameter reach: How far the main path goes ahead of the vehicle, m.
    mutating func look(
        readySince: MonotonicTime?, hasHorizon: Bool, mainPath: PathID?, reach: Double,
        at time: MonotonicTime
    ) {
        self.mainPath = mainPath
        // Another path may have its index.
        if mainPath != dropped?.path { dropped = nil }
        jumps.note(readySince: readySince)
        let isAwake = awakeSince != nil
        note(
            .announcement,
            announcement.look(readySince: isAwake ? readySince : nil, at: time), at: time)
        guard let readySince, let awakeSince else {
            newcomer = nil
            return
        }
        // After a return the daemon may first have to notice.
        let seen = readySince > halt.start ? max(readySince, halt.end) : readySince
        let ready = readySince == .zero ? readySince : seen + notice(at: time)
        let begin = max(ready, run.start, awakeSince, halt.end)
        let last = max(lastPosition ?? begin, begin)
        note(.start, run.lookAtStart(readySince: readySince, at: time), at: time)
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
        let missing =
            newcomer.client.tree.missing(
                of: reference.tree, within: Int(min(reach, 2000)) - 2)
            ?? dropped.flatMap { newcomer.client.tree.missing(ofEarlier: $0.tree, within: 1900) }
        let waited = time - newcomer.since
        if missing == nil {
            completions.append(waited)
            self.newcomer = nil
            return
        }
        let longest = Nanoseconds.seconds(completeWithin.seconds * load.slowness)
        if waited > longest + notice(at: time) {
            note(.completeness, "without \(missing ?? "")", at: time)
            self.newcomer = nil
        }
    }
}
