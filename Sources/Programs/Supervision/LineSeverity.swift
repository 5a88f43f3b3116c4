/// How severe a line of the daemon is, in syslog's levels (RFC 5424, table 2). The journal reads the
/// level from a prefix of the line (sd-daemon(3)).
public enum LineSeverity: Int, Sendable, CaseIterable {
    /// Something is lost until a person acts: a recording, a map.
    case error = 3
    /// A state that the daemon waits out, or input that it rejects.
    case warning = 4
    /// The end of such a state, or a change that was wanted.
    case notice = 5

    /// The prefix of a line for the journal.
    public var prefix: String { "<\(rawValue)>" }

    /// The parts of lines by which they are errors.
    private static let errors = [
        "cannot ", "the recording ends here", "nothing is recorded", "are not kept",
        "is not used any more", "no map is in use", "the map was refused",
        "the disk did not take ", "the ring buffer is not written",
        "speed limits are not logged", "there is no ring buffer",
    ]

    /// The parts of lines by which they are notices, unless they are errors.
    private static let notices = [
        " is up; ", " has restarted; ", "error-active again", "are transmitted again",
        "bit/s again", "is connected", "connected to ", "answered in time again",
        "a client asks for", "fixes again, after", "on a road again", "on the map again",
        "no longer come too fast", "fixes come from", ": a new map, ", ": a route of ",
        ": no route", "the ring buffer is written", "the ignition is ", "SIGHUP: applied",
        " frames sent",
    ]

    /// The part of a line that has a text of a gpsd: it is a notice, whatever that text says.
    private static let quoting = ": fixes come from "

    /// The severity of a line, by its text, as ``LineLimit`` finds the cause of a line.
    public init(of line: String) {
        if line.contains(Self.quoting) {
            self = .notice
        } else if Self.errors.contains(where: line.contains) {
            self = .error
        } else if Self.notices.contains(where: line.contains) {
            self = .notice
        } else {
            self = .warning
        }
    }
}
