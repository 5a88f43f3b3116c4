import Engine

/// What is compared to find out whether something has changed since it was stored.
public protocol StorageKey: Sendable {
    /// Whether it need not be stored again.
    func isSame(as other: Self) -> Bool
}

/// The number of learned turns.
extension UInt64: StorageKey {
    /// Whether nothing was learned meanwhile.
    public func isSame(as other: UInt64) -> Bool { self == other }
}

extension LocatedPlace: StorageKey {
    /// Whether the vehicle has hardly moved, on the same map.
    public func isSame(as other: LocatedPlace) -> Bool {
        map == other.map && place.isNear(other.place)
    }
}

/// Decides whether a file is written again, and which failure people read.
public struct Storing<Key: StorageKey>: Sendable {
    private var isWriting = false
    /// What the file holds; `nil` where it holds nothing, or could not be written.
    private var stored: Key?
    /// The last failure.
    private var failure: String?

    /// The state with a file that holds this.
    public init(stored: Key?) { self.stored = stored }

    /// Whether a thread is writing.
    public var isBusy: Bool { isWriting }

    /// Whether this is to be written now; then a thread is writing until ``end(_:)``.
    public mutating func begin(_ key: Key) -> Bool {
        guard !isWriting, lacks(key) else { return false }
        (isWriting, stored) = (true, key)
        return true
    }

    /// Whether the file lacks this at the end of the run.
    public func lacks(_ key: Key) -> Bool { stored.map { !$0.isSame(as: key) } ?? true }

    /// Takes note of the end of writing. Returns a failure that people have not read yet: the same one
    /// again is not repeated.
    public mutating func end(_ failure: String?) -> String? {
        defer { self.failure = failure }
        isWriting = false
        if failure != nil { stored = nil }
        return failure == self.failure ? nil : failure
    }
}
