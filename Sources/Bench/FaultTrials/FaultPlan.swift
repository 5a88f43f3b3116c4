public import Quantities
import RandomNumbers

/// The faults in an hour of driving, and the kinds of interface, receiver and car. All of it follows from the seed.
public struct FaultPlan: Sendable {
    /// The seed of all choices.
    public let seed: UInt64
    /// The duration of the drive.
    public let duration: Nanoseconds
    /// The faults in the order of their starts.
    public private(set) var faults: [PlannedFault] = []
    /// The kind of interface.
    public let traits: InterfaceTraits
    /// The kind of receiver and of car.
    public let car: CarTraits
    /// Whether the daemon records.
    public let records: Bool

    /// The plan of a seed: a fault each minute on average, some of them together.
    public init(seed: UInt64, duration: Nanoseconds = .seconds(3600)) {
        self.seed = seed
        self.duration = duration
        var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 1)
        traits = InterfaceTraits(from: &random)
        records = Int.random(in: 0..<3, using: &random) == 0
        var choices = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 2)
        car = CarTraits(from: &choices)
        // Every third start finds the bus in a bad state.
        if let first = [Fault.busOff, .down, .gone].randomElement(using: &random),
            Int.random(in: 0..<3, using: &random) == 0,
            traits.allows(first)
        {
            let end = MonotonicTime.zero + .seconds(Double.random(in: 0.1...10, using: &random))
            faults.append(PlannedFault(first, from: .zero, to: end))
        }
        var time = MonotonicTime.zero + .seconds(Double.random(in: 0...60, using: &random))
        while time < .zero + duration {
            // Without a controller there is no bus-off.
            let possible = Fault.allCases.filter { traits.allows($0) && !$0.isAddedLater }
            let fault = possible.randomElement(using: &random) ?? .down
            let length = Double.random(in: 0...1, using: &random)
            // Mostly short ones, some of half a minute.
            let shortest = fault.endsTheDaemon ? 1 : 0.01
            let longest: Double = fault.isOfTheDisk ? 150 : 30
            let end =
                time
                + .seconds(
                    fault.isInstant ? 0.001 : shortest + longest * length * length * length)
            faults.append(PlannedFault(fault, from: time, to: end))
            // What a bad disk did not take is to be stored at the end of the run at the latest.
            if fault.isOfTheDisk, !fault.isInstant {
                let stop = end + .seconds(Double.random(in: 0.5...5, using: &random))
                faults.append(PlannedFault(.stopped, from: stop, to: stop + .seconds(1)))
            }
            time = time + .seconds(Double.random(in: 0...120, using: &random))
        }
        addHalts()
        addListening()
        faults.sort { $0.start < $1.start }
        // Only one fault at a time decides over the state of the interface.
        var free = MonotonicTime.zero
        faults.removeAll { fault in
            guard fault.fault.stopsTheBus || fault.fault == .errors else { return false }
            defer { if fault.start >= free { free = fault.end + .seconds(1) } }
            return fault.start < free
        }
    }

    /// Some halts, beside what others do. Their choices are their own, so that the other faults of a seed stay.
    private mutating func addHalts() {
        var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 3)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            var start = Double.random(in: 1...max(duration.seconds, 1), using: &random)
            // Half of them in another fault.
            if Bool.random(using: &random), let fault = faults.randomElement(using: &random) {
                let delay = start.truncatingRemainder(dividingBy: 5)
                start = max((fault.start - .zero).seconds + delay, 1)
            }
            let length = Double.random(in: 0...1, using: &random)
            let isDeep = traits.isOwned && traits.hasController && Bool.random(using: &random)
            let halt = PlannedFault(
                isDeep ? .suspended : .halted, from: .zero + .seconds(start),
                to: .zero + .seconds(start + 0.05 + 60 * length * length * length))
            let isPossible = !faults.contains {
                ($0.fault.isOfTheDaemon || $0.fault.haltsTheDaemon) && $0.overlaps(halt)
            }
            if isPossible { faults.append(halt) }
        }
    }

    /// In some hours somebody has the controller only listen. As with halts, the other faults of a seed stay.
    private mutating func addListening() {
        var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 4)
        guard traits.hasController, Int.random(in: 0..<4, using: &random) == 0 else { return }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let start = Double.random(in: 1...max(duration.seconds, 1), using: &random)
            let length = Double.random(in: 0...1, using: &random)
            faults.append(
                PlannedFault(
                    .listening, from: .zero + .seconds(start),
                    to: .zero + .seconds(start + 0.01 + 30 * length * length * length)))
        }
    }

    /// The same plan with other faults.
    public func with(_ faults: [PlannedFault]) -> FaultPlan {
        var plan = self
        plan.faults = faults
        return plan
    }
}

extension InterfaceTraits {
    fileprivate func allows(_ fault: Fault) -> Bool {
        // Where the driver has no error frame, a bus-off of milliseconds leaves no trace.
        if fault == .lostLinkMessages { return !hasController || tellsBusOff }
        return hasController || !fault.needsController
    }
}

extension Fault {
    fileprivate var needsController: Bool {
        switch self {
        case .busOff, .shortBusOff, .listening, .otherBitRate, .alone, .errors, .forgedErrors: true
        default: false
        }
    }

    /// Whether it is no choice like the others: those of the earlier seeds would change.
    fileprivate var isAddedLater: Bool { haltsTheDaemon || self == .listening }

    fileprivate var isInstant: Bool {
        self == .newMap || self == .shortBusOff || self == .flippedBit
    }
}
