import ADASISv2
import CANFrames
import Configuration
import ProtocolChecker
import TextFiles

/// The messages of a log, one after the other. Standard error reports malformed lines.
struct MessageLog {
    /// A message and its line in the log.
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
    private var doubt: LayoutDoubt
    private let log: BusLogFile
    /// Whether a line was rejected.
    var isBad: Bool { log.badPlaces > 0 }

    init(_ log: BusLogFile, _ chosen: LayoutArgument.Choice) {
        layout = chosen.layout
        doubt = LayoutDoubt(chosen)
        self.log = log
    }

    /// Throws where the log has another layout.
    func finishDoubt() throws { try doubt.finish(of: log.name) }

    /// Calls `body` with each message, and `pause` when no more input is available at the moment. Ends once it
    /// `isEnough`.
    mutating func forEach(
        _ body: (Entry) throws(Failure) -> Void, pause: () throws(Failure) -> Void,
        isEnough: () -> Bool
    ) throws(Failure) {
        try log.forEach(
            { (logged, place) throws(Failure) in
                guard case .data(let frame) = logged.content else { return }
                doubt.note(frame, of: log.name)
                let entry: Entry
                do throws(FrameError) {
                    guard let (kind, raw) = try layout.fields(of: frame),
                        let message = try layout.decode(frame)
                    else { return }
                    entry = Entry(
                        logged: logged, frame: frame, kind: kind, raw: raw, message: message,
                        isCounted: layout.carries(.cyclicCounter, of: kind, in: frame))
                } catch {
                    return log.refuse(place, error.description)
                }
                try body(entry)
            },
            pause: pause, isEnough: isEnough)
    }
}

/// Seconds with six decimals, truncated as in the text of the log.
func secondsText(_ nanoseconds: Int64) -> String {
    let microseconds = nanoseconds.magnitude / 1000
    let fraction = "\(microseconds % 1_000_000 + 1_000_000)".dropFirst()
    return "\(nanoseconds < 0 ? "-" : "")\(microseconds / 1_000_000).\(fraction)"
}
