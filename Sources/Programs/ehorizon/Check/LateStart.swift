import ADASISv2
import CANFrames
import ProtocolChecker
import Quantities

/// Whether all violations of a log can come from its start in the middle of a transmission: a second checker, which
/// accepts such a start, finds none.
struct LateStart {
    /// `nil` once the log is known to have another start, or a violation that has another cause.
    private var checker: ProtocolChecker?
    private var hasMessage = false

    /// A log of which nothing has come. `parameters` are those of the first checker.
    init(_ parameters: CheckerParameters) {
        guard !parameters.joinsLate else { return }
        var parameters = parameters
        parameters.joinsLate = true
        parameters.keptViolations = 1
        checker = ProtocolChecker(parameters: parameters)
    }

    /// Takes in the next frame.
    mutating func check(_ frame: CANFrame, at time: MonotonicTime, layout: Layout) {
        guard checker != nil else { return }
        if !hasMessage, let (kind, _) = try? layout.fields(of: frame) {
            hasMessage = true
            // A transmission begins with META-DATA.
            if kind == .metaData { checker = nil }
        }
        checker?.check(frame, at: time, layout: layout)
        if checker?.violations.isEmpty == false { checker = nil }
    }

    /// Whether it is so, at the end of a log.
    mutating func isCause(at end: MonotonicTime) -> Bool {
        checker?.finish(at: end)
        return checker?.violations.isEmpty ?? false
    }
}
