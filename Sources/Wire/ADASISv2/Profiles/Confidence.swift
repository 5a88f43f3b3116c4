/// How sure a fact about the protocol is. The specification itself could not be opened.
public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// Three or more independent sources, or a published frame.
    case a = "A"
    /// Two sources.
    case b = "B"
    /// One source.
    case c = "C"
    /// Inferred.
    case d = "D"
    /// This project's own choice, where no public source says anything.
    case own = "own"
}
