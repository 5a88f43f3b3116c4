/// Runs steps that do not depend on each other, and keeps the first error.
///
/// ```swift
/// var errors = FirstError<MapError>()
/// errors.attempt { () throws(MapError) in try first() }
/// errors.attempt { () throws(MapError) in try second() }  // runs even if first() has failed
/// try errors.rethrow()
/// ```
struct FirstError<Failure: Error> {
    private var error: Failure?

    /// Whether no step has failed.
    var isEmpty: Bool { error == nil }

    /// Runs a step.
    mutating func attempt(_ step: () throws(Failure) -> Void) {
        do { try step() } catch { self.error = self.error ?? error }
    }

    /// Throws the error of the first step that failed.
    func rethrow() throws(Failure) {
        if let error { throw error }
    }
}
