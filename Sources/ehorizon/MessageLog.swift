import ADASISv2
import CANFrames
import Console

/// The messages of a candump log, read one after the other; what is wrong with its lines is said on
/// standard error.
struct MessageLog {
    /// A message where it stands in the log.
    struct Entry {
        let logged: LoggedFrame
        let frame: CANFrame
        let kind: MessageKind
        let raw: RawFields
        let message: Message
        /// Whether the layout has a place for its counter.
        let isCounted: Bool
    }

    private let layout: Layout
    private let log: CandumpLog
    /// Whether a line could not be read.
    var isBad: Bool { log.badLines > 0 }

    init(_ path: String, layout: Layout) throws(Failure) {
        self.layout = layout
        log = try CandumpLog(path)
    }

    /// Calls `body` with each message, and `pause` when all that has arrived has been handed out.
    func forEach(
        _ body: (Entry) throws(Failure) -> Void, pause: () throws(Failure) -> Void
    ) throws(Failure) {
        try log.forEach(
            { (logged, line) throws(Failure) in
                guard case .data(let frame) = logged.content else { return }
                let entry: Entry
                do throws(FrameError) {
                    guard let (kind, raw) = try layout.fields(of: frame),
                        let message = try layout.decode(frame)
                    else { return }
                    entry = Entry(
                        logged: logged, frame: frame, kind: kind, raw: raw, message: message,
                        isCounted: layout.carries(.cyclicCounter, of: kind, in: frame))
                } catch {
                    return log.refuse(line: line, error.description)
                }
                try body(entry)
            },
            pause: pause)
    }
}

/// Seconds with six decimals; what is below a microsecond is cut off, as in the log's text.
func secondsText(_ nanoseconds: Int64) -> String {
    let microseconds = nanoseconds.magnitude / 1000
    let fraction = "\(microseconds % 1_000_000 + 1_000_000)".dropFirst()
    return "\(nanoseconds < 0 ? "-" : "")\(microseconds / 1_000_000).\(fraction)"
}
