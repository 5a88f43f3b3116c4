import Console
import Synchronization

/// Lines for people that a source repeats: each text is written once.
final class LinesSaidOnce: Sendable {
    /// Further texts are not written.
    private static let most = 100
    private let texts = Mutex<Set<String>>([])

    /// Writes a line with the program's name in front, unless it was written before.
    func say(_ text: String) {
        let isNew = texts.withLock { $0.count < Self.most && $0.insert(text).inserted }
        if isNew { Program.say("ehorizon: \(text)") }
    }
}
