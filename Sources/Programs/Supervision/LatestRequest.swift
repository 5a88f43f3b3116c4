/// Work for another thread, of which only the latest request counts. There is one worker at a time. A request that
/// arrives during the work is done next and replaces any earlier waiting request.
///
/// The loop submits and takes outcomes; the worker calls ``next()`` until that is `nil`. The caller locks.
public struct LatestRequest<Request, Outcome> {
    private var waiting: Request?
    private var isWorking = false
    private var outcome: Outcome?

    /// Nothing was requested.
    public init() {}

    /// Takes a request. Returns whether a worker has to be started.
    public mutating func submit(_ request: Request) -> Bool {
        waiting = request
        defer { isWorking = true }
        return !isWorking
    }

    /// Takes note that no worker could be started: the next request tries again.
    public mutating func noteNoWorker() {
        waiting = nil
        isWorking = false
    }

    /// The next request for the worker; `nil` where there is none: the worker ends.
    public mutating func next() -> Request? {
        defer { waiting = nil }
        isWorking = waiting != nil
        return waiting
    }

    /// Takes note of an outcome.
    public mutating func finish(_ outcome: Outcome) { self.outcome = outcome }

    /// The latest outcome, once; `nil` where there is none.
    public mutating func takeOutcome() -> Outcome? {
        defer { outcome = nil }
        return outcome
    }
}

extension LatestRequest: Sendable where Request: Sendable, Outcome: Sendable {}
