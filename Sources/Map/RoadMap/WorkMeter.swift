/// Counts the work of reading a map, in steps of about 10 ns, and ends it at a limit: a map may be
/// valid and still be made so that one update reads all of it. Steps are counted and no time is
/// taken, so the same map and drive give the same result on each machine.
final class WorkMeter {
    /// The steps since the limit was set.
    private(set) var steps = 0
    private var limit = Int.max

    /// Begins to count.
    func begin(limit: Int) {
        steps = 0
        self.limit = limit
    }

    /// Whether half of the steps are used, of a larger limit half of the usual one.
    var isShareUsed: Bool { limit != .max && steps > min(limit, RoadMap.maximumSteps) / 2 }

    /// Counts on without a limit.
    func lift() { limit = .max }

    /// Counts steps. Throws from the first step beyond the limit on.
    @inline(__always)
    func charge(_ count: Int) throws(MapError) {
        steps &+= count
        if steps > limit { throw .tooMuchWork(limit: limit) }
    }
}

extension RoadMap {
    /// The largest number of steps of one update. A step takes 50 ns at most, with the work that follows from what
    /// was read. A fix in a dense city takes a third of them.
    public static let maximumSteps = 100_000

    /// Whether half of the steps of ``limitSteps(to:)`` are used, or half of ``maximumSteps`` where that is less. Then
    /// work that can wait is left to the next update.
    public var isShareUsed: Bool { work.isShareUsed }

    /// Limits the work of reading until the limit is lifted. From the first step beyond it on, each
    /// access throws ``MapError/tooMuchWork(limit:)``.
    public func limitSteps(to limit: Int = maximumSteps) { work.begin(limit: limit) }

    /// Ends the limit of ``limitSteps(to:)``.
    public func liftLimit() { work.lift() }

    /// The steps since the limit was set.
    public var steps: Int { work.steps }

    /// Counts work whose amount depends on the content of the map, such as a comparison with each
    /// link that was read.
    @inline(__always)
    public func charge(_ steps: Int) throws(MapError) { try work.charge(steps) }
}
