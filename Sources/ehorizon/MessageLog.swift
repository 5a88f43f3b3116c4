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
    private let input: LineInput
    /// Whether a line could not be read.
    private(set) var isBad = false

    init(_ path: String, layout: Layout) throws(Failure) {
        self.layout = layout
        input = try LineInput(path)
    }

    /// Calls `body` with each message, and `pause` when all that has arrived has been handed out.
    mutating func forEach(
        _ body: (Entry) throws(Failure) -> Void, pause: () throws(Failure) -> Void
    ) throws(Failure) {
        var bad = 0
        let input = input
        let layout = layout
        try input.forEach(
            line: { (line, number) throws(Failure) in
                if line.isEmpty { return }
                let logged: LoggedFrame
                do throws(LogSyntaxError) {
                    logged = try LoggedFrame(parsing: line)
                } catch {
                    bad += 1
                    let place = "line \(number), column \(error.column)"
                    return Program.say("ehorizon: \(input.name), \(place): \(error)")
                }
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
                    bad += 1
                    return Program.say("ehorizon: \(input.name), line \(number): \(error)")
                }
                try body(entry)
            },
            pause: pause)
        isBad = bad > 0
    }
}

/// Seconds with six decimals; what is below a microsecond is cut off, as in the log's text.
func secondsText(_ nanoseconds: Int64) -> String {
    let microseconds = nanoseconds.magnitude / 1000
    let fraction = "\(microseconds % 1_000_000 + 1_000_000)".dropFirst()
    return "\(nanoseconds < 0 ? "-" : "")\(microseconds / 1_000_000).\(fraction)"
}
