public import Positioning
public import TextFiles

/// A position source of which that is read which does not come later: a file as a whole. A pipe is read to its end, so this
/// may take as long as its writer wants: it comes before signals are blocked.
public struct OpenedSource: Sendable {
    /// The source.
    public let source: PositionSource
    /// The recorded drive of a file, and its rate.
    let drive: (log: FixLog, rate: Double)?

    /// Reads the file; the failure is one line that names it.
    public init(_ source: PositionSource) throws(Failure) {
        self.source = source
        guard let (path, rate) = try source.wholeFile() else {
            drive = nil
            return
        }
        let log = FixLog(try Files.read(path))
        guard !log.entries.isEmpty else {
            let reason = log.problems.first.map { "; the first problem: \($0)" } ?? ""
            throw Failure("\(source): there is no position in it\(reason)")
        }
        drive = (log, rate)
    }
}
