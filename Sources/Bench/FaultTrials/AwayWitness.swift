import Quantities

/// Sees whether frames are passed to a controller that takes none, whether an interface stays away although nothing
/// keeps it away, and whether one that works is restarted.
struct AwayWitness {
    /// So many frames are passed to a controller until its state is known.
    static let mostVoid = 60
    /// Restarts are tried at least each 10 s.
    static let longest = Nanoseconds.seconds(12)

    private var isVoidReported = false
    private var needlessRestarts = 0
    private var since: MonotonicTime?

    /// Something keeps the interface away.
    mutating func noteCause() { since = nil }

    /// Looks at the frames that are lost. Returns what is wrong.
    mutating func lookAtVoid(_ interface: SimulatedInterface) -> String? {
        let isWrong = interface.voidFrames > Self.mostVoid
        defer { isVoidReported = isWrong }
        return isWrong && !isVoidReported ? "\(interface.voidFrames)" : nil
    }

    /// Looks whether the interface is back. Returns what is wrong.
    /// - Parameters:
    ///   - hasCause: Whether something keeps it away.
    ///   - awakeSince: Since when the ignition is on; `nil` while it is off.
    mutating func look(
        _ interface: SimulatedInterface, _ hasCause: Bool, _ awakeSince: MonotonicTime?,
        at time: MonotonicTime
    ) -> String? {
        if interface.others.needlessRestarts > needlessRestarts {
            needlessRestarts = interface.others.needlessRestarts
            return "it was restarted although it works"
        }
        // Nothing is transmitted at rest, so nothing shows that the controller has lost its settings.
        let isHidden = awakeSince == nil && interface.lacksSettings
        guard interface.readySince == nil, !hasCause, !isHidden else {
            since = nil
            return nil
        }
        guard let since, time - since > Self.longest else {
            self.since = since ?? time
            return nil
        }
        self.since = time
        return "for \(Self.longest.seconds) s"
    }
}
