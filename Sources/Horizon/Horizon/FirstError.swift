/// Runs steps that do not depend on each other, and keeps the first error.
///
/// ```swift
/// var errors = FirstError<MapError>()
/// errors.attempt { () throws(MapError) in try first() }
/// errors.attempt { () throws(MapError) in try second() }  // runs even if first() has failed
/// try errors.rethrow()
/// ```
public struct FirstError<Failure: Error> {
    private var error: Failure?

    /// No step has run.
    public init() {}

    /// Whether no step has failed.
    public var isEmpty: Bool { error == nil }

    /// Runs a step.
    public mutating func attempt(_ step: () throws(Failure) -> Void) {
        do { try step() } catch { note(error) }
    }

    /// Notes the error of a step.
    public mutating func note(_ failure: Failure) { error = error ?? failure }

    /// Throws the error of the first step that failed.
    public func rethrow() throws(Failure) {
        if let error { throw error }
    }
}
