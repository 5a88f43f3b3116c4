import Quantities

/// When objects are matched to the map: one request at a time, at once after a change, and every ten seconds while the map
/// cannot be read.
struct ObjectRequests: Sendable {
    private static let retryPause = Nanoseconds.seconds(10)

    private var last = 0
    /// The number of the request that is being answered.
    private var current: Int?
    private var retry: MonotonicTime?
    private var isReported = false

    init() {}

    /// Requests on another map. Answers to the former ones do not count.
    init(after other: Self) { last = other.last }

    /// Whether a request may begin now.
    func mayBegin(at now: MonotonicTime) -> Bool {
        current == nil && retry.map { now >= $0 } ?? true
    }

    /// The number of a request that begins.
    mutating func begin() -> Int {
        last += 1
        current = last
        return last
    }

    /// The objects have changed: another request may begin, although one is being answered.
    mutating func noteChange() { (current, retry) = (nil, nil) }

    /// A request was answered. Returns whether it is the last one.
    mutating func noteEnd(of number: Int) -> Bool {
        guard number == current else { return false }
        current = nil
        return true
    }

    /// Objects could not be matched for a passing reason. Returns whether that is to be reported.
    mutating func noteUnread(at now: MonotonicTime) -> Bool {
        (current, retry) = (nil, now + Self.retryPause)
        defer { isReported = true }
        return !isReported
    }

    /// The map can be read.
    mutating func noteRead() { (retry, isReported) = (nil, false) }
}
