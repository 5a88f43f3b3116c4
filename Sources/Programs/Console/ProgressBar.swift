import CLibrary

/// A bar on standard error that shows how far a long task is; silent where that is no terminal.
public struct ProgressBar {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var shown = -1

    /// A bar that has not been drawn yet.
    public init() {}

    /// Shows what is being done and how much of it is done, 0...1.
    public mutating func show(_ task: String, _ fraction: Double) {
        let percent = Int((min(max(fraction, 0), 1) * 100).rounded())
        guard isTerminal, percent != shown else { return }
        shown = percent
        let width = 30
        let filled = percent * width / 100
        let bar =
            String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        let name = task + String(repeating: " ", count: max(0, 24 - task.count))
        put("\r\(name) \(bar) \(percent) %")
    }

    /// Takes the bar away again.
    public mutating func clear() {
        guard isTerminal, shown >= 0 else { return }
        shown = -1
        put("\r\u{1B}[K")
    }

    private func put(_ text: String) {
        Program.write(text, to: STDERR_FILENO)
    }
}
