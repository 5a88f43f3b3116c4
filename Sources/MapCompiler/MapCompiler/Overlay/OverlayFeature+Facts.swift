import JSONReading
import RoadMap

extension OverlayFeature {
    /// The facts, in a fixed order.
    func facts() throws(JSONReader.Failure) -> [OverlayFact] {
        var facts: [OverlayFact] = []
        if let limit = try limit() { facts.append(limit) }
        if let limit = try conditionalLimit() { facts.append(limit) }
        if let closing = try closing() { facts.append(closing) }
        if let value = text("oneway") {
            let values = ["forward": "yes", "backward": "-1", "no": "no"]
            guard let tag = values[value.text] else {
                throw Failure(expected: "forward, backward or no as oneway", at: value.at)
            }
            facts.append(.oneWay(tag))
        }
        if let value = text("class") {
            guard RoadClass.stated(by: value.text) != nil, !value.text.contains(";") else {
                let all = RoadClass.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(expected: "a class of \(all), not \(value.text)", at: value.at)
            }
            facts.append(.roadClass(value.text))
        }
        if let value = text("road_works") {
            guard value.text == "true" else {
                throw Failure(expected: "true as road_works", at: value.at)
            }
            facts.append(.roadWorks)
        }
        if let value = text("sign") {
            guard !value.text.isEmpty, value.text.utf8.count <= 255 else {
                throw Failure(expected: "a sign of 1 to 255 bytes", at: value.at)
            }
            facts.append(.sign(value.text))
        }
        let isAtPoint = if case .point? = geometry?.shape { true } else { false }
        let hasSign = values["sign"] != nil
        guard isAtPoint == hasSign, !isAtPoint || facts.count == 1 else {
            throw Failure(
                expected: "a sign at a Point, and other facts along a way, a line or in an area",
                at: start)
        }
        return facts
    }

    private func limit() throws(JSONReader.Failure) -> OverlayFact? {
        var basis: String?
        if let value = text("basis") {
            guard ["sign", "marking", "zone"].contains(value.text), text("limit") != nil else {
                throw Failure(expected: "sign, marking or zone as basis of a limit", at: value.at)
            }
            basis = value.text
        }
        guard let value = values["limit"] else { return nil }
        guard let text = value.text else { return .limit(nil, basis: nil) }
        switch SpeedText(text, unit: .kilometresPerHour) {
        case .unread(let reason):
            throw Failure(expected: "a limit as in maxspeed: \(text): \(reason)", at: value.at)
        case .nothing: throw Failure(expected: "a limit as in maxspeed", at: value.at)
        case .limit where basis == "zone":
            guard case .zone = SpeedText("zone:\(text)", unit: .kilometresPerHour) else {
                throw Failure(
                    expected: "the limit of a zone as a number in the country's unit", at: value.at)
            }
            return .limit("zone:\(text)", basis: nil)
        default: return .limit(text, basis: basis == "zone" ? nil : basis)
        }
    }

    private func conditionalLimit() throws(JSONReader.Failure) -> OverlayFact? {
        guard let value = values["conditional_limit"] else { return nil }
        guard let text = value.text else { return .conditionalLimit(nil) }
        let parts = conditionalValues(text)
        let areRead = parts.allSatisfy { part in
            if case .unread = SpeedText(part.value, unit: .kilometresPerHour) { return false }
            return part.reading != nil
        }
        guard areRead, !parts.isEmpty else {
            throw Failure(
                expected: "limits with conditions, such as 30 @ (Mo-Fr 07:00-17:00), not \(text)",
                at: value.at)
        }
        return .conditionalLimit(text)
    }

    private func closing() throws(JSONReader.Failure) -> OverlayFact? {
        guard let value = text("closed") else { return nil }
        switch value.text {
        case "true": return .closed(true)
        case "false": return .closed(false)
        default:
            let parts = conditionalValues("no @ (\(value.text))")
            guard parts.count == 1, let reading = parts[0].reading, reading.vehicle == nil else {
                throw Failure(
                    expected:
                        "true, false or a condition as closed, such as Mo-Fr 07:00-17:00, not "
                        + value.text, at: value.at)
            }
            return .closedAt(value.text)
        }
    }
}
