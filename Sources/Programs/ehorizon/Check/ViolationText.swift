import ADASISv2
import ProtocolChecker
import Quantities
import TextFiles

/// Writes violations, one line each.
struct ViolationText {
    private let json: Bool
    private var clock: TimeText
    /// The moment from which the log counts its times, nanoseconds since 1970; `nil` where it does not.
    var origin: Int64?

    init(json: Bool, _ clock: TimeText) {
        self.json = json
        self.clock = clock
    }

    /// A root cause, with the number of the violations that follow from it.
    mutating func line(
        _ group: ViolationList.Group, of list: ViolationList
    ) throws(Failure) -> String {
        try line(group.head, of: list, following: group.following)
    }

    /// A violation, with the number of those that follow where it is known.
    mutating func line(
        _ index: Int, of list: ViolationList, following: Int? = nil
    ) throws(Failure) -> String {
        let finding = list.finding(index)
        let violation = finding.violation
        let (time, rule) = (violation.time.nanoseconds, violation.rule)
        let place = list.place(index)
        let logTime = origin.map { (Nanoseconds(time) - Nanoseconds($0)).value }
        guard json else {
            let own = logTime.map { " (log \(secondsText($0)))" } ?? ""
            let kind = violation.kind.map { "\($0.name): " } ?? ""
            var parts = [place.text]
            if let cause = finding.cause {
                let root = list.finding(cause.finding).violation.rule
                parts.append(
                    "follows \(root.rawValue) of \(list.place(cause.finding).text):"
                        + " \(cause.reason.words)")
            }
            if let following, following > 0 {
                parts.append("… and \(following) that follow\(following == 1 ? "s" : "")")
            }
            return
                "\(try clock.text(time))\(own)  \(rule.rawValue) (\(rule.confidence.rawValue))  \(kind)"
                + "\(violation.explanation)  [\(parts.joined(separator: "; "))]"
        }
        let timeText = try clock.other(than: .seconds, time)
        var line = "{\"time\":\(secondsText(time))"
        if let timeText { line += ",\"timeText\":\"\(timeText)\"" }
        if let logTime { line += ",\"logTime\":\(secondsText(logTime))" }
        line += ",\"rule\":\"\(rule.rawValue)\",\"reference\":\(jsonText(rule.reference))"
        line += ",\"confidence\":\"\(rule.confidence.rawValue)\""
        line += ",\"message\":\(violation.kind.map { jsonText($0.name) } ?? "null")"
        line += ",\"explanation\":\(jsonText(violation.explanation))"
        line += ",\"path\":\(number(violation.path.map { Int($0.raw) }))"
        line += ",\"offset\":\(number(violation.offset.map { Int($0.raw) }))"
        line += members(of: place) + cause(finding.cause, list)
        if let following { line += ",\"following\":\(following)" }
        return line + "}"
    }

    private func members(of place: ViolationList.Place) -> String {
        ",\"line\":\(number(place.line)),\"frame\":\(number(place.frame))"
    }

    private func cause(_ cause: Cause?, _ list: ViolationList) -> String {
        guard let cause else { return ",\"follows\":null" }
        let rule = list.finding(cause.finding).violation.rule
        return
            ",\"follows\":{\"rule\":\"\(rule.rawValue)\"\(members(of: list.place(cause.finding)))"
            + ",\"reason\":\(jsonText(cause.reason.words))}"
    }

    private func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "null" }
}
