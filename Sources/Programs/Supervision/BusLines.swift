public import Quantities

/// The lines about the bus: one line for each change. If the state changes all the time, a few lines and a summary.
public struct BusLines: Sendable {
    private let interface: String
    private var limit = ReportLimit()

    /// The lines about an interface.
    public init(interface: String) { self.interface = interface }

    /// When suppressed changes are reported in one line; `nil` if there are none.
    public var deadline: MonotonicTime? { limit.deadline }

    /// The line about a change, without the program's name; `nil` if it is suppressed.
    public mutating func line(of report: BusReport, at now: MonotonicTime) -> String? {
        limit.admits(report, at: now) ? report.line(of: interface) : nil
    }

    /// The summary of the suppressed changes, when it is time.
    public mutating func takeSummary(at now: MonotonicTime) -> String? {
        guard let summary = limit.takeSummary(at: now) else { return nil }
        let seconds = Int(summary.duration.seconds.rounded(.up))
        return "\(interface): \(summary.count) more changes within \(seconds) s; the last: "
            + summary.last.line(of: interface)
    }
}
