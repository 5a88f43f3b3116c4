/// The last lines for people, for those who read them elsewhere too. Without a reader nothing is kept.
public struct LineTap: Sendable {
    /// The most lines that wait.
    public static let most = 32

    private var lines: [String] = []
    private var isOpen = false

    /// A tap without a reader.
    public init() {}

    /// Takes note of a line that was written.
    public mutating func note(_ line: String) {
        guard isOpen, lines.count < Self.most else { return }
        lines.append(line)
    }

    /// Keeps lines from now on, or none.
    public mutating func setOpen(_ isOpen: Bool) {
        self.isOpen = isOpen
        if !isOpen { lines = [] }
    }

    /// The lines since the last call.
    public mutating func take() -> [String] {
        guard !lines.isEmpty else { return [] }
        defer { lines = [] }
        return lines
    }
}
