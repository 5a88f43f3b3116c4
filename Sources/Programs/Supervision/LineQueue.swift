/// Lines between the loop, which makes them, and the thread that writes them. The caller locks.
public struct LineQueue: Sendable {
    /// What the thread does next.
    public enum Step: Sendable, Equatable {
        /// Write these bytes.
        case write([UInt8])
        /// Wait for the loop.
        case wait
        /// End.
        case finish
    }

    /// How far the disk may fall behind, bytes.
    public static let most = 1 << 18

    private var bytes: [UInt8] = []
    private var lost = 0
    private var isClosing = false

    /// No lines.
    public init() {}

    /// Adds a line. If the disk is too far behind, the line is lost and counted.
    public mutating func add(_ line: [UInt8]) {
        guard bytes.count + line.count <= Self.most else {
            lost += 1
            return
        }
        if lost > 0 {
            bytes += Array("{\"event\":\"lost\",\"count\":\(lost)}\n".utf8)
            lost = 0
        }
        bytes += line
    }

    /// Adds lines.
    /// - Parameter lost: The number of lines that were lost before them.
    public mutating func add(_ lines: [[UInt8]], lost: Int) {
        noteLost(lost)
        for line in lines { add(line) }
    }

    /// Takes note of lines that are lost: the next line is preceded by their number.
    public mutating func noteLost(_ count: Int) { lost += count }

    /// Adds the last lines: nothing follows.
    public mutating func close(adding lines: [[UInt8]] = [], lost: Int = 0) {
        add(lines, lost: lost)
        isClosing = true
    }

    /// What the thread does next.
    public mutating func next() -> Step {
        guard bytes.isEmpty else {
            defer { bytes = [] }
            return .write(bytes)
        }
        return isClosing ? .finish : .wait
    }
}
