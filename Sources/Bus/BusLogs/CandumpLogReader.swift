import CANFrames

/// Reads the log of `candump -L` (or `-l`) of can-utils.
///
/// ```
/// (1436509052.249713) vcan0 300#20528835FE2E59FD
/// ```
/// Blank lines and the `DROPCOUNT` lines of `candump -d` are no frames.
struct CandumpLogReader: TextLogReader {
    let lines = TextLogLines()

    func read(_ line: Span<UInt8>) throws(TextLogError) -> LoggedFrame? {
        let first = TextLogFields().peek(line)
        if first.isEmpty || line.matches(first, "DROPCOUNT:") { return nil }
        do {
            return try LoggedFrame(parsing: line)
        } catch {
            throw TextLogError(message: error.description, column: error.column)
        }
    }
}
